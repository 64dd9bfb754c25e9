// The homes of a store: what a store does, it does in each of them. A test case for all of them is
// TEST_CASE_TEMPLATE("…", Home, EVERY_HOME), for those that outlast the program LASTING_HOMES.
#pragma once

#include "store/sample_games.hpp"
#ifdef KALAH_TEST_POSTGRES
#include "support/postgres.hpp"
#endif

namespace kalah::test {

struct InMemory {
    [[nodiscard]] std::shared_ptr<store::Store> open() const { return *store::Store::in_memory(); }
};

struct InSqlite {
    Folder folder;
    [[nodiscard]] std::string address() const { return folder.path() + "/games.sqlite"; }
    [[nodiscard]] std::shared_ptr<store::Store> open() const { return writable(address()); }
};

#ifdef KALAH_TEST_POSTGRES
struct InPostgres {
    Postgres database;
    [[nodiscard]] std::string address() const { return database.url(); }
    [[nodiscard]] std::shared_ptr<store::Store> open() const { return writable(address()); }
};
#define LASTING_HOMES InSqlite, InPostgres
#else
#define LASTING_HOMES InSqlite
#endif
#define EVERY_HOME InMemory, LASTING_HOMES

}  // namespace kalah::test
