// Iterative deepening: depth after depth until a limit is met or the game is searched to its end.
// The result of an unfinished depth is thrown away, so that all moves are searched equally deep.
#pragma once

#include <algorithm>
#include <array>
#include <tuple>

#include "search/best_line.hpp"
#include "search/job.hpp"
#include "search/root.hpp"

namespace kalah::search {

template <class Position, class Algorithm>
class Deepening {
  public:
    Deepening(const Job& job, const Position& position, Algorithm& algorithm, Control& control)
        : job_(job),
          algorithm_(algorithm),
          control_(control),
          root_(position, job.root_options(), algorithm, control) {
        if constexpr (kHasTable)
            if (!job.options.deepening) root_.guess(Algorithm::estimate(position));
        report_.pit = root_.moves().front().pit;
        report_.line = {report_.pit};
    }

    /// Searches from `first_depth` on. True if the game was searched to its end: nothing was cut
    /// off by depth.
    bool run(int first_depth) {
        const int last =
            std::min(job_.options.limits.depth.value_or(kMaxSearchDepth), kMaxSearchDepth);
        int depth = std::min(first_depth, last);
        for (;;) {
            const auto best = root_.iterate(depth);
            if (!best) return false;
            const bool complete = root_.complete();
            note(depth, *best, complete);
            algorithm_.trace().end_iteration(report_.pit, report_.score.value, complete);
            if (job_.on_depth) job_.on_depth(report_);
            if (complete) return true;
            if (depth >= last || only_move()) return false;
            depth = std::min(depth + job_.options.step, last);
        }
    }

    [[nodiscard]] const SearchReport& report() const { return report_; }

  private:
    /// The champion does not spend time on a move it has to make anyway.
    [[nodiscard]] bool only_move() const {
        return root_.moves().size() == 1 && !job_.all_values &&
               job_.options.algorithm == SearchAlgorithm::champion && !job_.fixed_depth();
    }

    void note(int depth, std::size_t best, bool complete) {
        const auto& moves = root_.moves();
        std::size_t chosen = best;
        if (job_.options.ties == Ties::random) {
            std::vector<std::size_t> equal;
            for (std::size_t i = 0; i < moves.size(); ++i)
                if (moves[i].proved_equal) equal.push_back(i);
            chosen = equal[job_.random % equal.size()];
        }
        report_.depth = depth;
        report_.pit = moves[chosen].pit;
        report_.score = score(moves[best].value, complete);
        report_.line =
            full_line(moves[chosen], score(moves[best].value, complete || moves[chosen].complete));
        report_.nodes = control_.all_nodes();
        report_.seconds = job_.seconds();
        if (!job_.all_values) return;
        report_.moves.clear();
        for (const auto& move : moves)
            report_.moves.push_back({move.pit, score(move.value, move.complete),
                                     full_line(move, score(move.value, move.complete))});
        // Of equal moves, the chosen one first.
        const auto key = [&](const MoveReport& move) {
            return std::tuple(-move.score.value, move.pit != report_.pit, move.pit);
        };
        std::sort(report_.moves.begin(), report_.moves.end(),
                  [&](const MoveReport& a, const MoveReport& b) { return key(a) < key(b); });
    }

    [[nodiscard]] Score score(int value, bool complete) const {
        const int per_seed = value_per_seed(job_.options.eval);
        if (complete && Algorithm::kProves && per_seed > 0) return {value, per_seed, true};
        return {value, display_unit(job_.options.eval, seeds_in_all(job_.board)), false};
    }

    /// The line of a move with this score, as far as it is known.
    [[nodiscard]] std::vector<int> full_line(const RootMove<Position>& move, const Score& score) {
        if constexpr (kHasTable) {
            if (!job_.wants_lines) return move.line.pits();
            const BestLine<Position, Algorithm> best(job_, report_.depth, control_.nodes());
            if (!score.exact) return best.estimated(move, algorithm_).pits();
            // An exact value stays exact at greater depths, and so does its line.
            PrincipalVariation& line = exact_lines_[static_cast<std::size_t>(move.pit)];
            if (line.size() == 0) line = move.line;
            best.extend_exact(move, score.value, line);
            return line.pits();
        }
        return move.line.pits();
    }

    static constexpr bool kHasTable =
        requires(const Algorithm& search, const Position& position, PrincipalVariation& line) {
        search.table_line(position, line);
    };

    const Job& job_;
    Algorithm& algorithm_;
    Control& control_;
    Root<Position, Algorithm> root_;
    SearchReport report_;
    std::array<PrincipalVariation, kMaxPits> exact_lines_;  // by pit
};

}  // namespace kalah::search
