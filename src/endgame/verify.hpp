// Verifies a database: computes every value again from those of its children, by the reference
// rules, a way that shares nothing with the builder but the numbering. One calling thread; it makes
// its own threads.
#pragma once

#include <cstdint>
#include <optional>

#include "kalah/board.hpp"
#include "kalah/endgame_database.hpp"

namespace kalah::endgame {

struct Wrong {
    Board board;
    int kept = 0;
    int computed = 0;  // kUnknown if a child's part of a file is damaged
};

struct Verified {
    std::uint64_t positions = 0;
    std::optional<Wrong> wrong;  // one of those that were found first
    bool complete = false;       // false if the watch stopped it, or something was wrong
};

/// All levels from `first` to `last`; reports positions.
[[nodiscard]] Verified verify(const EndgameDatabase& database, int first, int last, int threads,
                              const ProgressCallback& watch = no_progress);

}  // namespace kalah::endgame
