// FastBoard: the six-pit board of searches and counts, in two words, sown by table. For the rules
// `standard` and `empty-capture` (single lap, extra turn, sweep by owner, no majority stop) and up
// to 255 seeds. The reference (moves.hpp) plays all other games, and is the oracle of this class. A
// search under majority stop may use this class and ignore the stop, which never changes who wins,
// only the score. Sixteen bytes, passed in registers and copied for free: there is no undo. No
// shared state.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <utility>

#include "base/mix64.hpp"
#include "kalah/board.hpp"
#include "kalah/rules.hpp"

namespace kalah {

/// Each side is one word, one byte per pit:
///
///      bit   63..56  55..48  47..40  39..32  31..24  23..16  15..8   7..0
///               0    store   pit 5   pit 4   pit 3   pit 2   pit 1   pit 0
///
/// Seen from the side to move: `own` is the mover's word, `other` the opponent's, and passing the
/// turn exchanges the two. Callers keep track of which of them is south, where it matters.
class FastBoard {
  public:
    static constexpr int kWidth = 6;
    static constexpr int kMostSeeds = 255;

    /// True if this class can play the game from that board on.
    [[nodiscard]] static bool covers(const Rules& rules, const Board& board);

    /// The board must be covered.
    [[nodiscard]] static FastBoard from(const Board& board);
    [[nodiscard]] Board to_board(Side to_move) const;
    /// From the two words drawn above, with at most kMostSeeds seeds in all.
    [[nodiscard]] static FastBoard from_words(std::uint64_t own, std::uint64_t other) {
        return {own, other};
    }
    [[nodiscard]] std::uint64_t own() const { return own_; }
    [[nodiscard]] std::uint64_t other() const { return other_; }

    struct Step {
        bool extra_turn;  // as in MoveResult, true even if the game is over
        bool over;
    };
    /// Plays a non-empty pit: one look-up, two additions; branches for captures and for the end.
    template <Capture kCapture>
    Step play(int pit);

    /// As PitSet, by the high bit of each pit's byte.
    class Pits {
      public:
        explicit Pits(std::uint64_t high_bits) : high_bits_(high_bits) {}

        class Iterator {
          public:
            explicit Iterator(std::uint64_t high_bits) : high_bits_(high_bits) {}
            int operator*() const { return std::countr_zero(high_bits_) / 8; }
            Iterator& operator++() {
                high_bits_ &= high_bits_ - 1;
                return *this;
            }
            bool operator==(const Iterator&) const = default;

          private:
            std::uint64_t high_bits_;
        };
        [[nodiscard]] Iterator begin() const { return Iterator(high_bits_); }
        [[nodiscard]] static Iterator end() { return Iterator(0); }
        [[nodiscard]] bool empty() const { return high_bits_ == 0; }
        [[nodiscard]] int size() const { return std::popcount(high_bits_); }

      private:
        std::uint64_t high_bits_;  // bit 8i+7 = pit i
    };
    [[nodiscard]] Pits legal_moves() const {
        return Pits((((own_ & kLowBits) + kLowBits) | own_) & kHighBits);
    }

    [[nodiscard]] int seeds(int pit) const { return byte(own_, pit); }
    [[nodiscard]] int other_seeds(int pit) const { return byte(other_, pit); }
    [[nodiscard]] int store() const { return byte(own_, kWidth); }
    [[nodiscard]] int other_store() const { return byte(other_, kWidth); }
    [[nodiscard]] int seeds_in_row() const { return sum(pits()); }
    [[nodiscard]] int other_seeds_in_row() const { return sum(other_pits()); }

    /// The pits of the mover and of the other side, a byte each, pit 0 lowest.
    [[nodiscard]] std::uint64_t pits() const { return own_ & kPitBytes; }
    [[nodiscard]] std::uint64_t other_pits() const { return other_ & kPitBytes; }

    /// Keyed on the pits alone, mover's first, as hash_pits is (the numbers differ).
    [[nodiscard]] std::uint64_t hash() const { return mix64(mix64(0, pits()), other_pits()); }

    bool operator==(const FastBoard&) const = default;

  private:
    static constexpr std::uint64_t kPitBytes = 0x0000'FFFF'FFFF'FFFFU;
    static constexpr std::uint64_t kLowBits = 0x0000'7F7F'7F7F'7F7FU;
    static constexpr std::uint64_t kHighBits = 0x0000'8080'8080'8080U;
    static constexpr unsigned kStoreShift = 8 * kWidth;
    static constexpr unsigned kOppositeShift = 8 * (kWidth - 1);  // pit i faces pit 5-i
    static constexpr int kRing = 2 * kWidth + 1;

