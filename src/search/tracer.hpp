// What a search reports while it runs. Searches are templates over a tracer: with NoTracer, the
// usual one, every call below compiles to nothing; with Recording (recorder.hpp) the same code
// reports each node that it visits. Values and windows are those of the search, for the player who
// made the move.
#pragma once

#include <cstdint>

#include "rules/position.hpp"

namespace kalah::search {

/// Values are far smaller.
inline constexpr int kInfinity = 1'000'000'000;

/// What gave a node its value.
enum class Reason : std::uint8_t {
    moves,     // the values of its moves
    depth,     // the evaluation: the depth ends here
    over,      // the result: the game is over
    database,  // the endgame database
    table,     // the transposition table
    etc,       // the table's knowledge of one of its moves
    futility,  // what the seeds left allow
    limit,     // the evaluation: the move cost its player more than the limit
    stopped,   // none: a limit of time or nodes ended the search
};
inline constexpr int kReasons = 9;

/// Why the moves at the root are searched.
enum class Purpose : std::uint8_t {
    best,    // one pass with an open window: the best move
    mtdf,    // one pass with an empty window, of several
    values,  // each move by itself, for its value
    ties,    // each move with an empty window: is it as good as the best?
};

struct NoTracer {
    /// Before a node: which move leads to it.
    void move(int /*pit*/) const {}
    /// Enters a node, which counts. Exactly one of leaf, inner and stopped ends it.
    template <class Position>
    void enter(const Position& /*child*/, Step /*step*/, int /*depth*/, int /*alpha*/,
               int /*beta*/) const {}
    int leaf(Reason /*reason*/, int value) const { return value; }
    int inner(int value) const { return value; }
    int stopped() const { return 0; }
    /// The node that is about to end by `inner` searched no move, for this reason.
    void because(Reason /*reason*/) const {}
    /// What the move to this node cost its player, and the limit of that cost, in quarters of a
    /// seed once divided by `seed`, the weight of a seed.
    void cost(int /*cost*/, int /*limit*/, int /*seed*/) const {}

    void begin_iteration(int /*depth*/) const {}
    void begin_pass(Purpose /*purpose*/, int /*alpha*/, int /*beta*/) const {}
    void end_pass(int /*value*/) const {}
    void end_iteration(int /*pit*/, int /*value*/, bool /*complete*/) const {}
};

}  // namespace kalah::search
