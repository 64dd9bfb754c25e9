// The oracle of the databases: plain negamax with memoisation, by the reference rules. It knows
// nothing about ranks, blocks and levels.
#pragma once

#include <algorithm>
#include <map>

#include "kalah/moves.hpp"

namespace kalah::test {

class Oracle {
  public:
    explicit Oracle(const Rules& rules) : rules_(rules) {}

    /// The seeds that the mover will still gain, minus the opponent's; the game must not be over.
    int future(const Board& board) {
        Board seen = board.to_move == Side::south ? board : flipped(board);
        seen.stores = {};
        const auto known = values_.find(seen.pits);
        if (known != values_.end()) return known->second;
        int best = -1000;
        for (const int pit : legal_moves(seen)) {
            Board child = seen;
            const MoveResult played = apply(rules_, child, pit);
            int value = child.store(Side::south) - child.store(Side::north);
            if (!played.over) value += played.extra_turn ? future(child) : -future(child);
            best = std::max(best, value);
        }
        values_[seen.pits] = best;
        return best;
    }

  private:
    Rules rules_;
    std::map<decltype(Board::pits), int> values_;
};

}  // namespace kalah::test
