// A level by the reference rules, position by position: for the rules that the builder does not
// cover, some sixty times slower, and as its oracle. One calling thread; it makes its own threads.
#pragma once

#include "endgame/builder.hpp"

namespace kalah::endgame {

/// Computes a level whose memory and those of all below are set in `blocks`. The rules must have
/// databases.
void build_level_by_rules(const Rules& rules, int pits, const Blocks& blocks, int seeds,
                          int threads, Work& work);

/// The value that is kept for a position with seeds on both sides.
[[nodiscard]] inline int value_in(const Blocks& blocks, const Board& board) {
    const Row mover = row_of(board, board.to_move);
    const Row waiting = row_of(board, other(board.to_move));
    const int moving = seeds_in(mover);
    return blocks.block(seeds_in(waiting),
                        moving)[rank_of(waiting, board.width) * row_count(board.width, moving) +
                                rank_of(mover, board.width)];
}

}  // namespace kalah::endgame
