// Live games as JSON: what pages are told (docs/web-api.md), and what the store keeps. Pure
// functions, any thread.
#pragma once

#include "server/live_game.hpp"
#include "system/json.hpp"

namespace kalah::server {

/// The keys of a state that change, each with its value; they cost the same however long the game
/// is. `here` says, by side, whether somebody with its key is connected.
[[nodiscard]] Json live_json(const LiveGame& game, const PerSide<bool>& here, Time now);
/// The whole state: the same, what never changes, and the moves.
[[nodiscard]] Json state_json(const LiveGame& game, const PerSide<bool>& here, Time now);
/// A row of the list of those who wait: a game with one person and a seat for another.
[[nodiscard]] Json waiting_json(const LiveGame& game);
/// A row of the lobby's list of games.
[[nodiscard]] Json lobby_game_json(const LiveGame& game);
/// ["south"]: the sides that are true.
[[nodiscard]] Json sides_json(const PerSide<bool>& sides);
/// {"south": KEY}: the keys of the sides that are true.
[[nodiscard]] Json keys_json(const LiveGame& game, const PerSide<bool>& sides);

/// Everything but the moves, with keys: for the store alone.
[[nodiscard]] std::string saved_text(const LiveGame& game, Time now);
/// Reads what saved_text writes, and what versions up to 0.1 wrote (with all moves in the text);
/// replays the moves of the journal.
[[nodiscard]] Result<GameData> read_saved(const LoadedGame& loaded, const ServerOptions& options);

}  // namespace kalah::server
