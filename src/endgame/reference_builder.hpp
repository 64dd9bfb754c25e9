// Builds a level by the reference rules, position by position: for rules that the builder does not
// cover, some sixty times slower, and as its oracle. One calling thread; it makes its own threads.
#pragma once

#include <memory>

#include "endgame/builder.hpp"
#include "endgame/reference_value.hpp"

namespace kalah::endgame {

/// Computes a level. `blocks` must know the memory of this level and of all below. The rules must
/// have databases.
void build_reference_level(const Rules& rules, int pits, const Blocks& blocks, int seeds,
                           int threads, Work& work);

/// The value that is kept for a position with seeds on both sides.
[[nodiscard]] inline int value_in(const Blocks& blocks, const Board& board) {
    const Row mover = row_of(board, board.to_move);
    const Row waiting = row_of(board, opponent(board.to_move));
    const int moving = seeds_in(mover);
    return blocks.block(seeds_in(waiting),
                        moving)[rank_of(waiting, board.width) * row_count(board.width, moving) +
                                rank_of(mover, board.width)];
}

/// Uses the builder if it covers the rules, otherwise the reference builder.
class AnyBuilder {
  public:
    AnyBuilder(const Rules& rules, int pits, int max_seeds, int threads)
        : rules_(rules), pits_(pits), threads_(threads), blocks_(pits, max_seeds) {
        if (Builder::covers(rules))
            fast_ = std::make_unique<Builder>(rules, pits, max_seeds, threads);
    }
    void set_level(int seeds, Value* values) {
        blocks_.set_level(seeds, values);
        if (fast_) fast_->set_level(seeds, values);
    }
    void build_level(int seeds, Work& work) {
        if (fast_)
            fast_->build_level(seeds, work);
        else
            build_reference_level(rules_, pits_, blocks_, seeds, threads_, work);
    }

  private:
    Rules rules_;
    int pits_;
    int threads_;
    Blocks blocks_;
    std::unique_ptr<Builder> fast_;
};

}  // namespace kalah::endgame
