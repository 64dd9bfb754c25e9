// BoardSetup: one board of a plan with its openings. An opening is the first moves of a game, which
// are forced so that deterministic players play more than one game. Pure functions, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "arena/plan.hpp"
#include "kalah/game.hpp"

namespace kalah::arena {

/// One opening for each first move, as in the thesis.
[[nodiscard]] std::vector<Game> first_move_openings(const Rules& rules, const Board& start);

/// The distinct positions after `plies` sowings in which the game goes on, each reached by one
/// sequence of moves, in an order that the seed decides. Nothing if they are too many for memory.
[[nodiscard]] std::optional<std::vector<Game>> ply_openings(const Rules& rules, const Board& start,
                                                            int plies, std::uint64_t seed);

/// Each line holds the moves of one opening, or a position and optional moves. Empty lines and
/// those that begin with # are skipped, and so are positions with another number of pits or seeds
/// than the board: they are for other boards. The error has the line.
[[nodiscard]] Result<std::vector<Game>> line_openings(const Rules& rules, const Board& start,
                                                      const std::vector<std::string>& lines);

/// The openings of a plan for one of its boards; those of a file as they stand there.
[[nodiscard]] Result<std::vector<Game>> chosen_openings(const Plan& plan, const Rules& rules,
                                                        const Board& start);

/// One board of a plan with its openings, in the order in which schedules draw them.
struct BoardSetup {
    Rules rules;
    Board start;
    std::vector<Game> openings;  // no more than the tournament can draw
    std::size_t pairs = 0;       // that two entrants play
};
/// The boards of a plan. Openings from a file are those that fit the board.
[[nodiscard]] Result<std::vector<BoardSetup>> board_setups(const Plan& plan);
/// The seeds of the largest board of a plan; 0 without boards.
[[nodiscard]] int most_seeds(const Plan& plan);

}  // namespace kalah::arena
