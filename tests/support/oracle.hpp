// Exact values without any pruning, from the reference rules, to hold fast searches against.
#pragma once

#include <algorithm>
#include <map>
#include <string>

#include "kalah/moves.hpp"
#include "kalah/notation.hpp"

namespace kalah::test {

/// The final store difference for the mover: negamax by the reference rules with memoisation.
class Oracle {
  public:
    explicit Oracle(const Rules& rules) : rules_(rules) {}
    int value(const Board& board) {
        const auto [at, is_new] = known_.try_emplace(to_text(board), 0);
        if (!is_new) return at->second;
        int best = -10'000;
        for (const int pit : legal_moves(board)) best = std::max(best, move_value(board, pit));
        return known_[to_text(board)] = best;
    }
    int move_value(const Board& board, int pit) {
        Board child = board;
        const MoveResult played = apply(rules_, child, pit);
        const Side me = board.to_move;
        return played.over           ? child.store(me) - child.store(opponent(me))
               : child.to_move == me ? value(child)
                                     : -value(child);
    }

  private:
    Rules rules_;
    std::map<std::string, int> known_;
};

}  // namespace kalah::test
