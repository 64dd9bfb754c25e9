// The tables of a store and their versions: what is in the file, and how an older file is brought
// up to date. One thread.
#pragma once

#include <optional>

#include "kalah/result.hpp"

namespace SQLite {
class Database;
}

namespace kalah::store {

/// Why this program cannot use the file; nothing if it can. It can use an empty file only to write.
[[nodiscard]] std::optional<Error> validate(SQLite::Database& database, bool to_write);

/// Makes the tables, or adds what a newer version has. For a valid file.
void bring_up_to_date(SQLite::Database& database);

}  // namespace kalah::store
