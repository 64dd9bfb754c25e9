// What a match or a tournament has come to, for people; for programs: arena_json.hpp.
#pragma once

#include <string>

#include "arena/tournament.hpp"

namespace kalah::app {

/// Several lines: results with their intervals of a match, standings and ratings of more players.
[[nodiscard]] std::string summary_text(const arena::Tournament& tournament);
/// The standings as a table, best first.
[[nodiscard]] std::string standings_text(const arena::Tournament& tournament);

/// One game, for people who read along.
[[nodiscard]] std::string game_line(const arena::Tournament& tournament,
                                    const arena::TournamentGame& game, const GameRecord& record);

}  // namespace kalah::app
