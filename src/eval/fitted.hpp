// Evaluation `fitted`: the store difference plus a fitted worth of the seeds in the pits. It is
// from no document: tools/fit fits it by least squares to the exact values of positions that could
// be solved, and otherwise to the values of searches with `store`; the table's first line says how.
// Each pair of opposite pits adds a table entry for the number of seeds in the own and in the
// opposite pit: so it knows pits that end in the store, captures that threaten and seeds that are
// far from home. Made for six pits and single-lap sowing; elsewhere it is the store difference.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "eval/features.hpp"

namespace kalah::eval {

struct Fitted {
    static constexpr const char* kName = "fitted";
    static constexpr const char* kMeaning = "stores and the fitted worth of the pits, in seeds";
    static constexpr int kPerSeed = 4;
    static constexpr int kAgain = 0;
    static constexpr int bonus(int /*width*/) { return 0; }  // no more than the seeds left can give

    static constexpr int kPits = 6;
    static constexpr int kCounts = 16;  // 15 stands for 15 or more
    static constexpr std::size_t kTableSize = std::size_t{kPits} * kCounts * kCounts;

    /// The table's entry for a pit of the mover and the one opposite.
    template <class Position>
    [[nodiscard]] static std::size_t cell(const Position& position, int pit) {
        const auto own = static_cast<std::size_t>(std::min(position.seeds(pit), kCounts - 1));
        const auto opposite =
            static_cast<std::size_t>(std::min(position.other_seeds(kPits - 1 - pit), kCounts - 1));
        return (static_cast<std::size_t>(pit) * kCounts + own) * kCounts + opposite;
    }

    template <class Position>
    [[nodiscard]] static int value(const Position& position, int /*again*/) {
        const int stores = kPerSeed * store_difference(position);
        if (position.width() != kPits || !position.single_lap()) return stores;
        int sum = 0;
        for (int pit = 0; pit < kPits; ++pit) sum += kTable[cell(position, pit)];
        const int most = kPerSeed * (position.seeds_in_row() + position.other_seeds_in_row());
        return stores + std::clamp(sum, -most, most);
    }
    template <class Position>
    [[nodiscard]] static EvalParts parts(const Position& position, int /*again*/) {
        EvalParts parts{stores_part(position, kPerSeed)};
        if (position.width() != kPits || !position.single_lap()) return parts;
        int sum = 0;
        for (int pit = 0; pit < kPits; ++pit) {
            const int entry = kTable[cell(position, pit)];
            parts.push_back({"table", 1, entry, pit});
            sum += entry;
        }
        const int most = kPerSeed * (position.seeds_in_row() + position.other_seeds_in_row());
        parts.push_back({"excess", std::clamp(sum, -most, most) - sum, 1});
        return parts;
    }

  private:
    static constexpr std::array<std::int16_t, kTableSize> kTable = {
#include "eval/fitted_table.inc"
    };
};

}  // namespace kalah::eval
