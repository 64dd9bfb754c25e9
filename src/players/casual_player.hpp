// The casual player: loses as people do. It looks a few sowings ahead and overlooks some of the
// captures and extra turns on the way, its own and the opponent's, each with the same probability.
// What it overlooks depends on its seed, the number of moves played and the position alone, so that
// its games can be repeated.
#pragma once

#include <memory>

#include "players/spec.hpp"

namespace kalah::players {

/// Of a specification of kind `casual`.
[[nodiscard]] std::unique_ptr<Player> make_casual_player(const Spec& spec);

}  // namespace kalah::players
