// The board as people see it, as text: north on top and reversed, stores at the ends, so that both
// players sow counter-clockwise. Returns text and knows nothing of terminals. Any thread.
#pragma once

#include <optional>
#include <string>

#include "kalah/board.hpp"
#include "kalah/moves.hpp"

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

/// What a drawing also shows, each by a character, so that no colour is needed:
///
///          |  4 |  5*|  0o|[ 5]|  0x|  4 |  2
struct Look {
    Colour colour = Colour::no;
    bool compact = false;  // at most 39 columns, unless a pit has more than 99 seeds:
                           //
                           //   north 0
                           //      6  5  4  3  2  1
                           //   |  4  4  4  4  4  4 |
                           //   |  4  4  4  4  4  4 |
                           //      1  2  3  4  5  6
                           //                 south 0
    /// The move that led to the board: 'o' at its pit, '*' where its last seed fell, 'x' at the
    /// opponent's pit that it captured.
    const MoveResult* last = nullptr;
    std::optional<int> chosen = {};  // a pit of the side to move, in brackets
};
[[nodiscard]] std::string draw(const Board& board, const Look& look);

/// The columns that a drawing takes which is not compact.
[[nodiscard]] int drawing_width(const Board& board);

}  // namespace kalah
