// A board as the person at this terminal wants to see it: drawn, drawn in few columns, or in words
// for a screen reader. Any thread.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "kalah/board.hpp"
#include "kalah/moves.hpp"
#include "rules/drawing.hpp"

namespace kalah::app {

struct BoardStyle {
    Colour colour = Colour::no;
    bool words = false;  // no drawing and no colour
    /// Columns of the terminal, 0 if nobody knows; a drawing that is wider becomes compact.
    std::function<int()> columns = [] { return 0; };
};

/// What else there is to show about a board.
struct BoardScene {
    const MoveResult* last = nullptr;  // the move that led to it
    std::optional<int> chosen = {};    // see Look; not in words
    /// Whose pits are "your pits"; nothing: those of the side to move.
    std::optional<Side> reader = {};
};

/// Lines ending in '\n'. In words:
///
///   South, your pits 1 to 6: 4 4 4 4 4 4; store 0.
///   North, pits 1 to 6: 4 4 4 4 4 4; store 0.
[[nodiscard]] std::string board_text(const Board& board, const BoardStyle& style,
                                     const BoardScene& scene);

/// The width of a terminal in columns: as it says itself, else from the variable COLUMNS; 0 if `fd`
/// is no terminal or its width is unknown.
[[nodiscard]] int terminal_columns(int fd);

}  // namespace kalah::app
