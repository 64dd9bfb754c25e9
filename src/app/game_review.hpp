// Looking back at a game: what each move cost, by what a strong player thinks of it.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "rules/game.hpp"

namespace kalah::app {

struct Mistake {
    std::size_t move = 0;  // index into the game's moves
    int better = 0;        // the pit that was best
    double cost = 0;       // seeds
    bool exact = false;    // proved, not estimated
};

/// The moves of the sides asked for that cost at least half a seed, worst first. Thinks
/// `milliseconds` over each move.
[[nodiscard]] std::vector<Mistake> review(const Game& game, bool south, bool north,
                                          int milliseconds, const std::atomic<bool>& stop);

/// A line for people: "move 7, south: 3 cost 2.5 seeds, 5 was better".
[[nodiscard]] std::string mistake_text(const Mistake& mistake, const Game& game);

/// What every legal move is worth, in seeds, for hints: "+2.0" or "+8 exact", by pit.
[[nodiscard]] std::vector<std::pair<int, std::string>> advice(const Game& game, int milliseconds,
                                                              const std::atomic<bool>& stop);

}  // namespace kalah::app
