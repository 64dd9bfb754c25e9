// LookAhead: what a position is worth after a few more turns, by evaluation: to order moves where a
// wrong first move costs most. A small alpha-beta search without a table; moves of one turn count
// as one. Not for values: nothing of it is proved. One object per thread.
#pragma once

#include <algorithm>

#include "eval/fitted.hpp"

namespace kalah::solve {

template <class Position>
class LookAhead {
  public:
    static constexpr int kInfinity = 1'000'000'000;

    /// For the mover, in quarter seeds: exact if it lies between alpha and beta, else a bound. The
    /// mover has seeds. With turns = 0, the turn is played to its end.
    [[nodiscard]] static int value(const Position& position, int turns, int alpha, int beta) {
        int best = -kInfinity;
        for (const int pit : position.legal_moves()) {
            Position child = position;
            const auto step = child.play(pit);
            const int floor = std::max(alpha, best);
            int found = 0;
            if (step.over || (!step.extra_turn && turns == 0))
                found = eval::Fitted::value(child, false);
            else if (step.extra_turn)
                found = value(child, turns, floor, beta);
            else
                found = value(child, turns - 1, -beta, -floor);
            best = std::max(best, step.extra_turn ? found : -found);
            if (best >= beta) break;
        }
        return best;
    }
};

}  // namespace kalah::solve
