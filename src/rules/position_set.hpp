// A set of positions of one game for counting them exactly: packed to a few bits per cell, no false
// matches. For reach.cpp alone. Memory: 8 bytes per word and slot, at most 3/4 of the slots used.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "base/mix64.hpp"
#include "kalah/board.hpp"

namespace kalah {

/// Packs the positions of a game with a fixed number of seeds into kWords words and back. Leaves
/// out the last pit, which follows from the number of seeds.
template <std::size_t kWords>
class PositionPacker {
  public:
    using Key = std::array<std::uint64_t, kWords>;

    explicit PositionPacker(const Board& board)
        : width_(board.width),
          seeds_(seeds_in_all(board)),
          bits_(static_cast<int>(std::bit_width(static_cast<unsigned>(seeds_)))) {}

    /// Bits that a position of this game needs; a packer needs at least one bit more than that.
    [[nodiscard]] static std::size_t bits_needed(const Board& board) {
        const auto bits =
            static_cast<std::size_t>(std::bit_width(static_cast<unsigned>(seeds_in_all(board))));
        return 1 + bits * (2 * static_cast<std::size_t>(board.width) + 1);
    }

    [[nodiscard]] Key pack(const Board& board) const {
        Key key{};
        std::size_t at = 0;
        put(key, at, static_cast<std::uint64_t>(board.to_move), 1);
        for (const Side side : kBothSides) put(key, at, board.store(side), bits_);
        for (const Side side : kBothSides)
            for (int pit = 0; pit < width_; ++pit)
                if (!is_last(side, pit))
                    put(key, at, static_cast<std::uint64_t>(board.at(side, pit)), bits_);
        return key;
    }
    [[nodiscard]] Board unpack(const Key& key) const {
        Board board;
        std::size_t at = 0;
        board.width = static_cast<std::uint8_t>(width_);
        board.to_move = static_cast<Side>(get(key, at, 1));
        int left = seeds_;
        const auto cell = [&](std::uint16_t& seeds) {
            seeds = static_cast<std::uint16_t>(get(key, at, bits_));
            left -= seeds;
        };
        for (const Side side : kBothSides) cell(board.store(side));
        for (const Side side : kBothSides)
            for (int pit = 0; pit < width_; ++pit)
                if (!is_last(side, pit)) cell(board.row(side)[static_cast<std::size_t>(pit)]);
        board.row(Side::north)[static_cast<std::size_t>(width_ - 1)] =
            static_cast<std::uint16_t>(left);
        return board;
    }

  private:
    [[nodiscard]] bool is_last(Side side, int pit) const {
        return side == Side::north && pit == width_ - 1;
    }
    static void put(Key& key, std::size_t& at, std::uint64_t value, int bits) {
        const std::size_t word = at / 64;
        const std::size_t shift = at % 64;
        key[word] |= value << shift;
        if (word + 1 < kWords && shift > 0) key[word + 1] |= value >> (64 - shift);
        at += static_cast<std::size_t>(bits);
    }
    static std::uint64_t get(const Key& key, std::size_t& at, int bits) {
        const std::size_t word = at / 64;
        const std::size_t shift = at % 64;
        std::uint64_t value = key[word] >> shift;
        if (word + 1 < kWords && shift > 0) value |= key[word + 1] << (64 - shift);
        at += static_cast<std::size_t>(bits);
        return value & ((std::uint64_t{1} << bits) - 1);
    }

    int width_;
    int seeds_;
    int bits_;
};

/// Open addressing with linear steps. The key of all ones marks a free slot: no packer makes it.
template <std::size_t kWords>
class PositionSet {
  public:
    using Key = typename PositionPacker<kWords>::Key;

    PositionSet() : slots_(kFirstSlots, free_key()) {}

    [[nodiscard]] std::uint64_t size() const { return size_; }

    /// True if the key was not there.
    bool insert(const Key& key) {
        if (4 * (size_ + 1) > 3 * slots_.size()) grow();
        Key& slot = find(key);
        if (slot == key) return false;
        slot = key;
        ++size_;
        return true;
    }

    template <class Visit>
    void for_each(Visit visit) const {
        for (const Key& key : slots_)
            if (key != free_key()) visit(key);
    }

  private:
    static constexpr std::size_t kFirstSlots = 1024;

    static Key free_key() {
        Key key;
        key.fill(~std::uint64_t{0});
        return key;
    }
    Key& find(const Key& key) {
        std::uint64_t hash = 0;
        for (const std::uint64_t word : key) hash = mix64(hash, word);
        std::size_t at = hash & (slots_.size() - 1);
        while (slots_[at] != key && slots_[at] != free_key()) at = (at + 1) & (slots_.size() - 1);
        return slots_[at];
    }
    void grow() {
        std::vector<Key> old(2 * slots_.size(), free_key());
        old.swap(slots_);
        for (const Key& key : old)
            if (key != free_key()) find(key) = key;
    }

    std::vector<Key> slots_;
    std::uint64_t size_ = 0;
};

}  // namespace kalah
