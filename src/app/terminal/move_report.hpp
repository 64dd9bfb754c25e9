// What a move does and how a game stands, in words for people. Any thread.
#pragma once

#include <string>

#include "kalah/game.hpp"

namespace kalah::app {

/// "4 seeds, the last in the store: another move", for a move that led to the board `after`.
[[nodiscard]] std::string move_report(const MoveResult& played, const Board& after);

/// "south to move", or how the game ended.
[[nodiscard]] std::string status(const Board& board, bool over);

}  // namespace kalah::app
