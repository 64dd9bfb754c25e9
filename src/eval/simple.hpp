// Evaluation `simple`: the simple utility of the thesis (document 000, 1.2.1): four times the
// difference of the stores.
#pragma once

#include "eval/features.hpp"

namespace kalah::eval {

struct Simple {
    static constexpr const char* kName = "simple";
    static constexpr const char* kMeaning = "thesis: 4 x store difference";
    static constexpr int kPerSeed = 4;
    static constexpr int bonus(int /*width*/) { return 0; }

    template <class Position>
    [[nodiscard]] static int value(const Position& position, bool /*again*/) {
        return kPerSeed * store_difference(position);
    }
};

}  // namespace kalah::eval
