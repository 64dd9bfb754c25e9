// Evaluation `five-part`: document 001. H = F1+F2+F3+F4+F5 with stores A and B, T seeds in all.
// - F1 = (A-B)(1+(A+B)/T)
// - F2 = own seeds in the pits, F3 = -the other's
// - F4 = own non-empty pits, F5 = -the other's
// More than half of all seeds in a store is +1000 or -1000, half in each is 0. The document's 72
// and 36 are those of 6x6. Kept as an integer: T times H, so that searches compare it exactly;
// display divides by T. A finished game in which no store is above half (seeds may be left under
// sweep none) is won by the greater store, +1000 or -1000 as well. The document's printed table of
// values at depth 3 does not follow from its text under any reading tried; the formula is checked
// by positions worked by hand.
#pragma once

#include "eval/features.hpp"

namespace kalah::eval {

struct FivePart {
    static constexpr const char* kName = "five-part";
    static constexpr const char* kMeaning = "document 001: weighted stores, seeds and pits";
    static constexpr int kPerSeed = 0;  // not linear in the stores
    static constexpr int bonus(int /*width*/) { return 0; }
    static constexpr int kWon = 1000;

    template <class Position>
    [[nodiscard]] static int value(const Position& position, bool /*again*/) {
        const int own = position.seeds_in_row();
        const int others = position.other_seeds_in_row();
        const int a = position.store();
        const int b = position.other_store();
        const int all = a + b + own + others;
        if (2 * a > all) return kWon * all;
        if (2 * b > all) return -kWon * all;
        if (2 * a == all && 2 * b == all) return 0;
        int pits = 0;
        for (int pit = 0; pit < position.width(); ++pit)
            pits += (position.seeds(pit) > 0 ? 1 : 0) - (position.other_seeds(pit) > 0 ? 1 : 0);
        return (a - b) * (all + a + b) + all * (own - others + pits);
    }

    template <class Position>
    [[nodiscard]] static int finished(const Position& position) {
        const int all = position.store() + position.other_store() + position.seeds_in_row() +
                        position.other_seeds_in_row();
        const int margin = store_difference(position);
        return margin == 0 ? 0 : margin > 0 ? kWon * all : -kWon * all;
    }
};

}  // namespace kalah::eval
