// Positions: what the store knows of positions: how its games went on from there, counted at their
// first moves, and what was proved of their moves. A part of the Store. Any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kalah/result.hpp"
#include "kalah/solver.hpp"
#include "store/games.hpp"

namespace kalah::store {

/// The games that went on from a position with one move, and how they ended.
struct Continuation {
    int pit = 0;  // from 0
    std::int64_t games = 0;
    std::int64_t south_won = 0;
    std::int64_t drawn = 0;
    std::int64_t north_won = 0;  // the others have no result
    bool operator==(const Continuation&) const = default;
};
struct Continuations {
    std::vector<Continuation> moves = {};  // those that were played, by pit
    std::int64_t uncounted = 0;            // games that are over, but not counted yet
};

/// What is proved of all moves of a position.
struct PositionProof {
    Rules rules = {};
    Board position = {};
    MovesResult proved = {};  // nodes: what the proof took
};

class Positions {
  public:
    /// A game is counted at the positions before its first moves, at most so many.
    static constexpr int kCountedMoves = 12;
    /// Proved moves; beyond that, those that took least are erased. Some 60 MB.
    static constexpr std::int64_t kMostProofs = 600'000;

    /// By an index: some 0.1 ms, however many games there are. Nothing in an older store.
    [[nodiscard]] virtual Result<Continuations> continuations(const Rules& rules,
                                                              const Board& position) = 0;
    /// Counts games that are over and not counted yet, at most `most`, and returns how many. Some
    /// 30 us for each.
    [[nodiscard]] virtual Result<std::int64_t> count_games(std::int64_t most) = 0;

    /// Nothing if none is kept.
    [[nodiscard]] virtual Result<std::optional<MovesResult>> proof(const Rules& rules,
                                                                   const Board& position) = 0;
    /// Replaces the one that is kept of the position, unless that says more.
    [[nodiscard]] virtual std::optional<WriteError> keep_proof(const PositionProof& proof) = 0;

  protected:
    ~Positions() = default;
};

}  // namespace kalah::store
