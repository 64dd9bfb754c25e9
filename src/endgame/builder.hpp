// The builder: computes all values of a level from those of the levels below, block by block,
// without un-moves and without iteration (docs/endgame-format.md explains how). For the rules it
// `covers`; reference_builder.hpp builds for all others. The caller decides where values are kept:
// in memory or in a file. One builder, one calling thread; it makes its own threads.
#pragma once

#include <memory>
#include <vector>

#include "endgame/lines.hpp"
#include "endgame/parallel.hpp"
#include "endgame/row_tables.hpp"

namespace kalah::endgame {

/// Where the blocks of the levels are, by the seeds of the side that waits and of the mover.
class Blocks {
  public:
    Blocks(int pits, int max_seeds);
    void set_level(int seeds, Value* values);
    [[nodiscard]] Value* block(int waiting, int moving) const {
        return blocks_[static_cast<std::size_t>(waiting) * side_ +
                       static_cast<std::size_t>(moving)];
    }

  private:
    int pits_;
    std::size_t side_;
    std::vector<Value*> blocks_;
};

class Builder {
  public:
    /// Single lap, extra turns, sweep by owner, no majority stop; the captures that it lists.
    [[nodiscard]] static bool covers(const Rules& rules);

    /// What it needs besides the values, in bytes.
    [[nodiscard]] static std::uint64_t memory(int pits, int max_seeds, int threads);

    Builder(const Rules& rules, int pits, int max_seeds, int threads);
    ~Builder();
    Builder(const Builder&) = delete;
    Builder& operator=(const Builder&) = delete;

    /// Sets where a level is kept: level_size(pits, seeds) values. Levels that are complete need
    /// nothing else. The memory must outlive the builder.
    void set_level(int seeds, Value* values) { blocks_.set_level(seeds, values); }
    /// Computes a level; all below must be complete. Reports positions. If it is stopped, the
    /// level's values are worthless.
    void build_level(int seeds, Work& work);

  private:
    struct Scratch;
    class Pair;
    void fill_finished(int seeds);

    Capture capture_;
    int pits_;
    int threads_;
    RowTables tables_;
    Blocks blocks_;
    std::vector<Scratch> scratch_;  // by thread
};

}  // namespace kalah::endgame
