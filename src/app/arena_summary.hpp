// What a match or a tournament has come to, as text and as JSON.
#pragma once

#include <string>

#include "app/json.hpp"
#include "arena/tournament.hpp"

namespace kalah::app {

/// Several lines: results with their intervals of a match, standings and ratings of more players.
[[nodiscard]] std::string summary_text(const arena::Tournament& tournament);
/// One object; `wins`, `elo` and the like are those of the first player.
[[nodiscard]] Json summary_json(const arena::Tournament& tournament);

/// The standings as a table, best first, for people; `width` columns at most.
[[nodiscard]] std::string standings_text(const arena::Tournament& tournament);

/// One game, for the stream of events and for people who read along.
[[nodiscard]] Json game_event(const arena::Tournament& tournament,
                              const arena::TournamentGame& game, const GameRecord& record);
[[nodiscard]] std::string game_line(const arena::Tournament& tournament,
                                    const arena::TournamentGame& game, const GameRecord& record);

}  // namespace kalah::app
