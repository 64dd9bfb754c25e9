// Random positions, rules and games for property tests, repeatable from their seeds.
#pragma once

#include <random>
#include <vector>

#include "kalah/game.hpp"

namespace kalah::test {

using Random = std::mt19937_64;

/// A number from least to most, both included; the same on every machine.
[[nodiscard]] int pick(Random& random, int least, int most);

/// A position with at most `most_seeds` seeds anywhere, pits of all fillings, either side to move;
/// not always reachable. The mover has a seed to sow.
[[nodiscard]] Board random_board(Random& random, int width, int most_seeds);

/// One of the movable pits.
[[nodiscard]] int random_pit(Random& random, const Board& board);

/// Every combination of the rule options: 3 x 2 x 2 x 3 x 2.
[[nodiscard]] std::vector<Rules> all_rules();

/// A game of random moves, played to its end.
[[nodiscard]] Game random_game(Random& random, const Rules& rules, const Board& start);

}  // namespace kalah::test
