// How positions are numbered: rows by rank, blocks by the seeds of both rows, levels by all seeds
// in the pits. A bijection between positions and 0..size-1 of their level, for 1 to 6 pits per
// side. Pure functions and tables made at compile time; any thread.
//
// Order of the rows with s seeds: descending lexicographically, pit 0 first, so that (s,0,..,0) has
// rank 0. Every move inside the own row leads to a row of higher rank. With r_j the seeds in the
// pits j..p-1,
//
//     rank = sum over j = 1..p-1 of C(r_j + p-1-j, p-j)
//
// Level n consists of blocks, one for each number w = 0..n of seeds on the side that waits; a block
// is a matrix, a line for each row that waits, a column for each row of the mover's m = n-w seeds:
//
//     block (w,m):   value[rank(waiting) * count(m) + rank(mover)]
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "kalah/board.hpp"

namespace kalah::endgame {

inline constexpr int kMostPits = 6;
/// Values must fit into a signed byte, with one to spare for "none".
inline constexpr int kMostSeeds = 120;

using Row = std::array<std::uint8_t, kMostPits>;  // pits beyond the size are zero

/// C(n, k) for n up to kMostSeeds + 2 * kMostPits and k up to 2 * kMostPits.
[[nodiscard]] std::uint64_t choose(int n, int k);

/// By pit j and the seeds r_j from there on: what they add to the rank.
using RankTable = std::array<std::array<std::uint32_t, kMostSeeds + 1>, kMostPits>;
[[nodiscard]] const RankTable& rank_table(int pits);

/// The number of rows with `seeds` seeds.
[[nodiscard]] inline std::uint64_t row_count(int pits, int seeds) {
    return choose(seeds + pits - 1, pits - 1);
}
[[nodiscard]] std::uint32_t rank_of(const Row& row, int pits);
struct RankedRow {
    std::size_t rank;
    int seeds;
};
/// Rank and seeds of a row of six pits, a byte each, pit 0 lowest (FastBoard::pits), with less than
/// 256 seeds. For searches: five look-ups.
[[nodiscard]] inline RankedRow ranked_row(const RankTable& table, std::uint64_t pits) {
    // Byte t of the product holds the seeds of the pits 5-t..5.
    const std::uint64_t sums = (__builtin_bswap64(pits) >> 16) * 0x0101'0101'0101'0101U;
    const std::size_t rank = std::size_t{table[5][sums & 0xFF]} + table[4][(sums >> 8) & 0xFF] +
                             table[3][(sums >> 16) & 0xFF] + table[2][(sums >> 24) & 0xFF] +
                             table[1][(sums >> 32) & 0xFF];
    return {rank, static_cast<int>((sums >> 40) & 0xFF)};
}
/// The row of a rank: 0 <= rank < row_count(pits, seeds).
[[nodiscard]] Row row_of(std::uint32_t rank, int seeds, int pits);
/// Steps to the next rank; false after the last.
bool next_row(Row& row, int pits);

[[nodiscard]] Row row_of(const Board& board, Side side);
[[nodiscard]] int seeds_in(const Row& row);

/// The number of positions with `seeds` seeds in the pits, finished ones included.
[[nodiscard]] inline std::uint64_t level_size(int pits, int seeds) {
    return choose(seeds + 2 * pits - 1, 2 * pits - 1);
}
/// The same for all levels up to this one.
[[nodiscard]] inline std::uint64_t database_size(int pits, int seeds) {
    return choose(seeds + 2 * pits, 2 * pits);
}

/// The size of a block, and where it begins in its level.
[[nodiscard]] std::uint64_t block_size(int pits, int waiting, int moving);
[[nodiscard]] std::uint64_t block_offset(int pits, int waiting, int moving);

/// The index of a position within its level, and back. In position_of, south is the mover.
[[nodiscard]] std::uint64_t index_of(const Board& board);
[[nodiscard]] Board position_of(std::uint64_t index, int seeds, int pits);

}  // namespace kalah::endgame
