// One game between two players in this process, refereed: the record says how it went, faults
// included. Without clocks: the players keep to limits of their own.
#pragma once

#include "referee/player.hpp"
#include "referee/record.hpp"

namespace kalah {

/// Plays on from a game's position (openings may have been forced already) to its end. A player
/// whose answer is not a legal move has lost. Times are not taken.
[[nodiscard]] GameRecord play_game(Game game, Player& south, Player& north, std::uint64_t seed,
                                   const std::atomic<bool>& stop);

}  // namespace kalah
