#include "solve/position_key.hpp"

namespace kalah::solve {

Numbering::Numbering(int pits) : ranks_(&endgame::rank_table(pits)) {
    for (int seeds = 0; seeds <= kExactSeeds; ++seeds)
        counts_[static_cast<std::size_t>(seeds)] = endgame::row_count(pits, seeds);
    std::uint64_t level = 0;
    for (int seeds = 0; seeds <= kExactSeeds; ++seeds) {
        for (int waiting = 0; waiting <= seeds; ++waiting)
            first_[static_cast<std::size_t>(waiting)][static_cast<std::size_t>(seeds - waiting)] =
                level + endgame::block_offset(pits, waiting, seeds - waiting);
        level += endgame::level_size(pits, seeds);
    }
}

}  // namespace kalah::solve
