// Evaluation `store`: the difference of the stores. In a finished game it is the exact result,
// which makes it the evaluation of exact searches (Irving, Donkers and Uiterwijk 2000) and of the
// browser game of document 003.
#pragma once

#include "eval/features.hpp"

namespace kalah::eval {

struct Store {
    static constexpr const char* kName = "store";
    static constexpr const char* kMeaning = "store difference, in seeds";
    static constexpr int kPerSeed = 1;
    static constexpr int bonus(int /*width*/) { return 0; }

    template <class Position>
    [[nodiscard]] static int value(const Position& position, bool /*again*/) {
        return store_difference(position);
    }
};

}  // namespace kalah::eval
