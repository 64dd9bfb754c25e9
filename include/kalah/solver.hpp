// Solver: the exact value of a position, with a line that proves it and the values of every first
// turn; or, within a budget, the bounds that were proved. Its table persists: what one question
// proved helps the next. One solver serves one thread at a time and starts no thread of its own
// unless it was created with more than one; budget or progress callback stop it.
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

/// What is proved so far: the final store difference for the mover lies in between.
struct ProvedBounds {
    int lower = 0;
    int upper = 0;
    std::uint64_t nodes = 0;  // since the solver was created
};

/// Called before the first question, when the bounds move, and at least every tenth of a second in
/// between, on the calling thread. False stops the search.
using OnProved = std::function<bool(const ProvedBounds&)>;

struct SolveResult {
    ProvedBounds proved;
    bool solved = false;  // both bounds are the value; otherwise it was stopped
};

/// What a question may cost. Without any of these it is asked until it is answered. They are looked
/// at every 1024 nodes: on a common machine a stop takes less than 10 ms.
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
    std::vector<MoveBounds> moves;  // all legal ones, in the order of their pits
    std::uint64_t nodes = 0;        // since the solver was created
    bool solved = false;            // every move is exact
};
/// Called like OnProved.
using OnMoves = std::function<bool(const MovesResult&)>;

/// A complete first turn and its value for the player who makes it.
struct TurnValue {
    std::vector<int> pits;
    int value = 0;
};

struct SolverOptions {
    /// Null, or a database of the same rules and pits.
    std::shared_ptr<const EndgameDatabase> database = {};
    std::size_t table_bytes = std::size_t{64} << 20;  // at most 1 GiB is used
    int threads = 1;                                  // 1 in builds without threads
};

/// The errors of all questions: "contradiction" (what was proved contradicts itself: a bug, or two
/// positions of a large board taken for one; nothing is proved) and, where the result has no room
/// for it, "stopped".
class KALAH_API Solver {
  public:
    /// Positions with more seeds in their pits cannot be solved.
    static constexpr int kMostSeeds = 126;

    /// For questions about positions that come from this board. Error "no_memory" with args
    /// {"bytes"} if the table does not fit.
    [[nodiscard]] static Result<Solver> create(const Rules& rules, const Board& board,
                                               const SolverOptions& options);
    Solver(Solver&&) noexcept;
    Solver& operator=(Solver&&) noexcept;
    ~Solver();

    /// The value for the mover, stores included. The mover must have seeds; the end of the game is
    /// judged after a move.
    [[nodiscard]] Result<SolveResult> solve(const Board& board, const OnProved& progress,
                                            const SolveBudget& budget = {});

    /// Every move's value, or what the budget allows to prove of it: first the value of the
    /// position, which bounds them all, then one move after the other, the best first.
    [[nodiscard]] Result<MovesResult> solve_moves(const Board& board, const OnMoves& progress,
                                                  const SolveBudget& budget = {});

    /// A line of best play from there to the end, which gives exactly the value.
    [[nodiscard]] Result<std::vector<int>> best_line(const Board& board, int value,
                                                     const OnProved& progress);

    /// All first turns, extra turns played to their end, in the order of their pits.
    [[nodiscard]] Result<std::vector<TurnValue>> turn_values(const Board& board,
                                                             const OnProved& progress);

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
