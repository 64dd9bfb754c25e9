// Turns that the moves of a row make, by real sowing: for evaluations under multi-lap sowing, where
// the number of seeds in a pit does not tell how long its turn is. Pure functions, any thread.
#pragma once

#include <cstdint>

#include "kalah/moves.hpp"

namespace kalah::eval {

/// What the moves of one side would do, each played from the same position.
struct Turns {
    enum class Of : std::uint8_t { mover, opponent };

    int best_gain = 0;    // by how much the best of them changes the store difference
    int extra_turns = 0;  // moves that give another one
};
[[nodiscard]] Turns turns_of(const Rules& rules, const Board& board, Turns::Of side);

}  // namespace kalah::eval
