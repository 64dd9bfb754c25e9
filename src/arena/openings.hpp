// Openings: the first moves of games, forced so that deterministic players play more than one game.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "arena/plan.hpp"
#include "kalah/game.hpp"

namespace kalah::arena {

/// Each first move forced once: the thesis's way.
[[nodiscard]] std::vector<Game> first_move_openings(const Rules& rules, const Board& start);

/// The distinct positions after so many sowings in which the game goes on, by one way of moves
/// each, in an order that the seed decides. Nothing if they are too many to be held in memory.
[[nodiscard]] std::optional<std::vector<Game>> ply_openings(const Rules& rules, const Board& start,
                                                            int plies, std::uint64_t seed);

/// Lines that each hold the moves of one opening, or a position, perhaps with moves behind it;
/// empty ones and those that begin with # are skipped. Positions with another number of pits or
/// seeds than the board are for other boards. The error has the line.
[[nodiscard]] Result<std::vector<Game>> line_openings(const Rules& rules, const Board& start,
                                                      const std::vector<std::string>& lines);

/// Those of a plan for one of its boards, each once.
[[nodiscard]] Result<std::vector<Game>> chosen_openings(const Plan& plan, const Rules& rules,
                                                        const Board& start);

}  // namespace kalah::arena
