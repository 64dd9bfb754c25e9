// Openings: the first moves of games, forced so that deterministic players play more than one game.
#pragma once

#include <cstdint>
#include <vector>

#include "rules/game.hpp"

namespace kalah::arena {

/// Each first move forced once: the thesis's way.
[[nodiscard]] std::vector<Game> first_move_openings(const Rules& rules, const Board& start);

/// The distinct positions after so many sowings in which the game goes on, by one way of moves
/// each, in an order that the seed decides.
[[nodiscard]] std::vector<Game> ply_openings(const Rules& rules, const Board& start, int plies,
                                             std::uint64_t seed);

}  // namespace kalah::arena
