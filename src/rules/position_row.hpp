// A position as a row of bytes, as arrays for NumPy hold it: the mover's pits, the opponent's pits,
// the mover's store, the opponent's store. Pure functions, any thread.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kalah/board.hpp"

namespace kalah {

/// On a board with no more seeds, each byte holds its count.
inline constexpr int kMostArraySeeds = 255;
/// In arrays of values: not known, or not a legal move.
inline constexpr std::int16_t kUnknownValue = INT16_MIN;

/// The board must have at most kMostArraySeeds seeds; a row has 2 * width + 2 bytes.
inline void write_row(const Board& board, std::uint8_t* row) {
    const Side own = board.to_move;
    const std::size_t width = board.width;
    for (std::size_t pit = 0; pit < width; ++pit) {
        row[pit] = static_cast<std::uint8_t>(board.row(own)[pit]);
        row[width + pit] = static_cast<std::uint8_t>(board.row(opponent(own))[pit]);
    }
    row[2 * width] = static_cast<std::uint8_t>(board.store(own));
    row[2 * width + 1] = static_cast<std::uint8_t>(board.store(opponent(own)));
}

}  // namespace kalah
