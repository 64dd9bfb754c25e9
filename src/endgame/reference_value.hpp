// Computes the value of a position from those of its children, by the reference rules: the second
// way to a database, for verifying and for rules that the builder does not cover. Pure; any thread.
#pragma once

#include "kalah/moves.hpp"
#include "rules/sweep.hpp"

namespace kalah::endgame {

/// True if the values of these rules depend on the pits alone, so that there can be a database.
[[nodiscard]] inline bool has_databases(const Rules& rules) {
    return !rules.majority_stop;
}

/// The value for the mover of a position in which a side has no seeds: the seeds left, as far as
/// the rules give them to a side regardless of who moved last.
[[nodiscard]] inline int finished_value(const Rules& rules, const Board& board) {
    if (depends_on_last_mover(rules.sweep)) return 0;
    int value = 0;
    for (const Side side : kBothSides)
        if (const auto keeper = keeper_of(rules.sweep, side, board.to_move))
            value += (*keeper == board.to_move ? 1 : -1) * seeds_in_row(board, side);
    return value;
}

/// The future difference of stores, mover's minus other's. Both sides have seeds. `value_of` gives
/// that of a child in which both still have some, seen from its own mover.
template <class ValueOf>
[[nodiscard]] int reference_value(const Rules& rules, const Board& board, ValueOf value_of) {
    const Side me = board.to_move;
    int best = -seeds_in_pits(board) - 1;
    for (const int pit : legal_moves(board)) {
        Board child = board;
        const bool over = apply(rules, child, pit).over;
        int value = (child.store(me) - board.store(me)) -
                    (child.store(opponent(me)) - board.store(opponent(me)));
        if (!over) value += child.to_move == me ? value_of(child) : -value_of(child);
        if (value > best) best = value;
    }
    return best;
}

}  // namespace kalah::endgame
