// The position and the evaluations of traced searches: one kind for every game, which picks its
// evaluation at run time, so that the searches need not be compiled for every kind of position and
// evaluation. Values and hashes equal those of the kinds in position.hpp, so that a table keeps and
// replaces the same entries.
#pragma once

#include "eval/eval.hpp"
#include "rules/position.hpp"
#include "search/trace.hpp"

namespace kalah::search {

class TracedPosition : public PlainPosition {
  public:
    TracedPosition(const Rules& rules, const Board& board, EvalId eval)
        : PlainPosition(rules, board), eval_(eval), fast_(FastBoard::covers(rules, board)) {}

    /// Valid as long as the position.
    [[nodiscard]] TracePlace place(bool over) const {
        TracePlace at{&board()};
        if (over) return at;
        for (const int pit : legal_moves()) at.moves |= 1U << static_cast<unsigned>(pit);
        return at;
    }
    [[nodiscard]] EvalId eval() const { return eval_; }
    [[nodiscard]] std::uint64_t hash() const {
        return fast_ ? FastBoard::from(board()).hash() : PlainPosition::hash();
    }

  private:
    EvalId eval_;
    bool fast_;  // the engine would use the fast board
};

/// The evaluation that the position names.
struct AnyEval {
    static int per_seed(const TracedPosition& position) { return value_per_seed(position.eval()); }
    static int bonus(const TracedPosition& position) {
        return eval::with_eval(position.eval(),
                               [&](auto eval) { return decltype(eval)::bonus(position.width()); });
    }
    static int value(const TracedPosition& position, int again) {
        return eval::with_eval(position.eval(),
                               [&](auto eval) { return decltype(eval)::value(position, again); });
    }
    static bool counts_laps(const TracedPosition& position) {
        return eval::with_eval(position.eval(), [&](auto eval) {
            return eval::counts_laps<decltype(eval)>(position);
        });
    }
    static int finished(const TracedPosition& position) {
        return eval::with_eval(position.eval(),
                               [&](auto eval) { return eval::finished<decltype(eval)>(position); });
    }
};

}  // namespace kalah::search
