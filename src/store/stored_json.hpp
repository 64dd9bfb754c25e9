// Stored games as JSON, with the keys of docs/json.md. Pure functions, any thread.
#pragma once

#include "store/store.hpp"
#include "system/json.hpp"

namespace kalah::store {

/// A game of a list: what is known without its moves.
[[nodiscard]] Json summary_json(const GameSummary& game);
/// `number`, `origin` and the whole record.
[[nodiscard]] Json stored_json(const StoredGame& game);

}  // namespace kalah::store
