// Solvers of Python: one for each kind of position, so that a caller need not know that there are
// kinds. Used by solver.cpp for one position and by arrays.cpp for many.
#pragma once

#include <map>

#include "kalah/solver.hpp"
#include "module/common.hpp"

namespace kalah::python {

struct Solution {
    Rules rules;
    Board board;
    ProvedBounds proved;
    std::optional<std::vector<int>> line;
    std::optional<std::vector<MoveBounds>> moves;
    double seconds = 0;
    [[nodiscard]] bool solved() const { return proved.lower == proved.upper; }
};

/// A Failure if the position cannot be solved.
[[nodiscard]] Board solvable(const Board& board);

class PositionSolver {
  public:
    PositionSolver(const RulesArg& rules, std::shared_ptr<const EndgameDatabase> database,
                   int threads, std::optional<std::uint64_t> memory);

    /// Made if it is the first of its kind, or if the one there is has too small a database for
    /// this position and may build a larger one. Null if that was stopped.
    [[nodiscard]] Solver* solver_for(const Board& board, bool may_build, const StopToken& stop);
    [[nodiscard]] const Rules& rules() const { return rules_; }
    [[nodiscard]] OneAtATime::Guard use(const char* what) { return use_.use(what); }

  private:
    /// With the database that the position needs, opened or built.
    [[nodiscard]] Result<SolverOptions> options_for(const Board& board, bool may_build,
                                                    const StopToken& stop);
    [[nodiscard]] bool wants_larger(const Board& board, int database_seeds) const;

    Rules rules_;
    std::shared_ptr<const EndgameDatabase> database_;
    int threads_;
    std::uint64_t memory_;
    struct Known {
        Solver solver;
        int database_seeds;  // -1: it has no database
    };
    std::map<std::pair<int, bool>, Known> solvers_;
    OneAtATime use_;
};

}  // namespace kalah::python
