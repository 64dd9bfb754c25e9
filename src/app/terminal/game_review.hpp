// Hints and the review of a finished game at the terminal, in words; players/analysis.hpp finds
// what they say. For the thread that plays.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kalah/endgame_database.hpp"
#include "kalah/game.hpp"
#include "kalah/stop_token.hpp"

namespace kalah::app {

/// The champion, who says what moves are worth.
struct Judge {
    std::chrono::milliseconds time{100};  // for each position
    std::shared_ptr<const EndgameDatabase> database = {};
};

struct Mistake {
    std::size_t move = 0;  // index into the game's moves
    int better = 0;        // the pit that was best
    double cost = 0;       // seeds
    bool exact = false;    // proved, not estimated
};

/// The moves of the sides asked for that cost at least half a seed, worst first. After a stop:
/// those found so far, from the end of the game.
[[nodiscard]] std::vector<Mistake> review(const Game& game, PerSide<bool> sides, const Judge& judge,
                                          const StopToken& stop);

/// A line for people: "move 7, south: 3 cost exactly 2 seeds, 5 was better", or "about 2.5 seeds".
[[nodiscard]] std::string mistake_text(const Mistake& mistake, const Game& game);

/// What every legal move is worth, in seeds, for hints: "+2.0" or "+8 exact", by pit, best first.
[[nodiscard]] std::vector<std::pair<int, std::string>> advice(const Game& game, const Judge& judge,
                                                              const StopToken& stop);

}  // namespace kalah::app