    /// What sowing n seeds from a pit adds to both words. The pit of origin loses its n seeds, so
    /// that a move is one addition per word. No byte carries into the next, because no cell can
    /// hold more than all 255 seeds. The top byte of `other`, always zero on a board, says here
    /// where the last seed fell: the shift of an own pit; otherwise a shift that leads to the zero
    /// byte of `own`, marked if it was the store.
    struct Sown {
        std::uint64_t own;
        std::uint64_t other_and_end;
    };
    static constexpr unsigned kEndAt = 56;
    static constexpr std::uint64_t kEndByte = std::uint64_t{0xFF} << kEndAt;
    static constexpr unsigned kEndElsewhere = 56;
    static constexpr unsigned kEndInStore = 64 + kEndElsewhere;

    /// By pit and number of seeds: 24 KiB, of which a game touches the first few hundred bytes per
    /// pit.
    using SowingTable = std::array<std::array<Sown, kMostSeeds + 1>, kWidth>;
    static constexpr SowingTable make_table();
    static const SowingTable kTable;

    FastBoard(std::uint64_t own, std::uint64_t other) : own_(own), other_(other) {}

    [[nodiscard]] static int byte(std::uint64_t word, int i) {
        return static_cast<int>((word >> (8 * i)) & 0xFF);
    }
    [[nodiscard]] static int sum(std::uint64_t bytes) {
        return static_cast<int>((bytes * 0x0101'0101'0101'0101U) >> 56);
    }

    std::uint64_t own_ = 0;
    std::uint64_t other_ = 0;
};

constexpr FastBoard::SowingTable FastBoard::make_table() {
    SowingTable table{};
    for (unsigned pit = 0; pit < kWidth; ++pit) {
        unsigned cell = pit;  // 0..5 own pits, 6 store, 7..12 the other's pits
        std::uint64_t own = 0;
        std::uint64_t other = 0;
        for (std::size_t n = 0; n <= kMostSeeds; ++n) {
            const unsigned end = cell < kWidth    ? 8 * cell
                                 : cell == kWidth ? kEndInStore
                                                  : kEndElsewhere;
            table[pit][n] = {own - (std::uint64_t{n} << (8 * pit)),
                             other | std::uint64_t{end} << kEndAt};
            cell = (cell + 1) % kRing;
            if (cell <= kWidth)
                own += std::uint64_t{1} << (8 * cell);
            else
                other += std::uint64_t{1} << (8 * (cell - kWidth - 1));
        }
    }
    return table;
}
inline constexpr FastBoard::SowingTable FastBoard::kTable = FastBoard::make_table();

template <Capture kCapture>
inline FastBoard::Step FastBoard::play(int pit) {
    static_assert(kCapture == Capture::opposite || kCapture == Capture::empty);
    const auto from = static_cast<std::size_t>(pit);
    const auto count = static_cast<std::size_t>(seeds(pit));
    assert(from < kWidth && count > 0);
    const Sown& sown = kTable[from][count];
    const unsigned end = static_cast<unsigned>(sown.other_and_end >> kEndAt);
    own_ += sown.own;
    other_ += sown.other_and_end & ~kEndByte;

    if (((own_ >> (end & 63)) & 0xFF) == 1) [[unlikely]] {  // alone in an own pit
        const unsigned opposite = kOppositeShift - end;
        const std::uint64_t taken = (other_ >> opposite) & 0xFF;
        if (kCapture == Capture::empty || taken != 0) {
            own_ += ((taken + 1) << kStoreShift) - (std::uint64_t{1} << end);
            other_ -= taken << opposite;
        }
    }

    const Step step{end == kEndInStore, (own_ & kPitBytes) == 0 || (other_ & kPitBytes) == 0};
    if (step.over) [[unlikely]] {
        own_ = (own_ & ~kPitBytes) + (static_cast<std::uint64_t>(seeds_in_row()) << kStoreShift);
        other_ = (other_ & ~kPitBytes) +
                 (static_cast<std::uint64_t>(other_seeds_in_row()) << kStoreShift);
    }
    if (!step.extra_turn) std::swap(own_, other_);
    return step;
}

}  // namespace kalah
