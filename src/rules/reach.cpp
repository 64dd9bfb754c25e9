#include "rules/reach.hpp"

#include <type_traits>

#include "rules/position_set.hpp"

namespace kalah {
namespace {

/// Checks the limit, and calls the watch now and then: after a number of dropped seeds, because a
/// multi-lap move may drop thousands of times more seeds than another move.
class Guard {
  public:
    Guard(const ReachLimits& limits, const ProgressCallback& watch)
        : limits_(limits), watch_(watch) {}

    void work(int drops) { drops_ += kMove + drops; }
    /// False if the work must stop; `held` positions are in memory.
    bool go_on(std::uint64_t held, std::uint64_t done) {
        if (held > limits_.max_positions) {
            stopped = Stopped::by_limit;
        } else if (drops_ > kWatchEvery) {
            drops_ = 0;
            if (!watch_(done)) stopped = Stopped::by_watch;
        }
        return stopped == Stopped::no;
    }
    Stopped stopped = Stopped::no;

  private:
    static constexpr int kMove = 20;  // fixed cost of a move, in drops
    static constexpr std::int64_t kWatchEvery = 1'000'000;

    const ReachLimits& limits_;
    const ProgressCallback& watch_;
    std::int64_t drops_ = 0;
};

template <std::size_t kWords>
Reach reachable_in(const Rules& rules, const Board& start, Guard guard) {
    const PositionPacker<kWords> packer(start);
    PositionSet<kWords> seen;
    std::vector<typename PositionPacker<kWords>::Key> open{packer.pack(start)};
    seen.insert(open.back());
    Reach result;
    while (!open.empty() && guard.go_on(seen.size(), seen.size())) {
        const Board board = packer.unpack(open.back());
        open.pop_back();
        for (const int pit : legal_moves(board)) {
            Board child = board;
            const MoveResult played = apply(rules, child, pit);
            guard.work(played.sown);
            const auto key = packer.pack(child);
            if (!seen.insert(key)) continue;
            if (played.over)
                ++result.finished;
            else
                open.push_back(key);
        }
    }
    result.positions = seen.size();
    result.stopped = guard.stopped;
    return result;
}

template <std::size_t kWords>
DistinctPositions distinct_in(const Rules& rules, const Board& start, int depth, Guard guard) {
    const PositionPacker<kWords> packer(start);
    std::vector<typename PositionPacker<kWords>::Key> open{packer.pack(start)};
    DistinctPositions result;
    std::uint64_t done = 0;
    for (int ply = 1; ply <= depth; ++ply) {
        PositionSet<kWords> level;
        for (const auto& key : open) {
            if (!guard.go_on(open.size() + level.size(), done + level.size())) break;
            const Board board = packer.unpack(key);
            if (ply > 1 && is_over(rules, board)) continue;
            for (const int pit : legal_moves(board)) {
                Board child = board;
                guard.work(apply(rules, child, pit).sown);
                level.insert(packer.pack(child));
            }
        }
        result.stopped = guard.stopped;
        if (result.stopped != Stopped::no) break;
        result.after.push_back(level.size());
        done += level.size();
        open.clear();
        level.for_each([&](const auto& key) { open.push_back(key); });
    }
    return result;
}

/// Calls `work` with the number of words that a position of this game needs.
template <class Work>
auto with_words(const Board& board, Work work) {
    const std::size_t bits = PositionPacker<1>::bits_needed(board);
    if (bits < 64) return work(std::integral_constant<std::size_t, 1>{});
    if (bits < 128) return work(std::integral_constant<std::size_t, 2>{});
    return work(std::integral_constant<std::size_t, 7>{});  // 12 pits and 65,535 seeds: 401 bits
}

}  // namespace

Reach reachable(const Rules& rules, const Board& start, const ReachLimits& limits,
                const ProgressCallback& watch) {
    Rules counted = rules;
    counted.sweep = Sweep::none;
    counted.majority_stop = true;
    return with_words(start, [&](auto words) {
        return reachable_in<decltype(words)::value>(counted, start, Guard(limits, watch));
    });
}

DistinctPositions distinct_positions(const Rules& rules, const Board& start, int depth,
                                     const ReachLimits& limits, const ProgressCallback& watch) {
    return with_words(start, [&](auto words) {
        return distinct_in<decltype(words)::value>(rules, start, depth, Guard(limits, watch));
    });
}

}  // namespace kalah
