// The moves at the root: one iteration over all of them, by plain windows or by MTD(f), with ties,
// lines and full values for analysis. Works with any algorithm that has move_value.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "search/alphabeta.hpp"

namespace kalah::search {

struct RootOptions {
    Ties ties = Ties::first;
    bool mtdf = false;        // MTD(f) instead of an open window
    bool all_values = false;  // a value for every move, not only a bound for the worse ones
    bool best_first = false;  // the best move of the last iteration is tried first in the next
};

template <class Position>
struct RootMove {
    int pit = 0;
    Step step{};
    Position child;
    int value = -kInfinity;  // a value if it is the best or all_values is set, else an upper bound
    std::optional<int> before;     // value of the last finished iteration
    PrincipalVariation line = {};  // this move and what follows
    bool proved_equal = false;     // to the best
    bool complete = false;         // nothing was cut off by depth below it (all_values only)
};

template <class Position, class Algorithm>
class Root {
  public:
    Root(const Position& position, const RootOptions& options, Algorithm& algorithm,
         const Control& control)
        : options_(options), algorithm_(algorithm), control_(control) {
        for (const int pit : position.legal_moves()) {
            Position child = position;
            const Step step = child.play(pit);
            moves_.push_back({pit, step, child, -kInfinity, {}, {}, false, false});
        }
    }

    /// The first guess of MTD(f), if no smaller depth gives one.
    void guess(int value) { last_value_ = value; }

    [[nodiscard]] const std::vector<RootMove<Position>>& moves() const { return moves_; }
    /// True if nothing was cut off by depth in the last iteration.
    [[nodiscard]] bool complete() const { return complete_; }

    /// One iteration. The best move, or nothing if the control stopped it; `moves` then holds what
    /// was finished (`value` of the others is -kInfinity).
    std::optional<std::size_t> iterate(int depth) {
        algorithm_.reset_cut();
        algorithm_.trace().begin_iteration(depth);
        complete_ = true;
        for (auto& move : moves_) {
            move.value = -kInfinity;
            move.proved_equal = false;
        }
        const std::optional<std::size_t> best = options_.all_values ? value_all(depth)
                                                : options_.mtdf     ? converge(depth)
                                                                    : pass(depth, Purpose::best);
        if (!best || control_.stopped()) return std::nullopt;
        if (options_.ties == Ties::random && !prove_ties(depth, *best)) return std::nullopt;
        complete_ = complete_ && !algorithm_.cut_by_depth();
        last_value_ = moves_[*best].value;
        for (auto& move : moves_) move.before = move.value;
        if (!options_.best_first) return best;
        std::rotate(moves_.begin(), moves_.begin() + static_cast<std::ptrdiff_t>(*best),
                    moves_.begin() + static_cast<std::ptrdiff_t>(*best) + 1);
        return 0;
    }

  private:
    /// Searches all moves with one window; returns the best.
    std::optional<std::size_t> pass(int depth, Purpose purpose, int alpha = -kInfinity,
                                    int beta = kInfinity) {
        algorithm_.trace().begin_pass(purpose, alpha, beta);
        std::optional<std::size_t> best;
        int best_value = -kInfinity;
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            const int value = move_value(i, depth, std::max(alpha, best_value), beta);
            if (control_.stopped()) return std::nullopt;
            if (!best || value > best_value) {
                best = i;
                best_value = value;
            }
            if (value >= beta) break;
        }
        algorithm_.trace().end_pass(best_value);
        return best;
    }

    /// MTD(f) (Plaat, Schaeffer, Pijls and de Bruin 1996): passes with empty windows, each of which
    /// moves a bound, until the bounds meet.
    std::optional<std::size_t> converge(int depth) {
        int lower = -kInfinity;
        int upper = kInfinity;
        int guess = last_value_;
        std::optional<std::size_t> best;
        while (lower < upper) {
            const int beta = std::max(guess, lower + 1);
            const auto found = pass(depth, Purpose::mtdf, beta - 1, beta);
            if (!found) return std::nullopt;
            guess = moves_[*found].value;
            if (guess >= beta) {
                lower = guess;
                best = found;
            } else {
                upper = guess;
            }
        }
        if (best) moves_[*best].value = guess;
        return best;
    }

    std::optional<std::size_t> value_all(int depth) {
        algorithm_.trace().begin_pass(Purpose::values, -kInfinity, kInfinity);
        std::optional<std::size_t> best;
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            algorithm_.reset_cut();
            if (options_.mtdf)
                converge_on(i, depth);
            else
                move_value(i, depth, -kInfinity, kInfinity);
            if (control_.stopped()) return std::nullopt;
            moves_[i].complete = !algorithm_.cut_by_depth();
            complete_ = complete_ && moves_[i].complete;
            if (!best || moves_[i].value > moves_[*best].value) best = i;
        }
        algorithm_.trace().end_pass(moves_[*best].value);
        return best;
    }

    void converge_on(std::size_t i, int depth) {
        int lower = -kInfinity;
        int upper = kInfinity;
        int guess = moves_[i].before.value_or(last_value_);
        while (lower < upper && !control_.stopped()) {
            const int beta = std::max(guess, lower + 1);
            guess = move_value(i, depth, beta - 1, beta);
            (guess >= beta ? lower : upper) = guess;
        }
    }

    int move_value(std::size_t i, int depth, int alpha, int beta) {
        RootMove<Position>& move = moves_[i];
        algorithm_.trace().move(move.pit);
        const int value = algorithm_.move_value(move.child, move.step, depth - 1, alpha, beta);
        if (control_.stopped()) return value;
        move.value = value;
        if (value > alpha || move.line.size() == 0) move.line.set(move.pit, algorithm_.line());
        return value;
    }

    /// Finds the moves as good as the best: searches each with an empty window just below it.
    bool prove_ties(int depth, std::size_t best) {
        const int value = moves_[best].value;
        algorithm_.trace().begin_pass(Purpose::ties, value - 1, value);
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            const int kept = moves_[i].value;
            moves_[i].proved_equal =
                i == best || (kept >= value && move_value(i, depth, value - 1, value) >= value);
            if (control_.stopped()) return false;
        }
        algorithm_.trace().end_pass(value);
        return true;
    }

    RootOptions options_;
    Algorithm& algorithm_;
    const Control& control_;
    bool complete_ = false;
    int last_value_ = 0;  // of the last finished iteration: where MTD(f) begins
    std::vector<RootMove<Position>> moves_;
};

}  // namespace kalah::search
