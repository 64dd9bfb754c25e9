// Evaluation `knowledge`: the knowledge-based utility of the thesis (document 000, 1.1.2.2
// and 1.2.2): 4 a seed of store difference, and for the current player 4 a pit with 13 seeds (a
// lap: the last seed captures at home), 2 a pit whose seeds end exactly in the store, 1 an empty
// pit.
//
// Readings. "Current player" is taken as the player to move in the position evaluated, because the
// thesis speaks of what "allows the current player" to move again and to capture next: only who is
// to move can do so. The same advantages of the opponent do not count against him; `knowledge-both`
// is the symmetric reading, player minus opponent. 13 is one lap, 2p+1 on p pits. "Exactly in the
// store" counts modulo a lap. A finished game has nothing but its stores.
#pragma once

#include "eval/features.hpp"

namespace kalah::eval {

/// The advantages of one row of pits.
template <class Seeds>
[[nodiscard]] int row_knowledge(int width, Seeds seeds) {
    int sum = 0;
    for (int pit = 0; pit < width; ++pit) {
        const int count = seeds(pit);
        if (count == 0)
            sum += 1;
        else if (count == 2 * width + 1)
            sum += 4;
        else if (ends_in_store(pit, count, width))
            sum += 2;
    }
    return sum;
}

struct Knowledge {
    static constexpr const char* kName = "knowledge";
    static constexpr const char* kMeaning = "thesis: 4 x store difference and the mover's chances";
    static constexpr int kPerSeed = 4;
    static constexpr int bonus(int width) { return 4 * width; }

    template <class Position>
    [[nodiscard]] static int value(const Position& position, bool /*again*/) {
        return kPerSeed * store_difference(position) +
               row_knowledge(position.width(), [&](int pit) { return position.seeds(pit); });
    }
};

struct KnowledgeBoth {
    static constexpr const char* kName = "knowledge-both";
    static constexpr const char* kMeaning = "the same, minus the opponent's chances";
    static constexpr int kPerSeed = 4;
    static constexpr int bonus(int width) { return 4 * width; }

    template <class Position>
    [[nodiscard]] static int value(const Position& position, bool again) {
        return Knowledge::value(position, again) -
               row_knowledge(position.width(), [&](int pit) { return position.other_seeds(pit); });
    }
};

}  // namespace kalah::eval
