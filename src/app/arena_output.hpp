// The result of a match or a tournament, and its games while they are played: as text for people,
// and as JSON for programs.
#pragma once

#include <string>

#include "arena/tournament.hpp"
#include "arena/tree_difference.hpp"
#include "system/json.hpp"

namespace kalah::app {

/// How much the trees of a match's two players differ; nothing if it is not known.
using Trees = std::optional<arena::TreeDifference>;

/// Several lines: for a match, results with their intervals; for more players, standings and
/// ratings. Players whose trees are the same get no Elo: their games say nothing about strength.
[[nodiscard]] std::string summary_text(const arena::Tournament& tournament, const Trees& trees);
/// The standings as a table, best first.
[[nodiscard]] std::string standings_text(const arena::Tournament& tournament);
/// One line about a game that has ended.
[[nodiscard]] std::string game_line(const arena::Tournament& tournament,
                                    const arena::TournamentGame& game, const GameRecord& record);

/// {"differing", "positions"}, or null.
[[nodiscard]] Json trees_json(const Trees& trees);
/// One object; `wins`, `elo` and similar fields are those of the first player.
[[nodiscard]] Json summary_json(const arena::Tournament& tournament, const Trees& trees);
[[nodiscard]] Json game_event(const arena::Tournament& tournament,
                              const arena::TournamentGame& game, const GameRecord& record);

}  // namespace kalah::app
