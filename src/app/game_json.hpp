// Positions and games as JSON, the same in every subcommand. Any thread.
#pragma once

#include "kalah/game.hpp"
#include "system/json.hpp"

namespace kalah::app {

/// rules, position, to_move, over, result (null while the game goes on) and legal (pits from 1).
[[nodiscard]] Json position_json(const Rules& rules, const Board& board, bool over);

/// The same of a game's current position, with again (of the last move), start and moves.
[[nodiscard]] Json game_json(const Game& game);

}  // namespace kalah::app
