// Knowledge-based alpha-beta: the thesis's own search (document 000, 1.2.5, figure 5). Alpha-beta
// that does not follow a move which makes things too bad for its player. It looks deeper while
//   utility where the search began - utility after the move <= max(60 - depth, 20)
// both from the view of the player who makes the move. Beyond that, the utility is the value.
//
// Readings. Figure 5 takes `initialUtility` once, outside the loop: the position where the search
// began (PruningLimits::From::root, the default). The text can also be read per node ("prior to the
// new move"): the cost of a move is the difference to the position before it (From::node).
// `currentDepth` is 0 for the moves at the root. The limits are in the unit of the thesis's
// utilities, 4 per seed, and are converted to the unit of the evaluation: 60 is 15 seeds under any
// evaluation. run_knowledge.cpp handles the case that the pruning leaves nothing to search.
#pragma once

#include "search/minimax.hpp"

namespace kalah::search {

template <class Position, class Eval, class Tracer = NoTracer>
class KnowledgeAlphaBeta {
  public:
    /// The pruning replaces subtrees by estimates.
    static constexpr bool kProves = false;

    /// `seed` is what a seed weighs in the evaluation.
    KnowledgeAlphaBeta(Control& control, const PruningLimits& limits, const Position& root,
                       int seed, Tracer tracer = {})
        : control_(control),
          trace_(tracer),
          limits_(limits),
          root_utility_(Eval::value(root, 0)),
          seed_(seed) {}

    /// As in Minimax; the contract of the window is that of AlphaBeta, for the tree that the
    /// pruning leaves.
    int move_value(const Position& child, Step step, int depth, int alpha, int beta) {
        return value_of(child, step, depth, alpha, beta, 0, root_utility_);
    }

    [[nodiscard]] const PrincipalVariation& line() const { return lines_[0]; }
    [[nodiscard]] bool cut_by_depth() const { return cut_by_depth_; }
    void reset_cut() { cut_by_depth_ = false; }
    [[nodiscard]] const Tracer& trace() const { return trace_; }

  private:
    /// `before` is the utility that the cost of the move is counted from, for its player.
    int value_of(const Position& child, Step step, int depth, int alpha, int beta, int ply,
                 int before) {
        const auto here = static_cast<std::size_t>(ply);
        const int sign = step.extra_turn ? 1 : -1;
        lines_[here].clear();
        trace_.enter(child, step, depth, alpha, beta);
        if (control_.count()) return trace_.stopped();
        if (step.over) return trace_.leaf(Reason::over, sign * eval::finished<Eval>(child));
        const int utility = sign * Eval::value(child, control_.again(step.extra_turn));
        if (depth == 0) {
            cut_by_depth_ = true;
            return trace_.leaf(Reason::depth, utility);
        }
        const int cost = kQuarters * (before - utility);
        const int limit = seed_ * std::max(limits_.limit - limits_.fall * ply, limits_.least);
        trace_.cost(cost, limit, seed_);
        if (cost > limit) return trace_.leaf(Reason::limit, utility);

        const int next_before =
            sign * (limits_.from == PruningLimits::From::node ? utility : before);
        if (!step.extra_turn) {
            const int negated = -alpha;
            alpha = -beta;
            beta = negated;
        }
        int best = -kInfinity;
        for (const int pit : child.legal_moves()) {
            Position next = child;
            const Step next_step = next.play(pit);
            trace_.move(pit);
            const int value = value_of(next, next_step, depth - 1, std::max(alpha, best), beta,
                                       ply + 1, next_before);
            if (control_.stopped()) return trace_.stopped();
            if (value <= best) continue;
            best = value;
            if (value > alpha) lines_[here].set(pit, lines_[here + 1]);
            if (value >= beta) break;
        }
        return trace_.inner(sign * best);
    }

    static constexpr int kQuarters = 4;  // of a seed: the unit of the limits

    Control& control_;
    [[no_unique_address]] Tracer trace_;
    PruningLimits limits_;
    int root_utility_;
    int seed_;
    bool cut_by_depth_ = false;
    std::array<PrincipalVariation, kMaxSearchDepth + 2> lines_;
};

}  // namespace kalah::search
