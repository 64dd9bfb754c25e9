// The moves that a player was not shown: what must have been played between two positions, when
// only those were seen in which that player had a choice. Pure, any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "kalah/moves.hpp"

namespace kalah {

/// The shortest sequence of moves from one position to another, in which south is to move; empty if
/// they are equal, nothing if there is none. North may play anything, south only moves without an
/// alternative: for all others south was asked. Gives up after looking at so many positions; turns
/// of one or two moves need a few dozen.
[[nodiscard]] std::optional<std::vector<MoveResult>> moves_between(const Rules& rules,
                                                                   const Board& from,
                                                                   const Board& to,
                                                                   std::size_t most = 50'000);

/// A position with which a game may begin for south: a start board, or what north made of one in
/// its first turn. The start board, with the side that began.
[[nodiscard]] std::optional<Board> start_before(const Rules& rules, const Board& board);

}  // namespace kalah
