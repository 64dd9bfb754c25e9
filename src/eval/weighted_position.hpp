// A position that brings the weights of `knowledge` and `knowledge-both` along.
#pragma once

#include "kalah/eval.hpp"
#include "rules/position.hpp"

namespace kalah::eval {

class WeightedPosition : public PlainPosition {
  public:
    WeightedPosition(const Rules& rules, const Board& board, const KnowledgeWeights& weights,
                     int laps_lead = 0)
        : PlainPosition(rules, board, laps_lead), weights_(weights) {}

    [[nodiscard]] const KnowledgeWeights& weights() const { return weights_; }

  private:
    KnowledgeWeights weights_;
};

}  // namespace kalah::eval
