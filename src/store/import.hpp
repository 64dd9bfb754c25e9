// Games that were played elsewhere, for the store. Any thread.
#pragma once

#include <span>
#include <vector>

#include "store/store.hpp"

namespace kalah::store {

/// What becomes of games that the store has already.
enum class Known : bool { skip, add };

/// Adds games that have ended, all in one transaction, with the origin "import"; returns their
/// numbers. With `skip`, adds of games with the same players, rules, first position, moves, ending
/// and start only as many as the store lacks: the games of a file that is imported twice are there
/// once.
[[nodiscard]] Result<std::vector<StoredGameId>> import_games(Store& store,
                                                             std::span<const GameRecord> games,
                                                             Known known);

}  // namespace kalah::store
