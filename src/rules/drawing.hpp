// The board as people see it, as text: north on top and reversed, stores at the ends, so that both
// players sow counter-clockwise. Returns text and knows nothing of terminals. Any thread.
#pragma once

#include <string>

#include "kalah/board.hpp"

namespace kalah {

enum class Colour : bool { no, yes };  // yes: ANSI escapes, the mover's playable pits stand out

/// Lines ending in '\n':
///
///             6    5    4    3    2    1
///   north  +----+----+----+----+----+----+
///       0  |  4 |  4 |  4 |  4 |  4 |  4 |
///          +----+----+----+----+----+----+  south
///          |  4 |  4 |  4 |  4 |  4 |  4 |  0
///          +----+----+----+----+----+----+
///             1    2    3    4    5    6
[[nodiscard]] std::string draw(const Board& board, Colour colour = Colour::no);

}  // namespace kalah
