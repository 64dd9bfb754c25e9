// How large a database and a table a question deserves: the database costs time before the search,
// and saves more of it during the search the longer that will be. Pure functions.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kalah/board.hpp"
#include "kalah/rules.hpp"

namespace kalah::solve {

struct Plan {
    int database_seeds = -1;  // -1: none
    std::size_t table_bytes = 0;
};

/// For a board with that many seeds in its pits, when `memory` bytes may be used for both and
/// `threads` build. A database that is already there need not follow it.
[[nodiscard]] Plan plan_for(const Rules& rules, const Board& board, std::uint64_t memory,
                            int threads);

}  // namespace kalah::solve
