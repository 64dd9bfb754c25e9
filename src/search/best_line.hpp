// Completes the line behind a move at the root. A search with a table leaves only the beginning of
// the line: it ends where the table answered, with MTD(f) after the mover's first turn. BestLine
// finds the rest afterwards:
// - of an exact score, by searching each position for the move that keeps the value, with the help
//   of the table. The line is perfect play to the end of the game, or, if a limit stops the search,
//   as far as it is proved.
// - of an estimate, by what the table still holds: legal moves, but guesses towards the end.
// For the searching thread, between two iterations.
#pragma once

#include "search/job.hpp"
#include "search/root.hpp"

namespace kalah::search {

template <class Position, class Algorithm>
class BestLine {
  public:
    /// After an iteration of `depth` that took `nodes` nodes. A line may take half as many nodes
    /// again (and a few more, for small searches). These nodes do not count as the search's; their
    /// time does.
    BestLine(const Job& job, int depth, std::uint64_t nodes)
        : job_(job), depth_(depth), node_limit_(nodes / 2 + kFewNodes) {}

    /// Extends a line of perfect play (at first the searched one, later the result of this
    /// function) towards the end of the game. `value` is the exact value of the move.
    void extend_exact(const RootMove<Position>& move, int value, PrincipalVariation& line) const {
        const End end = end_of(line, move);
        if (end.over) return;
        SearchLimits limits;
        limits.time = job_.options.limits.time;
        limits.nodes = node_limit_;
        Control control(limits, job_.start, job_.stop, job_.again());
        Algorithm search(job_.options.techniques, control, job_.table, job_.database);
        follow(end.position, end.mine ? value : -value, search, control, line);
    }

    /// The line of a move whose value is an estimate: no longer than the search depth, unless the
    /// search itself looked further.
    [[nodiscard]] PrincipalVariation estimated(const RootMove<Position>& move,
                                               const Algorithm& search) const {
        PrincipalVariation line = move.line;
        const End end = end_of(line, move);
        const std::size_t most = std::max(line.size(), static_cast<std::size_t>(depth_));
        if (!end.over) search.table_line(end.position, line);
        line.shorten(most);
        return line;
    }

  private:
    static constexpr std::uint64_t kFewNodes = 10'000;

    struct End {
        Position position;
        bool over;
        bool mine;  // the player to move is the one at the root
    };
    [[nodiscard]] static End end_of(const PrincipalVariation& line,
                                    const RootMove<Position>& move) {
        End end{move.child, move.step.over, move.step.extra_turn};
        for (std::size_t i = 1; i < line.size() && !end.over; ++i) {
            const Step step = end.position.play(line[i]);
            end.over = step.over;
            end.mine = end.mine == step.extra_turn;
        }
        return end;
    }

    /// Adds perfect play from a position whose value for its mover is known, as far as it can be
    /// proved.
    void follow(Position position, int value, Algorithm& search, const Control& control,
                PrincipalVariation& line) const {
        // Pure searches know positions at one depth only; all others may look to the end.
        const int last = job_.options.techniques.pure ? depth_ : kMaxSearchDepth;
        for (int left = last - static_cast<int>(line.size()); left > 0; --left) {
            const auto pit = move_worth(position, value, left - 1, search, control);
            if (!pit) return;
            line.push(*pit);
            const Step step = position.play(*pit);
            if (step.over) return;
            if (!step.extra_turn) value = -value;
        }
    }

    /// The first move that keeps the value; tries the table's move first. Nothing if a limit was
    /// reached.
    [[nodiscard]] static std::optional<int> move_worth(const Position& position, int value,
                                                       int depth, Algorithm& search,
                                                       const Control& control) {
        const auto keeps_value = [&](int pit) {
            Position child = position;
            const Step step = child.play(pit);
            search.reset_cut();
            const int found = search.move_value(child, step, depth, value - 1, value);
            if (control.stopped() || search.cut_by_depth()) return false;
            return step.over ? found == value : found >= value;
        };
        PrincipalVariation guess;
        search.table_line(position, guess);
        if (guess.size() > 0 && keeps_value(guess[0])) return guess[0];
        for (const int pit : position.legal_moves()) {
            if (control.stopped()) break;
            if (keeps_value(pit)) return pit;
        }
        return std::nullopt;
    }

    const Job& job_;
    int depth_;
    std::uint64_t node_limit_;
};

}  // namespace kalah::search
