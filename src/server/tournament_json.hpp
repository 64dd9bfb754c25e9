// Tournaments as pages list and show them, from what the store counts. Pure functions, any thread.
#pragma once

#include <vector>

#include "store/store.hpp"
#include "system/json.hpp"

namespace kalah::server {

/// A tournament of a list. A plan that cannot be read has no entrants.
[[nodiscard]] Json tournament_row_json(const store::StoredTournament& summary);

/// The keys of an event from `number` to `games`: standings, who met whom in the order of the
/// standings, and the last games. The error is that of the plan.
[[nodiscard]] Result<Json> tournament_json(const store::StoredTournament& summary,
                                           const std::vector<store::TournamentResult>& results);

}  // namespace kalah::server
