// Positions and moves as pages draw them; the keys are in docs/web-api.md. Pure functions, any
// thread.
#pragma once

#include "kalah/game.hpp"
#include "system/json.hpp"

namespace kalah::server {

/// Where a pit or a store is on the board, counted counter-clockwise from south's first pit.
[[nodiscard]] int place_of(const Board& board, Side side, int pit);
[[nodiscard]] int store_place(const Board& board, Side side);

/// "south", "north" or null.
[[nodiscard]] Json side_json(const std::optional<Side>& side);

/// Seeds by place.
[[nodiscard]] Json seeds_json(const Board& board);

/// {"south": …, "north": …}
[[nodiscard]] Json names_json(const PerSide<std::string>& names);

/// A move of the game as an entry of `played`.
[[nodiscard]] Json played_move_json(const Game& game, std::size_t ply);
/// The keys of a view that change with the position, and cost the same however long the game is.
[[nodiscard]] Json position_json(const Game& game);
/// The whole view of a game as it stands.
[[nodiscard]] Json view_json(const Game& game);

/// A move of a pit that is valid, to be drawn seed by seed from the board before it.
[[nodiscard]] Json sowing_json(const Rules& rules, const Board& before, int pit);
/// The same of the game's move after so many, or its last one; null if there is none.
[[nodiscard]] Json sowing_json(const Game& game, std::size_t ply);
[[nodiscard]] Json last_sowing_json(const Game& game);

}  // namespace kalah::server
