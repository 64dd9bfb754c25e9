#include "rules/perft.hpp"

#include <bit>
#include <cassert>
#include <concepts>

#include "rules/fast_board.hpp"

namespace kalah {
namespace {

/// Subtrees of this depth are counted without asking the watch: well under a millisecond.
constexpr int kUnwatchedDepth = 5;

void operator+=(PerftCount& sum, const PerftCount& part) {
    sum.nodes += part.nodes;
    sum.finished += part.finished;
}

PerftCount count(const Rules& rules, const Board& board, int depth) {
    PerftCount sum;
    for (unsigned pits = movable_pits(board); pits != 0; pits &= pits - 1) {
        Board child = board;
        const bool over = play(rules, child, std::countr_zero(pits)).over;
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
    for (auto pits = board.movable_pits(); pits; pits.pop()) {
        FastBoard child = board;
        if (!child.play<kCapture>(pits.pit()).over) sum += count<kCapture>(child, depth - 1);
    }
    return sum;
}

/// Walks the top of the tree on the plain board and counts the subtrees below with `count_subtree`.
template <std::invocable<const Board&, int> CountSubtree>
class WatchedPerft {
  public:
    WatchedPerft(const Rules& rules, const Watch& watch, CountSubtree count_subtree)
        : rules_(rules), watch_(watch), count_subtree_(count_subtree) {}

    Perft run(const Board& board, int depth) {
        for (unsigned pits = movable_pits(board); pits != 0 && result_.complete; pits &= pits - 1) {
            const int pit = std::countr_zero(pits);
            part_ = {};
            visit(board, pit, depth);
            result_.parts.push_back({pit, part_});
            result_.count += part_;
        }
        return result_;
    }

  private:
    void visit(Board board, int pit, int depth) {
        const bool over = play(rules_, board, pit).over;
        if (depth == 1) {
            part_ += {1, over ? 1U : 0U};
        } else if (over) {
            return;
        } else if (depth - 1 <= kUnwatchedDepth) {
            part_ += count_subtree_(board, depth - 1);
            result_.complete = watch_(result_.count.nodes + part_.nodes);
        } else {
            for (unsigned pits = movable_pits(board); pits != 0 && result_.complete;
                 pits &= pits - 1)
                visit(board, std::countr_zero(pits), depth - 1);
        }
    }

    const Rules& rules_;
    const Watch& watch_;
    CountSubtree count_subtree_;
    PerftCount part_;  // of the first move being counted
    Perft result_;
};

}  // namespace

BoardKind best_kind(const Rules& rules, const Board& board) {
    return FastBoard::covers(rules, board) ? BoardKind::fast : BoardKind::reference;
}

Perft perft(const Rules& rules, const Board& board, int depth, BoardKind kind, const Watch& watch) {
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
