// BoardSetup: one board of a plan with its openings, the first moves of games, which are forced so
// that deterministic players play more than one game. Pure functions, from any thread.
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

/// Each line holds the moves of one opening, or a position and optional moves. Empty lines and
/// those that begin with # are skipped, and so are positions with another number of pits or seeds
/// than the board: they are for other boards. The error has the line.
[[nodiscard]] Result<std::vector<Game>> line_openings(const Rules& rules, const Board& start,
                                                      const std::vector<std::string>& lines);

/// Those of a plan for one of its boards, each once.
[[nodiscard]] Result<std::vector<Game>> chosen_openings(const Plan& plan, const Rules& rules,
                                                        const Board& start);

/// One board of a plan with its openings, in the order in which schedules draw them.
struct BoardSetup {
    Rules rules;
    Board start;
    std::vector<Game> openings;  // all different, no more than the tournament can draw
    std::size_t pairs = 0;       // of two entrants
};
/// The boards of a plan. Openings from a file are those that fit the board.
[[nodiscard]] Result<std::vector<BoardSetup>> board_setups(const Plan& plan);
/// The seeds of the largest board of a plan; 0 without boards.
[[nodiscard]] int most_seeds(const Plan& plan);

}  // namespace kalah::arena
