// The tables of a store and their versions: what is in the file, and how an older file is brought
// up to date. One thread.
#pragma once

#include <optional>

#include "kalah/result.hpp"
#include "store/sql.hpp"
#include "store/store.hpp"

namespace kalah::store {

struct Column {
    std::string name;
    SqlType type = SqlType::text;
};
struct Table {
    std::string name;
    std::vector<Column> columns;
};
/// The tables of a version; those that others refer to come first.
[[nodiscard]] std::vector<Table> tables(int version);

/// Why this program cannot use the file; nothing if it can. It can use an empty file only to write.
[[nodiscard]] std::optional<Error> validate(Connection& database, Access access);

/// Makes the tables, or adds what a newer version has. For a valid file.
void bring_up_to_date(Connection& database);

}  // namespace kalah::store
