// One kind of position for every game, which picks its evaluation at run time: for traced searches,
// which need not be compiled for every kind of position and evaluation, and for those with weights
// of their own. Values and hashes equal those of the kinds in position.hpp, so that a table keeps
// and replaces the same entries.
#pragma once

#include <algorithm>

#include "eval/eval.hpp"
#include "eval/weighted_position.hpp"
#include "kalah/engine.hpp"
#include "search/trace.hpp"

namespace kalah::search {

class AnyPosition : public eval::WeightedPosition {
  public:
    AnyPosition(const Rules& rules, const Board& board, const EngineOptions& options)
        : WeightedPosition(rules, board, options.weights),
          eval_(options.eval),
          fast_(FastBoard::covers(rules, board)) {}

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
    static int per_seed(const AnyPosition& position) { return value_per_seed(position.eval()); }
    static int bonus(const AnyPosition& position) {
        const KnowledgeWeights& weights = position.weights();
        const int usual = eval::with_eval(
            position.eval(), [&](auto eval) { return decltype(eval)::bonus(position.width()); });
        if (weights == KnowledgeWeights{}) return usual;
        return std::max(usual,
                        position.width() * std::max({weights.lap, weights.store, weights.empty}));
    }
    static int value(const AnyPosition& position, int again) {
        return eval::with_eval(position.eval(),
                               [&](auto eval) { return decltype(eval)::value(position, again); });
    }
    static bool counts_laps(const AnyPosition& position) {
        return eval::with_eval(position.eval(), [&](auto eval) {
            return eval::counts_laps<decltype(eval)>(position);
        });
    }
    static int finished(const AnyPosition& position) {
        return eval::with_eval(position.eval(),
                               [&](auto eval) { return eval::finished<decltype(eval)>(position); });
    }
};

}  // namespace kalah::search
