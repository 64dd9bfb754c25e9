// The home of a store in a PostgreSQL database, in the first schema of its search path. For the
// files that implement the store; not for other folders.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "kalah/result.hpp"
#include "store/sql.hpp"

namespace kalah::store {

struct OpenedPostgres {
    std::unique_ptr<Connection> connection;
    std::string name;  // without a password
};
/// Throws SqlError. In a program without PostgreSQL, no_postgres.cpp defines it: always an error.
[[nodiscard]] Result<OpenedPostgres> open_postgres(const std::string& url,
                                                   std::chrono::milliseconds patience);
}  // namespace kalah::store
