// Knowledge-based alpha-beta: the thesis's own search (document 000, 1.2.5, figure 5). Alpha-beta
// that does not follow a move which has made things too bad for its player: while
//   utility where the search began - utility after the move <= max(60 - depth, 20)
// both seen from the player who makes the move, it looks deeper; beyond, the utility is the value.
//
// Readings. The text can also be read per node ("prior to the new move": the difference to the
// position before it, summed up along the branch); figure 5 takes `initialUtility` once, outside
// the loop, and so do we: the position where the search began. `currentDepth` is 0 for the moves at
// the root. The limits are in units of the utility (60 is 15 seeds under `simple`).
// What happens when nothing is left to look at stands in run_knowledge.cpp.
#pragma once

#include "search/minimax.hpp"

namespace kalah::search {

template <class Position, class Eval>
class KnowledgeAlphaBeta {
  public:
    /// What its pruning leaves out was only estimated.
    static constexpr bool kProves = false;

    /// `unit` is what values are divided by for display.
    KnowledgeAlphaBeta(Control& control, const Position& root, int unit)
        : control_(control), root_utility_(Eval::value(root, false)), unit_(unit) {}

    /// As in Minimax; the contract of the window is that of AlphaBeta, for the tree that the
    /// pruning leaves. `mine`: the move is the root player's.
    int move_value(const Position& child, Step step, int depth, int alpha, int beta, int ply = 0,
                   bool mine = true) {
        const auto here = static_cast<std::size_t>(ply);
        const int sign = step.extra_turn ? 1 : -1;
        lines_[here].clear();
        if (control_.count()) return 0;
        if (step.over) return sign * eval::finished<Eval>(child);
        const int utility = sign * Eval::value(child, step.extra_turn);
        if (depth == 0) {
            cut_by_depth_ = true;
            return utility;
        }
        const int before = mine ? root_utility_ : -root_utility_;
        if (before - utility > unit_ * std::max(60 - ply, 20)) return utility;

        const bool next_mine = step.extra_turn ? mine : !mine;
        if (!step.extra_turn) {
            const int negated = -alpha;
            alpha = -beta;
            beta = negated;
        }
        int best = -kInfinity;
        for (const int pit : child.legal_moves()) {
            Position next = child;
            const Step next_step = next.play(pit);
            const int value = move_value(next, next_step, depth - 1, std::max(alpha, best), beta,
                                         ply + 1, next_mine);
            if (control_.stopped()) return 0;
            if (value <= best) continue;
            best = value;
            if (value > alpha) lines_[here].set(pit, lines_[here + 1]);
            if (value >= beta) break;
        }
        return sign * best;
    }

    [[nodiscard]] const PrincipalVariation& line() const { return lines_[0]; }
    [[nodiscard]] bool cut_by_depth() const { return cut_by_depth_; }
    void reset_cut() { cut_by_depth_ = false; }

  private:
    Control& control_;
    int root_utility_;
    int unit_;
    bool cut_by_depth_ = false;
    std::array<PrincipalVariation, kMaxSearchDepth + 2> lines_;
};

}  // namespace kalah::search
