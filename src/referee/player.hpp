// Player: whoever chooses moves in a game, a program or a person. The referee alone knows the
// board; a player gets to see it and answers with a pit.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "rules/game.hpp"

namespace kalah {

struct Decision {
    int pit = 0;               // from 0; need not be legal, the referee looks
    std::string thought = {};  // for people: depth, score, line
};

class Player {
  public:
    Player() = default;
    Player(const Player&) = delete;
    Player& operator=(const Player&) = delete;
    virtual ~Player() = default;

    [[nodiscard]] virtual std::string name() const = 0;
    /// A new game begins; the seed is all the chance that the player may use in it.
    virtual void new_game(std::uint64_t seed) = 0;
    /// Chance for what comes next, without a new game: for a player who has several games in turn.
    /// One who has a seed of his own, or needs no chance, does nothing.
    virtual void reseed(std::uint64_t /*seed*/) {}
    /// Chooses for the side to move. Comes back soon after `stop` is set, with any legal move.
    virtual Decision choose(const Game& game, const std::atomic<bool>& stop) = 0;
};

}  // namespace kalah
