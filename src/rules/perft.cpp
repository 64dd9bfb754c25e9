#include "rules/perft.hpp"

#include <algorithm>
#include <cassert>
#include <concepts>

#include "rules/fast_board.hpp"

namespace kalah {
namespace {

/// The depth of subtrees that are counted without calling the watch. They take a few milliseconds
/// at most, estimated by the seeds that their moves can drop: a single-lap move drops the seeds of
/// one pit, a multi-lap move may go round once for every seed.
int unwatched_depth(const Rules& rules, const Board& board) {
    constexpr double kDrops = 2e6;
    const double seeds = seeds_in_all(board);
    double drops = rules.sowing == Sowing::multi ? seeds * board.width : 2 + seeds / board.width;
    int depth = 0;
    while (drops * board.width <= kDrops && depth < 20) {
        drops *= std::max<int>(board.width, 2);
        ++depth;
    }
    return depth;
}

void operator+=(PerftCount& sum, const PerftCount& part) {
    sum.nodes += part.nodes;
    sum.finished += part.finished;
}

PerftCount count(const Rules& rules, const Board& board, int depth) {
    PerftCount sum;
    for (const int pit : legal_moves(board)) {
        Board child = board;
        const bool over = apply(rules, child, pit).over;
        if (depth == 1)
            sum += {1, over ? 1U : 0U};
        else if (!over)
            sum += count(rules, child, depth - 1);
    }
    return sum;
}

template <Capture kCapture>
PerftCount count(FastBoard board, int depth) {
    PerftCount sum;
    if (depth == 1) {  // most of the time is spent here; unrolled, its shifts are constants
#pragma GCC unroll 6
        for (int pit = 0; pit < FastBoard::kWidth; ++pit) {
            if (board.seeds(pit) == 0) continue;
            FastBoard child = board;
            sum += {1, child.play<kCapture>(pit).over ? 1U : 0U};
        }
        return sum;
    }
    for (const int pit : board.legal_moves()) {
        FastBoard child = board;
        if (!child.play<kCapture>(pit).over) sum += count<kCapture>(child, depth - 1);
    }
    return sum;
}

/// Walks the top of the tree on the plain board and counts the subtrees below with `count_subtree`.
template <std::invocable<const Board&, int> CountSubtree>
class WatchedPerft {
  public:
    WatchedPerft(const Rules& rules, const ProgressCallback& watch, CountSubtree count_subtree)
        : rules_(rules), watch_(watch), count_subtree_(count_subtree) {}

    Perft run(const Board& board, int depth) {
        unwatched_ = unwatched_depth(rules_, board);
        for (const int pit : legal_moves(board)) {
            part_ = {};
            visit(board, pit, depth);
            result_.parts.push_back({pit, part_});
            result_.count += part_;
            if (!result_.complete) break;
        }
        return result_;
    }

  private:
    void visit(Board board, int pit, int depth) {
        const bool over = apply(rules_, board, pit).over;
        if (depth == 1)
            part_ += {1, over ? 1U : 0U};
        else if (over)
            return;
        else if (depth - 1 <= unwatched_)
            part_ += count_subtree_(board, depth - 1);
        else {
            for (const int next : legal_moves(board))
                if (result_.complete) visit(board, next, depth - 1);
            return;
        }
        result_.complete = watch_(result_.count.nodes + part_.nodes);
    }

    int unwatched_ = 0;
    const Rules& rules_;
    const ProgressCallback& watch_;
    CountSubtree count_subtree_;
    PerftCount part_;  // of the first move being counted
    Perft result_;
};

}  // namespace

BoardKind best_kind(const Rules& rules, const Board& board) {
    return FastBoard::covers(rules, board) ? BoardKind::fast : BoardKind::reference;
}

Perft perft(const Rules& rules, const Board& board, int depth, BoardKind kind,
            const ProgressCallback& watch) {
    assert(depth >= 0);
    if (depth == 0) return {{1, 0}, {}, true};
    if (kind == BoardKind::reference) {
        const auto subtree = [&](const Board& b, int d) { return count(rules, b, d); };
        return WatchedPerft(rules, watch, subtree).run(board, depth);
    }
    assert(FastBoard::covers(rules, board));
    const auto subtree = [&](const Board& b, int d) {
        const FastBoard fast = FastBoard::from(b);
        return rules.capture == Capture::empty ? count<Capture::empty>(fast, d)
                                               : count<Capture::opposite>(fast, d);
    };
    return WatchedPerft(rules, watch, subtree).run(board, depth);
}

}  // namespace kalah
