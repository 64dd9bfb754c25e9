// A store of version 7 as kalah 0.1.0 wrote it, from tests/data/store-v7.sql.
#pragma once

#include <fstream>
#include <iterator>
#include <string>

#include <SQLiteCpp/SQLiteCpp.h>

namespace kalah::test {

inline void make_old_store(const std::string& path) {
    std::ifstream file(std::string(KALAH_TEST_DATA) + "/store-v7.sql");
    const std::string sql{std::istreambuf_iterator<char>(file), {}};
    SQLite::Database(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec(sql);
}

}  // namespace kalah::test
