// Player: whoever chooses moves in a game, a program or a person. The referee alone knows the
// board; a player gets to see it and answers with a pit.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kalah/stop_token.hpp"
#include "referee/record.hpp"

namespace kalah {

/// What a player did instead of moving: he has lost the game by it.
struct Forfeit {
    Ending how = Ending::gone;
    FaultKind kind = FaultKind::gone;
    std::string text = {};  // for people
};

struct Decision {
    int pit = 0;               // from 0; need not be legal, the referee looks
    std::string thought = {};  // for people: depth, score, line
    MoveSource source = MoveSource::player;
    std::optional<double> seconds = {};   // that it took, if it was timed nearer to the player
    std::optional<Forfeit> forfeit = {};  // then there is no move
};

/// A game about to begin, for players that have to tell somebody else.
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
    /// A new game begins; the seed is all the chance that the player may use in it.
    virtual void new_game(std::uint64_t seed) = 0;
    /// Before new_game.
    virtual void start_game(const GameStart& /*invitation*/) {}
    /// Waits until the player can play, or never will, or `stop` is set: what it takes him to begin
    /// is not to disturb his opponent's first move. After both have sat down.
    /// Who cannot begin has lost.
    [[nodiscard]] virtual std::optional<Forfeit> wait_ready(const StopToken& /*stop*/) {
        return std::nullopt;
    }
    /// Chance for what comes next, without a new game: for a player who has several games in turn.
    /// One who has a seed of his own, or needs no chance, does nothing.
    virtual void reseed(std::uint64_t /*seed*/) {}
    /// Chooses for the side to move. Comes back soon after `stop` is set, with any legal move.
    virtual Decision choose(const Game& game, const StopToken& stop) = 0;
    /// The game has ended, however that happened. Returns what the player did that cost him
    /// nothing.
    [[nodiscard]] virtual std::vector<Fault> end_game(const GameRecord& /*record*/) { return {}; }
};

}  // namespace kalah
