// What a move does and how a game stands, in words for people. Any thread.
#pragma once

#include <string>
#include <string_view>

#include "kalah/game.hpp"

namespace kalah::app {

/// "4 seeds, the last in the store: another move", for a move that led to the board `after`.
[[nodiscard]] std::string move_report(const MoveResult& played, const Board& after);

/// True if a typed line begins with a pit, "3" or "A3", and not with a command.
[[nodiscard]] bool begins_with_pit(std::string_view line);

/// "south to move", or how the game ended.
[[nodiscard]] std::string status(const Board& board, bool over);

}  // namespace kalah::app
