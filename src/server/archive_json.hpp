// Stored games as pages list and show them. Pure functions, any thread.
#pragma once

#include "store/overview.hpp"
#include "store/store.hpp"
#include "system/json.hpp"

namespace kalah::server {

/// A game of a list.
[[nodiscard]] Json row_json(const store::GameSummary& game);
/// A view of a game, and everything that the store has of it.
[[nodiscard]] Json stored_json(const store::StoredGame& game);
[[nodiscard]] Json record_json(const store::PlayerRecord& player);

}  // namespace kalah::server
