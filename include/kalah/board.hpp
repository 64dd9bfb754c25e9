// Board: the seeds in every pit and store, and the side to move. Boards have 1 to 12 pits per side.
// A plain value without behaviour: moves.hpp plays moves on it, notation.hpp writes it as text. To
// take a move back, keep a copy of the board (see ARCHITECTURE.md).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "kalah/export.hpp"

namespace kalah {

inline constexpr int kMaxPits = 12;
inline constexpr int kMaxSeeds = 65535;  // on the whole board, so that no pit or store overflows

enum class Side : std::uint8_t { south, north };

[[nodiscard]] constexpr Side opponent(Side side) {
    return side == Side::south ? Side::north : Side::south;
}
[[nodiscard]] constexpr const char* to_text(Side side) {
    return side == Side::south ? "south" : "north";
}

/// One value for each side: values[Side::south], or values[0] and values[1], south first.
template <class T>
struct PerSide : std::array<T, 2> {
    using std::array<T, 2>::operator[];
    [[nodiscard]] constexpr T& operator[](Side side) {
        return (*this)[static_cast<std::size_t>(side)];
    }
    [[nodiscard]] constexpr const T& operator[](Side side) const {
        return (*this)[static_cast<std::size_t>(side)];
    }
};
inline constexpr std::array<Side, 2> kBothSides{Side::south, Side::north};

/// Kalah(pits, seeds), written 6x4.
struct BoardSize {
    int pits = 6;
    int seeds = 4;
    bool operator==(const BoardSize&) const = default;
};

/// Pits count from 0 in the code and from 1 in every text; a row is in its owner's sowing
/// direction:
///
///               n6  n5  n4  n3  n2  n1
///    N's store                          S's store        pits[1][0] = n1, pits[0][5] = s6
///               s1  s2  s3  s4  s5  s6
///
/// Pits beyond `width` are always zero, so that equality compares the game alone.
struct Board {
    PerSide<std::array<std::uint16_t, kMaxPits>> pits{};
    PerSide<std::uint16_t> stores{};
    std::uint8_t width = 6;  // pits per side
    Side to_move = Side::south;

    bool operator==(const Board&) const = default;

    [[nodiscard]] const auto& row(Side side) const { return pits[side]; }
    [[nodiscard]] auto& row(Side side) { return pits[side]; }
    [[nodiscard]] std::uint16_t store(Side side) const { return stores[side]; }
    [[nodiscard]] std::uint16_t& store(Side side) { return stores[side]; }
    /// Seeds in pit 0..width-1 of a side.
    [[nodiscard]] int at(Side side, int pit) const {
        return row(side)[static_cast<std::size_t>(pit)];
    }
};

/// The first position of a game. The size must be one that parse_size accepts.
[[nodiscard]] KALAH_API Board start_board(BoardSize size);

[[nodiscard]] KALAH_API int seeds_in_row(const Board& board, Side side);
[[nodiscard]] KALAH_API int seeds_in_pits(const Board& board);  // both rows
[[nodiscard]] KALAH_API int seeds_in_all(const Board& board);   // stores included

/// The same position with south and north exchanged: rows, stores and the side to move.
[[nodiscard]] KALAH_API Board flipped(const Board& board);

/// 64 well mixed bits: a hash of the pits alone, mover's row first. The rest of the game depends on
/// the pits alone, and a position and its flipped twin are the same for the side to move. (Not so
/// under majority stop, where the stores decide when the game ends: tables must then be keyed on
/// the stores as well.)
[[nodiscard]] KALAH_API std::uint64_t hash_pits(const Board& board);

}  // namespace kalah
