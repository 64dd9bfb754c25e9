// Kept games as browsers list and show them. Pure functions, any thread.
#pragma once

#include "store/overview.hpp"
#include "store/store.hpp"
#include "system/json.hpp"

namespace kalah::browser {

/// {"south": …, "north": …}
[[nodiscard]] Json names_json(const std::array<std::string, 2>& names);

/// A game of a list.
[[nodiscard]] Json row_json(const store::GameSummary& game);
/// A view of a game, and all that is kept with it.
[[nodiscard]] Json stored_json(const store::StoredGame& game);
[[nodiscard]] Json record_json(const store::PlayerRecord& player);

}  // namespace kalah::browser
