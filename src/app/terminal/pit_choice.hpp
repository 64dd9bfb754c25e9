// Choosing a pit with the arrow keys, on an empty line: the keys walk over the pits that can be
// played, as they lie on the screen, and the line is the number of the chosen one. Draws no board:
// the conversations do. One thread at a time.
#pragma once

#include <optional>
#include <string>

#include "app/terminal/line_editor.hpp"
#include "kalah/board.hpp"

namespace kalah::app {

class PitChoice {
  public:
    /// What becomes of the line; nothing if the cursor is to move as usual.
    std::optional<std::string> walk(const Board& board, Arrow which, const std::string& line);
    void reset() { pit_.reset(); }
    /// From 0; nothing if none is chosen.
    [[nodiscard]] const std::optional<int>& pit() const { return pit_; }

  private:
    std::optional<int> pit_;
};

/// Draws a board over the one that ends `below` lines above the cursor, and goes back to the
/// cursor.
[[nodiscard]] std::string over_board_above(const std::string& board, int below);

}  // namespace kalah::app
