// One move, without the opponent's row: what it does to the mover's row, and what it adds to any
// other row. For the builder, single lap.
#pragma once

#include <cstdint>
#include <utility>

#include "endgame/index.hpp"

namespace kalah::endgame {

struct RowSowing {
    enum class Last : std::uint8_t { store, own_pit, other_pit };

    Row row;         // of the mover, before any capture
    int stored = 0;  // seeds that went to the store
    int rounds = 0;  // times every pit of the other side got a seed
    int added = 0;   // pits of the other side that got one more, from its left
    Last last = Last::own_pit;
    int last_pit = 0;    // if it is an own pit
    bool alone = false;  // the last seed is alone there

    /// Seeds that the other side got.
    [[nodiscard]] int given(int pits) const { return rounds * pits + added; }
};

[[nodiscard]] inline RowSowing sow_row(const Row& row, int pit, int pits) {
    RowSowing sown{row};
    int cell = pit;  // 0..pits-1 own, pits the store, then the other's
    for (int hand = std::exchange(sown.row[static_cast<std::size_t>(pit)], std::uint8_t{0});
         hand > 0; --hand) {
        cell = cell == 2 * pits ? 0 : cell + 1;
        if (cell < pits)
            ++sown.row[static_cast<std::size_t>(cell)];
        else if (cell == pits)
            ++sown.stored;
        else if (++sown.added == pits) {
            sown.added = 0;
            ++sown.rounds;
        }
    }
    sown.last = cell < pits    ? RowSowing::Last::own_pit
                : cell == pits ? RowSowing::Last::store
                               : RowSowing::Last::other_pit;
    sown.last_pit = cell;
    sown.alone = cell < pits && sown.row[static_cast<std::size_t>(cell)] == 1;
    return sown;
}

}  // namespace kalah::endgame
