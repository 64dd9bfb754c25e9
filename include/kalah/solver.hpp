// Solver: the exact value of a position, with a line that proves it and the values of every first
// turn; or, within a budget, the bounds that were proved. The solver keeps its table: what one
// question proved helps the next. One solver serves one thread at a time. It starts threads of its
// own only if it was created with more than one. The budget or the progress callback stops it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "kalah/board.hpp"
#include "kalah/endgame_database.hpp"
#include "kalah/export.hpp"
#include "kalah/result.hpp"
#include "kalah/rules.hpp"
#include "kalah/stop_token.hpp"

namespace kalah {

namespace solve {
class BoundTable;
}

/// What is proved so far: the final store difference for the mover lies in lower..upper.
struct ProvedBounds {
    int lower = 0;
    int upper = 0;
    std::uint64_t nodes = 0;  // since the solver was created
};

/// Called before the first question, when the bounds move, and at least every tenth of a second in
/// between, on the calling thread. False stops the search. May be empty.
using OnProved = std::function<bool(const ProvedBounds&)>;

struct SolveResult {
    ProvedBounds proved;
    bool solved = false;  // both bounds equal the value; false: the search was stopped
};

/// Limits of one question. Without any of them the solver works until it has the answer. It checks
/// them every 32 nodes (with several threads, every 4 ms): on a common machine a stop takes less
/// than 10 ms.
struct SolveBudget {
    std::optional<std::chrono::nanoseconds> time = {};
    std::optional<std::uint64_t> nodes = {};
    const StopToken* stop = nullptr;  // must outlive the question
};

/// What is proved of one move: the final store difference for the player who makes it.
struct MoveBounds {
    int pit = 0;
    int lower = 0;
    int upper = 0;
    [[nodiscard]] bool exact() const { return lower == upper; }
};
struct MovesResult {
    int lower = 0;  // the value of the position
    int upper = 0;
    std::vector<MoveBounds> moves = {};  // all legal ones, in the order of their pits
    std::uint64_t nodes = 0;             // since the solver was created
    bool solved = false;                 // every move is exact
};
/// Called like OnProved.
using OnMoves = std::function<bool(const MovesResult&)>;

/// A complete first turn and its value for the player who makes it.
struct TurnValue {
    std::vector<int> pits;
    int value = 0;
};
using OnTurn = std::function<void(const TurnValue&)>;

struct SolverOptions {
    /// Null, or a database of the same rules and pits.
    std::shared_ptr<const EndgameDatabase> database = {};
    std::size_t table_bytes = std::size_t{64} << 20;  // at most 1 GiB is used
    int threads = 1;                                  // 1 in builds without threads
};

/// Every question may fail with "contradiction" (what was proved contradicts itself: a bug, or two
/// positions of a large board taken for one; nothing is proved) or, if its result cannot say that
/// it was stopped, with "stopped".
class KALAH_API Solver {
  public:
    /// Positions with more seeds in their pits cannot be solved.
    static constexpr int kMostSeeds = 126;

    /// For questions about positions that can follow from this board. Error "no_memory" with args
    /// {"bytes"} if the table does not fit.
    [[nodiscard]] static Result<Solver> create(const Rules& rules, const Board& board,
                                               const SolverOptions& options);
    Solver(Solver&&) noexcept;
    Solver& operator=(Solver&&) noexcept;
    ~Solver();

    /// The value for the mover, stores included. The mover must have seeds; the end of the game is
    /// judged after a move.
    [[nodiscard]] Result<SolveResult> solve(const Board& board, const OnProved& progress = {},
                                            const SolveBudget& budget = {});

    /// The value of every move, or the bounds that the budget allows to prove. First proves the
    /// value of the position, which bounds all moves, then each move, the best first. Begins with
    /// the bounds of `known`, if it is given: an earlier answer for the same position.
    [[nodiscard]] Result<MovesResult> solve_moves(const Board& board, const OnMoves& progress = {},
                                                  const SolveBudget& budget = {},
                                                  const MovesResult* known = nullptr);

    /// A line of best play from `board` to the end of the game, whose result is exactly `value`.
    [[nodiscard]] Result<std::vector<int>> best_line(const Board& board, int value,
                                                     const OnProved& progress = {});

    /// All complete first turns, extra moves included, in the order of their pits. Calls `on_turn`,
    /// which may be empty, with each as soon as it is proved: that is what is known if it is
    /// stopped.
    [[nodiscard]] Result<std::vector<TurnValue>> turn_values(const Board& board,
                                                             const OnProved& progress = {},
                                                             const OnTurn& on_turn = {});

    /// Positions searched since the solver was created.
    [[nodiscard]] std::uint64_t nodes() const;
    /// For checkpoints.
    [[nodiscard]] solve::BoundTable& table();

  private:
    struct KALAH_LOCAL Impl;
    explicit Solver(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace kalah
