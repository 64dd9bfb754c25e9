// Evaluation `long-turn`: what document 003 wished for its browser game: an evaluation that also
// sees the seeds in the pits and makes longer turns. The weights are ours: 6 a seed of store
// difference, 1 a seed of row difference, 3 a pit that gives another move (minus the opponent's), 3
// for moving again.
#pragma once

#include "eval/features.hpp"

namespace kalah::eval {

struct LongTurn {
    static constexpr const char* kName = "long-turn";
    static constexpr const char* kMeaning = "document 003's wish: stores, seeds and long turns";
    static constexpr int kPerSeed = 6;
    static constexpr int kExtraTurn = 3;
    // Seeds in the rows need no bonus: in a store they would count more.
    static constexpr int bonus(int width) { return kExtraTurn * (width + 1); }

    template <class Position>
    [[nodiscard]] static int value(const Position& position, bool again) {
        return kPerSeed * store_difference(position) + position.seeds_in_row() -
               position.other_seeds_in_row() +
               kExtraTurn *
                   (extra_turn_pits(position) - other_extra_turn_pits(position) + (again ? 1 : 0));
    }
};

}  // namespace kalah::eval
