// A random legal move: for the random player, and for the referee when a player names no move. The
// caller supplies the random number. Any thread.
#pragma once

#include <cassert>
#include <cstdint>

#include "kalah/moves.hpp"

namespace kalah {

/// One of the legal moves, all equally likely if `chance` is uniformly random. There must be one.
[[nodiscard]] inline int random_pit(const Board& board, std::uint64_t chance) {
    const PitSet pits = legal_moves(board);
    assert(!pits.empty());
    auto chosen = pits.begin();
    for (auto skip = chance % static_cast<std::uint64_t>(pits.size()); skip > 0; --skip) ++chosen;
    return *chosen;
}

}  // namespace kalah
