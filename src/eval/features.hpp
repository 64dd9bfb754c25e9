// What several evaluations read off a position, always for the side to move.
#pragma once

#include "kalah/eval.hpp"

namespace kalah::eval {

/// Store difference, mover's minus other's.
template <class Position>
[[nodiscard]] int store_difference(const Position& position) {
    return position.store() - position.other_store();
}

template <class Position>
[[nodiscard]] EvalPart stores_part(const Position& position, int per_seed) {
    return {"stores", store_difference(position), per_seed};
}
/// The part of an evaluation for `again` (see eval.hpp).
[[nodiscard]] inline EvalPart again_part(int again) {
    return {"again", 1, again};
}

/// True if `seeds` seeds, sown once from a pit, end in the owner's store: on 6 pits, pit 5 (the
/// last) with 1, 14, 27.. seeds. Exact for single-lap sowing, a hint for multi-lap.
[[nodiscard]] constexpr bool ends_in_store(int pit, int seeds, int width) {
    return seeds > 0 && seeds % (2 * width + 1) == width - pit;
}

/// Pits of the mover whose seeds end in its store.
template <class Position>
[[nodiscard]] int extra_turn_pits(const Position& position) {
    int count = 0;
    for (int pit = 0; pit < position.width(); ++pit)
        count += ends_in_store(pit, position.seeds(pit), position.width()) ? 1 : 0;
    return count;
}

/// The same for the other side.
template <class Position>
[[nodiscard]] int other_extra_turn_pits(const Position& position) {
    int count = 0;
    for (int pit = 0; pit < position.width(); ++pit)
        count += ends_in_store(pit, position.other_seeds(pit), position.width()) ? 1 : 0;
    return count;
}

}  // namespace kalah::eval
