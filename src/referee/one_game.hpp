// One game between two players, refereed: the record says how it went, faults included.
#pragma once

#include <array>
#include <chrono>
#include <optional>

#include "kalah/stop_token.hpp"
#include "referee/player.hpp"
#include "referee/record.hpp"

namespace kalah {

struct GameTerms {
    std::uint64_t seed = 1;  // of the random numbers of both players
    /// A player that takes longer for a move loses by `timeout`: south, north. Nothing: the player
    /// keeps its own limits, or reports a late move itself.
    std::array<std::optional<std::chrono::nanoseconds>, 2> limits = {};
};

struct RefereedGame {
    GameRecord record;
    double overhead = 0;  // seconds that were neither player's, from the first move to the last
};

/// Plays on from a game's position (openings may have been forced already) to its end. A player
/// whose answer is not a legal move has lost. Each move is timed on the wall clock.
[[nodiscard]] RefereedGame play_game(Game game, Player& south, Player& north,
                                     const GameTerms& terms, const StopToken& stop);

}  // namespace kalah
