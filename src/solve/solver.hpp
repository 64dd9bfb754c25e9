// Solver: the exact value of a position, by MTD(f) over ExactSearch, on several threads, with the
// line that proves it and the values of every first turn. Its table stays: what one question proved
// helps the next. One solver is used by one thread at a time; a watch stops it.
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "endgame/database.hpp"
#include "rules/game.hpp"
#include "solve/bound_table.hpp"
#include "solve/exact_search.hpp"

namespace kalah::solve {

/// What is proved so far: the final store difference for the mover lies in between.
struct Proved {
    int lower = 0;
    int upper = 0;
    std::uint64_t nodes = 0;  // since the solver began
};

/// Called before the first question, when the bounds move, and at least every tenth of a second in
/// between. False stops the search.
using OnProved = std::function<bool(const Proved&)>;

struct Outcome {
    Proved proved;
    bool solved = false;  // both bounds are the value; else it was stopped
};

/// What was proved contradicts itself: a bug, or two positions taken for one (position_key.hpp).
class Contradiction : public std::exception {
  public:
    [[nodiscard]] const char* what() const noexcept override {
        return "what was proved contradicts itself; no value is proved";
    }
};

class Solver {
  public:
    /// Positions with more seeds in their pits cannot be solved here (nor, most likely, anywhere).
    static constexpr int kMostSeeds = Bounds::kMost - 1;

    /// For questions about positions that come from this board. `database` may be null, else it
    /// must be one of these rules and pits. Throws std::bad_alloc if there is no room for the
    /// table.
    Solver(const Rules& rules, const Board& board,
           std::shared_ptr<const endgame::Database> database, std::size_t table_bytes, int threads);

    /// The value for the mover, stores included. The board's mover must have seeds; whether the
    /// game is over is judged after a move. This and what follows may throw Contradiction.
    Outcome value(const Board& board, const OnProved& watch);

    /// A line of best play from there to the end, which gives exactly the value. Nothing if
    /// stopped.
    std::optional<std::vector<int>> best_line(const Board& board, int value, const OnProved& watch);

    [[nodiscard]] std::uint64_t nodes() const { return shared_.nodes; }
    [[nodiscard]] BoundTable& table() { return table_; }

  private:
    /// The question, on all threads. The answer is as that of ExactSearch::at_least.
    std::optional<int> ask(const Board& board, int beta, const Proved& so_far,
                           const OnProved& watch);
    /// All moves, the one that the table knows first.
    [[nodiscard]] std::vector<int> moves_to_try(const Board& board) const;

    Rules rules_;
    std::shared_ptr<const endgame::Database> database_;
    PositionKeys keys_;
    BoundTable table_;
    int threads_;
    Shared shared_;
};

/// A whole first turn and what it is worth to who makes it.
struct TurnValue {
    std::vector<int> pits;
    int value = 0;
};
/// All first turns, extra turns played to their end, in the order of their pits. Nothing if
/// stopped.
std::optional<std::vector<TurnValue>> turn_values(Solver& solver, const Rules& rules,
                                                  const Board& board, const OnProved& watch);

}  // namespace kalah::solve
