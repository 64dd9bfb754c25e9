// The keys by which the solver's table knows positions: 64 bits. The table takes the high ones to
// choose a line and the low 40 to tell positions apart.
//
// Boards of at most six pits with at most kExactSeeds seeds are numbered without gaps (as in
// endgame/index.hpp), fewer than 2^48 of them, and the number is permuted without loss: the low 40
// and the high 8 bits together still identify the position. So a table of 256 lines or more never
// takes one of them for another, and no proof that rests on them depends on luck. All other
// positions have a hash; a look at the table confuses two of them with a probability of 2^-37 at
// most.
#pragma once

#include <cstdint>
#include <type_traits>

#include "base/mix64.hpp"
#include "endgame/index.hpp"
#include "rules/position.hpp"

namespace kalah::solve {

inline constexpr int kExactSeeds = 72;

/// A permutation of the numbers below 2^48 that spreads neighbours.
[[nodiscard]] constexpr std::uint64_t stirred(std::uint64_t number) {
    constexpr std::uint64_t kMask = (std::uint64_t{1} << 48) - 1;
    number = (number * 0x9E37'79B9'7F4BU) & kMask;  // odd: invertible
    number ^= number >> 25;
    number = (number * 0xBF58'476D'1CE5U) & kMask;
    number ^= number >> 23;
    number = (number * 0x94D0'49BB'1331U) & kMask;
    return number ^ (number >> 24);
}

/// The high 24 bits of the permuted number on top, its low 40 below.
[[nodiscard]] constexpr std::uint64_t exact_key(std::uint64_t number) {
    const std::uint64_t all = stirred(number);
    return (all >> 24) << 40 | (all & ((std::uint64_t{1} << 40) - 1));
}

/// Numbers of positions: those with fewer seeds first, within a level by endgame/index.hpp.
class Numbering {
  public:
    explicit Numbering(int pits);

    [[nodiscard]] std::uint64_t number(endgame::RankedRow mover, endgame::RankedRow waiting) const {
        const auto moving = static_cast<std::size_t>(mover.seeds);
        return first_[static_cast<std::size_t>(waiting.seeds)][moving] +
               waiting.rank * counts_[moving] + mover.rank;
    }
    [[nodiscard]] const endgame::RankTable& ranks() const { return *ranks_; }

  private:
    static constexpr std::size_t kSide = kExactSeeds + 1;
    const endgame::RankTable* ranks_;
    std::array<std::uint64_t, kSide> counts_{};
    std::array<std::array<std::uint64_t, kSide>, kSide> first_{};  // of a block
};

/// The keys of the positions of one game.
class PositionKeys {
  public:
    /// For positions that follow from one with `pits` pits per side and `seeds` seeds in them.
    PositionKeys(int pits, int seeds)
        : exact_(pits <= endgame::kMostPits && seeds <= kExactSeeds),
          pits_(pits),
          numbering_(exact_ ? pits : 1) {}

    template <class Position>
    [[nodiscard]] std::uint64_t key(const Position& position) const {
        // The pits alone decide what is to come, unless the rules look at the stores.
        if (position.stores_matter())
            return mix64(mix64(position.hash(), static_cast<std::uint64_t>(position.store())),
                         static_cast<std::uint64_t>(position.other_store()));
        if (!exact_) return position.hash();
        const Rows rows = rows_of(position);
        return exact_key(numbering_.number(rows.mover, rows.waiting));
    }

  private:
    struct Rows {
        endgame::RankedRow mover;
        endgame::RankedRow waiting;
    };
    template <class Position>
    [[nodiscard]] Rows rows_of(const Position& position) const {
        const endgame::RankTable& ranks = numbering_.ranks();
        if constexpr (std::is_base_of_v<FastBoard, Position>) {
            return {endgame::ranked_row(ranks, position.pits()),
                    endgame::ranked_row(ranks, position.other_pits())};
        } else {
            Rows rows{};
            for (int pit = pits_ - 1; pit >= 0; --pit) {
                rows.mover.seeds += position.seeds(pit);
                rows.waiting.seeds += position.other_seeds(pit);
                if (pit == 0) break;
                const auto& from_here = ranks[static_cast<std::size_t>(pit)];
                rows.mover.rank += from_here[static_cast<std::size_t>(rows.mover.seeds)];
                rows.waiting.rank += from_here[static_cast<std::size_t>(rows.waiting.seeds)];
            }
            return rows;
        }
    }

    bool exact_;
    int pits_;
    Numbering numbering_;
};

}  // namespace kalah::solve
