// Counting distinct positions: all that a game can come to, or all after a number of sowings.
// A position is the pits, both stores and the side to move. Exact, in memory, one thread.
#pragma once

#include <cstdint>
#include <vector>

#include "kalah/moves.hpp"
#include "kalah/progress.hpp"

namespace kalah {

inline constexpr std::uint64_t kMostPositions = 100'000'000'000;  // 2 TB and more: nobody's memory

struct ReachLimits {
    std::uint64_t max_positions =
        100'000'000;  // in memory; one position's moves more may be counted
};

enum class Stopped : std::uint8_t { no, by_watch, by_limit };

struct Reach {
    std::uint64_t positions = 0;
    std::uint64_t finished = 0;  // of these, positions in which the game is over
    Stopped stopped = Stopped::no;
};

/// All positions reachable from a first one, itself included, counted as in Irving, Donkers and
/// Uiterwijk (2000), table 3: whatever the rules say, a store above half ends the game, and a
/// finished position is counted with the seeds still in the pits.
[[nodiscard]] Reach reachable(const Rules& rules, const Board& start, const ReachLimits& limits,
                              const ProgressCallback& watch = no_progress);

struct DistinctPositions {
    std::vector<std::uint64_t> after;  // after[k-1] = positions after k sowings
    Stopped stopped = Stopped::no;
};

/// Distinct positions after 1..depth sowings, under the rules as they are; games that end earlier
/// count nothing.
[[nodiscard]] DistinctPositions distinct_positions(const Rules& rules, const Board& start,
                                                   int depth, const ReachLimits& limits,
                                                   const ProgressCallback& watch = no_progress);

}  // namespace kalah
