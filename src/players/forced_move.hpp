// The forced first move of a player (`opening=3`). Pure, any thread.
#pragma once

#include <optional>

#include "players/spec.hpp"

namespace kalah::players {

/// It is played in a whole game only: from the start board, before anything else.
[[nodiscard]] inline std::optional<int> forced_move(const Spec& spec, const Game& game) {
    if (!spec.opening || !game.played().empty()) return std::nullopt;
    const BoardSize size{game.start().width, game.start().at(Side::south, 0)};
    const bool from_start = 2 * size.pits * size.seeds == seeds_in_all(game.start()) &&
                            game.start() == start_board(size);
    return from_start && !game.validate(*spec.opening) ? spec.opening : std::nullopt;
}

}  // namespace kalah::players
