// Evaluation `again`: document 002. Store difference, and 6 for the side that can move again: in a
// position reached by a move that gave another one, the side to move is the one that moves again.
// From the start of 6x6 the six successors are 7 1 1 1 1 1 for the first player. Once the game is
// over nobody can.
#pragma once

#include "eval/features.hpp"

namespace kalah::eval {

struct Again {
    static constexpr const char* kName = "again";
    static constexpr const char* kMeaning = "document 002: store difference, 6 for moving again";
    static constexpr int kPerSeed = 1;
    static constexpr int kAgain = 6;
    static constexpr int bonus(int /*width*/) { return kAgain; }

    template <class Position>
    [[nodiscard]] static int value(const Position& position, bool again) {
        return store_difference(position) + (again ? kAgain : 0);
    }
};

}  // namespace kalah::eval
