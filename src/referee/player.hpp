// Player: a program or a person that chooses the moves of one side. Only the referee changes the
// board; a player sees it and answers with a pit.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kalah/stop_token.hpp"
#include "referee/record.hpp"

namespace kalah {

/// What a player did instead of moving, which loses the game.
struct Forfeit {
    Ending how = Ending::gone;
    FaultKind kind = FaultKind::gone;
    std::string text = {};  // for people
};

struct Decision {
    int pit = 0;                          // from 0; may be illegal, the referee checks it
    MoveNote note = {};                   // its seconds: only if timed closer to the player
    std::optional<Forfeit> forfeit = {};  // then there is no move
};

/// A game about to begin, for players that have to announce it to somebody else.
struct GameStart {
    const Game& game;  // openings may have been forced already
    Side side;
    std::string opponent;
};

class Player {
  public:
    Player() = default;
    Player(const Player&) = delete;
    Player& operator=(const Player&) = delete;
    virtual ~Player() = default;

    [[nodiscard]] virtual std::string name() const = 0;
    /// A new game begins; the seed is the player's only source of randomness in it.
    virtual void new_game(std::uint64_t seed) = 0;
    /// Called before new_game.
    virtual void start_game(const GameStart& /*start*/) {}
    /// Waits until the player can play, or never will, or `stop` is requested, so that a slow start
    /// does not disturb the opponent's first move. Called after start_game of both players. A
    /// player that cannot begin forfeits the game.
    [[nodiscard]] virtual std::optional<Forfeit> wait_ready(const StopToken& /*stop*/) {
        return std::nullopt;
    }
    /// A new seed without a new game, for a player that plays several games in turn. Does nothing
    /// if the player has a fixed seed or needs none.
    virtual void reseed(std::uint64_t /*seed*/) {}
    /// Chooses for the side to move. Returns soon after `stop` is requested, with any legal move.
    virtual Decision choose(const Game& game, const StopToken& stop) = 0;
    /// Called when the game has ended, for whatever reason. Returns the faults that cost the player
    /// nothing.
    [[nodiscard]] virtual std::vector<Fault> end_game(const GameRecord& /*record*/) { return {}; }
};

}  // namespace kalah
