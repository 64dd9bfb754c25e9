// Finds the moves that a player was not shown: those played between two positions, when the player
// saw only the positions in which they had a choice. Pure, any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "kalah/moves.hpp"

namespace kalah {

/// The shortest sequence of moves from `from` to `to`, in which south is to move; empty if they are
/// equal, nothing if there is none. North may play any move. South plays only moves without an
/// alternative, because south is asked for all others. Gives up after looking at `most` positions;
/// turns of one or two moves need a few dozen.
[[nodiscard]] std::optional<std::vector<MoveResult>> moves_between(const Rules& rules,
                                                                   const Board& from,
                                                                   const Board& to,
                                                                   std::size_t most = 50'000);

/// If a game may begin for south with this position (a start board, or one after north's first
/// turn), returns the start board, with the side that began.
[[nodiscard]] std::optional<Board> start_before(const Rules& rules, const Board& board);

}  // namespace kalah
