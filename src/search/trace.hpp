// A search that reports every step: the same templates as the engine's, compiled once more with a
// tracer, on the general board (several times slower than the engine). For drawing search trees,
// for replaying a search and for counting what cuts it short (src/trees). It visits the nodes that
// Engine with the same options visits, except that it always uses one thread, on which it also
// calls the sinks.
#pragma once

#include <optional>
#include <vector>

#include "kalah/engine.hpp"
#include "search/tracer.hpp"

namespace kalah::search {

/// The place of a node: a board, or a node of a tree of given values.
struct TracePlace {
    const Board* board = nullptr;  // null in a tree of given values; valid during the call
    int given = 0;                 // the index of the node in such a tree
    unsigned moves = 0;            // bit i: pit i can be played here
};

/// A node while it is searched. All values are for the player to move at the root, called max: max
/// wants them high, the other player, min, wants them low. -kInfinity and kInfinity: no bound.
struct TraceNode {
    std::uint64_t id = 0;  // 1, 2, … in the order of visits, over all iterations; 0: a root
    std::uint64_t parent = 0;
    int ply = 0;   // moves from the root
    int pit = -1;  // the move that led here; -1 at the root
    TracePlace at = {};
    bool max = true;          // max is to move
    bool extra_turn = false;  // the move that led here gave its player another one
    int depth = 0;            // sowings that are still looked at
    int alpha = -kInfinity;   // as the node was entered
    int beta = kInfinity;

    // Of the moves tried so far; at the end, of all of them.
    int alpha_now = -kInfinity;
    int beta_now = kInfinity;
    std::optional<int> best;
    int best_pit = -1;
    unsigned tried = 0;
    int tries = 0;

    // Of the knowledge-based search: what the move cost its player, and the limit of that cost, in
    // quarters of a seed.
    std::optional<double> cost;
    double limit = 0;

    // Known when the search leaves the node.
    Reason reason = Reason::moves;
    std::optional<int> value;  // none if the search was stopped
    std::uint64_t nodes = 0;   // below it, with itself (not at a root)

    /// fails_high: the value is as good for the player to move as the window allows, or better, so
    /// that the opponent avoids this node. fails_low: no move is good enough. Otherwise the value
    /// is within the window.
    [[nodiscard]] bool fails_high() const {
        return value && (max ? *value >= beta : *value <= alpha);
    }
    [[nodiscard]] bool fails_low() const {
        return value && (max ? *value <= alpha : *value >= beta);
    }
    /// Moves left out because an earlier one failed high.
    [[nodiscard]] unsigned cut_moves() const {
        return reason == Reason::moves && fails_high() ? at.moves & ~tried : 0;
    }
};

/// An iteration of deepening, when it ends.
struct TraceIteration {
    int depth = 0;
    int pit = 0;  // the move it would play
    int value = 0;
    bool complete = false;    // nothing was cut off by depth
    std::uint64_t nodes = 0;  // of the whole search so far
};

class TraceSink {
  public:
    virtual ~TraceSink() = default;
    virtual void begin_iteration(int /*depth*/) {}
    /// One pass over the moves at the root begins; `root` is node 0 of a new tree.
    virtual void begin_pass(Purpose /*purpose*/, const TraceNode& /*root*/) {}
    virtual void enter(const TraceNode& /*node*/) {}
    /// Children are left before their parents; `fails_high` and `cut_moves` say why.
    virtual void leave(const TraceNode& /*node*/) {}
    /// After a child was left: what its parent now knows. `better`: the child is its best move.
    virtual void back(const TraceNode& /*parent*/, const TraceNode& /*child*/, bool /*better*/) {}
    virtual void end_pass(Purpose /*purpose*/, const TraceNode& /*root*/) {}
    virtual void end_iteration(const TraceIteration& /*iteration*/) {}
    /// The knowledge-based search has nothing left to look at: plain alpha-beta goes on.
    virtual void take_over(int /*depth*/) {}
};

/// Searches as Engine::analyse does, or as best_move does if not `all_values`, on an empty table.
/// Error "no_memory" as in Engine::create.
[[nodiscard]] Result<SearchReport> trace(const EngineOptions& options, const Rules& rules,
                                         const Board& board, bool all_values, const StopToken& stop,
                                         TraceSink& sink);

}  // namespace kalah::search
