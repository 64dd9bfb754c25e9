// Positions in which programs tend to fail: twenty, for boards of any width. Pure functions, any
// thread.
#pragma once

#include <string>
#include <vector>

#include "kalah/board.hpp"

namespace kalah::programs {

struct CheckPosition {
    std::string what;  // "north begins"
    Board board;       // the program is the side to move, and has a choice
};

inline constexpr std::size_t kCheckPositions = 20;

/// For boards with at least three pits a side.
[[nodiscard]] std::vector<CheckPosition> check_positions(int pits);

}  // namespace kalah::programs
