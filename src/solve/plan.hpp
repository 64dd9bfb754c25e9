// Plans how large a database and a table a question deserves. The database costs time before the
// search; the longer the search, the more time it saves. Pure functions.
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

/// The plan for a board, if database and table together may use `memory` bytes and `threads`
/// threads build. A database that already exists need not follow the plan.
[[nodiscard]] Plan plan_for(const Rules& rules, const Board& board, std::uint64_t memory,
                            int threads);

}  // namespace kalah::solve
