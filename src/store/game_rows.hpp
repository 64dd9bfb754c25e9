// Rows of finished games, for the files that write them. Not for other folders.
#pragma once

#include <string>

#include <SQLiteCpp/Database.h>

#include "store/store.hpp"

namespace kalah::store {

/// So many numbers of games that nobody else will get; the first of them. Inside a transaction.
[[nodiscard]] GameId reserve_games(SQLite::Database& database, std::size_t count);

/// All of a game that has ended, under a number that was reserved for it; inside a transaction.
void insert_finished(SQLite::Database& database, GameId id, const std::string& origin,
                     const GameRecord& record);

}  // namespace kalah::store
