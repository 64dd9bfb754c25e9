// Rows of finished games, for the files that write them. Not for other folders.
#pragma once

#include <string>

#include <SQLiteCpp/Database.h>

#include "store/store.hpp"

namespace kalah::store {

/// All of a game that has ended, under a number that was reserved for it; inside a transaction.
void insert_finished(SQLite::Database& database, GameId id, const std::string& origin,
                     const GameRecord& record);

}  // namespace kalah::store
