// Looking back at a game: what each move cost, by what a strong player thinks of it.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "kalah/endgame_database.hpp"
#include "kalah/game.hpp"
#include "kalah/stop_token.hpp"

namespace kalah::app {

/// Who says what moves are worth: the champion.
struct Judge {
    int milliseconds = 100;  // for each position
    std::shared_ptr<const EndgameDatabase> database = {};
};

struct Mistake {
    std::size_t move = 0;  // index into the game's moves
    int better = 0;        // the pit that was best
    double cost = 0;       // seeds
    bool exact = false;    // proved, not estimated
};

/// The moves of the sides asked for that cost at least half a seed, worst first.
[[nodiscard]] std::vector<Mistake> review(const Game& game, bool south, bool north,
                                          const Judge& judge, const StopToken& stop);

/// A line for people: "move 7, south: 3 cost exactly 2 seeds, 5 was better", or "about 2.5 seeds".
[[nodiscard]] std::string mistake_text(const Mistake& mistake, const Game& game);

/// What every legal move is worth, in seeds, for hints: "+2.0" or "+8 exact", by pit.
[[nodiscard]] std::vector<std::pair<int, std::string>> advice(const Game& game, const Judge& judge,
                                                              const StopToken& stop);

}  // namespace kalah::app
