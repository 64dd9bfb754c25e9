// One game between two players, refereed: the record says how it went, faults included.
#pragma once

#include <optional>
#include <string>

#include "referee/player.hpp"

namespace kalah {

struct GameRecord {
    Game game;
    /// A player whose answer was not a legal move has lost; the game ends there.
    std::optional<Side> fault_of = {};
    std::string fault = {};
    bool stopped = false;  // from outside, unfinished

    /// Final stores, south minus north; a fault counts as all seeds lost.
    [[nodiscard]] int margin() const;
};

/// Plays on from a game's position (openings may have been forced already) to its end.
[[nodiscard]] GameRecord play_game(Game game, Player& south, Player& north, std::uint64_t seed,
                                   const std::atomic<bool>& stop);

}  // namespace kalah
