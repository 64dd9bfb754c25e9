// perft: the number of move sequences of a given length, one sowing per ply. Checks move generators
// and measures their speed: every move is really made, the last ones too. Games that end earlier
// are not counted. The first position never counts as over: play begins there if its mover has
// seeds.
#pragma once

#include <cstdint>
#include <vector>

#include "kalah/moves.hpp"
#include "kalah/progress.hpp"

namespace kalah {

enum class BoardKind : std::uint8_t { reference, fast };

/// The fastest kind that covers the game.
[[nodiscard]] BoardKind best_kind(const Rules& rules, const Board& board);

struct PerftCount {
    std::uint64_t nodes = 0;     // sequences of exactly that length
    std::uint64_t finished = 0;  // of these, the ones whose last move ended the game
};

struct Perft {
    struct Part {
        int pit = 0;
        PerftCount count;
    };
    PerftCount count;
    std::vector<Part> parts;  // by first move
    bool complete = true;     // false: the watch stopped it
};

/// Depth 0 counts the position itself. The kind `fast` must cover the game.
[[nodiscard]] Perft perft(const Rules& rules, const Board& board, int depth, BoardKind kind,
                          const ProgressCallback& watch = no_progress);

}  // namespace kalah
