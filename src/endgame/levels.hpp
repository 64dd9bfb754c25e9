// Levels: the values behind an EndgameDatabase, probed inline by searches.
//
//     value = the mover's future seeds minus the opponent's, from here to the end
//
// which does not depend on the stores. Constant, shared by all threads without locks. Not for
// making databases (builder.hpp) or files (files/level_file.hpp).
#pragma once

#include <atomic>
#include <cassert>
#include <chrono>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

#include "endgame/index.hpp"
#include "kalah/rules.hpp"
#include "rules/fast_board.hpp"

namespace kalah::endgame {

/// Keeps the values of a level alive and checks them for damage.
class LevelSource {
  public:
    virtual ~LevelSource() = default;
    [[nodiscard]] virtual const std::int8_t* values() const = 0;
    /// Checks a part of a block for damage, at its first use; any thread. Never called for values
    /// in memory.
    [[nodiscard]] virtual bool check(int waiting, std::size_t part) const = 0;
};

class Levels {
  public:
    /// `future` returns this for a position whose part of the file is damaged: treat it as a
    /// position that the database does not cover. A database in memory never returns it.
    static constexpr int kUnknown = -128;

    [[nodiscard]] const Rules& rules() const { return rules_; }
    [[nodiscard]] int pits() const { return pits_; }
    [[nodiscard]] int max_seeds() const { return max_seeds_; }
    /// True if the database holds positions with this many seeds in the pits.
    [[nodiscard]] bool covers(int seeds_in_pits) const { return seeds_in_pits <= max_seeds_; }
    /// True if a file was found damaged since the database was opened.
    [[nodiscard]] bool damaged() const { return damaged_.load(std::memory_order_relaxed); }

    /// Checks parts that nobody has used yet, highest levels first, for at most the time `most`:
    /// parts checked ahead (15 us for each 64 KiB, more if the disk must be read) cost no search
    /// any time.
    void check_ahead(std::chrono::milliseconds most) const;

    /// The value for the mover, of a position that is covered. If a side has no seeds, this is what
    /// the sweep gives (sweep `owner`; under other sweeps 0, as the last mover is not known). Some
    /// 25 instructions and, of a large database, a cache miss or two.
    [[nodiscard]] int future(const FastBoard& board) const;
    /// The same for any board or position of at most six pits.
    [[nodiscard]] int future(const Board& board) const;
    template <class Position>
    [[nodiscard]] int future(const Position& position) const;

    /// Starts to fetch what `future` of the same board will read. Worth it for large databases when
    /// there is other work between the two.
    void prefetch(const FastBoard& board) const;

    /// Levels 0.. in order. Parts of 2^part_bits values of a block are checked at their first use;
    /// 0 = nothing to check.
    Levels(const Rules& rules, int pits, std::vector<std::shared_ptr<const LevelSource>> levels,
           unsigned part_bits);
    Levels(const Levels&) = delete;
    Levels& operator=(const Levels&) = delete;
    ~Levels() = default;

  private:
    enum State : std::uint8_t { unchecked, good, bad };
    using PartState = std::atomic<std::uint8_t>;

    struct Block {
        const std::int8_t* values;
        PartState* parts;
    };
    [[nodiscard]] RankedRow ranked(std::uint64_t pits) const;
    [[nodiscard]] const Block& block(int waiting, int moving) const {
        return blocks_[static_cast<std::size_t>(waiting) * counts_.size() +
                       static_cast<std::size_t>(moving)];
    }
    [[nodiscard]] std::size_t index_in_block(RankedRow mover, RankedRow waiting) const {
        return waiting.rank * counts_[static_cast<std::size_t>(mover.seeds)] + mover.rank;
    }
    [[nodiscard]] int value(RankedRow mover, RankedRow waiting) const;
    [[nodiscard]] bool check(int waiting, int moving, std::size_t part) const;
    [[nodiscard]] std::size_t parts_of(int waiting, int moving) const;

    Rules rules_;
    int pits_;
    int max_seeds_;
    unsigned part_bits_;
    const RankTable* ranks_;
    std::vector<Block> blocks_;  // by waiting * (max_seeds + 1) + moving
    std::vector<std::uint32_t> counts_;
    std::vector<std::shared_ptr<const LevelSource>> levels_;
    mutable std::unique_ptr<PartState[]> parts_;
    mutable std::atomic<bool> damaged_{false};
};

inline RankedRow Levels::ranked(std::uint64_t pits) const {
    return ranked_row(*ranks_, pits);
}

inline int Levels::value(RankedRow mover, RankedRow waiting) const {
    assert(covers(mover.seeds + waiting.seeds));
    const Block& where = block(waiting.seeds, mover.seeds);
    const std::size_t at = index_in_block(mover, waiting);
    const std::size_t part = at >> part_bits_;
    const std::uint8_t state = where.parts[part].load(std::memory_order_acquire);
    if (state != good) [[unlikely]]
        if (!check(waiting.seeds, mover.seeds, part)) return kUnknown;
    return where.values[at];
}

inline int Levels::future(const FastBoard& board) const {
    assert(pits_ == FastBoard::kWidth);
    return value(ranked(board.pits()), ranked(board.other_pits()));
}

inline void Levels::prefetch(const FastBoard& board) const {
    const RankedRow mover = ranked(board.pits());
    const RankedRow waiting = ranked(board.other_pits());
    __builtin_prefetch(block(waiting.seeds, mover.seeds).values + index_in_block(mover, waiting));
}

inline int Levels::future(const Board& board) const {
    const Row mover = row_of(board, board.to_move);
    const Row waiting = row_of(board, opponent(board.to_move));
    return value({rank_of(mover, pits_), seeds_in(mover)},
                 {rank_of(waiting, pits_), seeds_in(waiting)});
}

template <class Position>
int Levels::future(const Position& position) const {
    if constexpr (std::is_base_of_v<FastBoard, Position>) {
        return future(static_cast<const FastBoard&>(position));
    } else {
        Row mover{};
        Row waiting{};
        for (int pit = 0; pit < pits_; ++pit) {
            mover[static_cast<std::size_t>(pit)] = static_cast<std::uint8_t>(position.seeds(pit));
            waiting[static_cast<std::size_t>(pit)] =
                static_cast<std::uint8_t>(position.other_seeds(pit));
        }
        return value({rank_of(mover, pits_), seeds_in(mover)},
                     {rank_of(waiting, pits_), seeds_in(waiting)});
    }
}

}  // namespace kalah::endgame
