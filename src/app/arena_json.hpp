// What a match or a tournament has come to, and its games while they are played, for programs.
#pragma once

#include "arena/tournament.hpp"
#include "system/json.hpp"

namespace kalah::app {

/// One object; `wins`, `elo` and the like are those of the first player.
[[nodiscard]] Json summary_json(const arena::Tournament& tournament);
[[nodiscard]] Json game_event(const arena::Tournament& tournament,
                              const arena::TournamentGame& game, const GameRecord& record);

}  // namespace kalah::app
