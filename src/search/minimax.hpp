// Minimax: searches every line to the full depth. The slowest search, and the oracle of all others.
#pragma once

#include <algorithm>
#include <array>

#include "eval/eval.hpp"
#include "rules/position.hpp"
#include "search/limits.hpp"
#include "search/principal_variation.hpp"
#include "search/tracer.hpp"

namespace kalah::search {

template <class Position, class Eval, class Tracer = NoTracer>
class Minimax {
  public:
    /// A value is proved if no line was cut off by depth.
    static constexpr bool kProves = true;

    explicit Minimax(Control& control, Tracer tracer = {}) : control_(control), trace_(tracer) {}

    /// The value of a move, for the player who made it: it led to `child`, where `depth` more
    /// sowings are looked at. Ignores the window. Worthless once the control has stopped.
    int move_value(const Position& child, Step step, int depth, int /*alpha*/, int /*beta*/,
                   int ply = 0) {
        const int sign = step.extra_turn ? 1 : -1;
        lines_[static_cast<std::size_t>(ply)].clear();
        trace_.enter(child, step, depth, -kInfinity, kInfinity);
        if (control_.count()) return trace_.stopped();
        if (step.over) return trace_.leaf(Reason::over, sign * eval::finished<Eval>(child));
        if (depth == 0) {
            cut_by_depth_ = true;
            return trace_.leaf(Reason::depth,
                               sign * Eval::value(child, control_.again(step.extra_turn)));
        }
        int best = -kInfinity;
        for (const int pit : child.legal_moves()) {
            Position next = child;
            const Step next_step = next.play(pit);
            trace_.move(pit);
            const int value = move_value(next, next_step, depth - 1, 0, 0, ply + 1);
            if (control_.stopped()) return trace_.stopped();
            if (value <= best) continue;
            best = value;
            lines_[static_cast<std::size_t>(ply)].set(pit,
                                                      lines_[static_cast<std::size_t>(ply) + 1]);
        }
        return trace_.inner(sign * best);
    }

    /// The best line behind the move valued last.
    [[nodiscard]] const PrincipalVariation& line() const { return lines_[0]; }
    /// True if a line was cut off by depth since the last reset: the values are estimates.
    [[nodiscard]] bool cut_by_depth() const { return cut_by_depth_; }
    void reset_cut() { cut_by_depth_ = false; }
    [[nodiscard]] const Tracer& trace() const { return trace_; }

  private:
    Control& control_;
    [[no_unique_address]] Tracer trace_;
    bool cut_by_depth_ = false;
    std::array<PrincipalVariation, kMaxSearchDepth + 2> lines_;
};

}  // namespace kalah::search
