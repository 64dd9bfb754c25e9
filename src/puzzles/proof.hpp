// Which turns a player has, and what they are worth by proof. Turns that lead to the same position
// are one turn: the order of moves in a chain is often free. No threads of their own, no text.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "kalah/endgame_database.hpp"
#include "kalah/result.hpp"
#include "kalah/solver.hpp"
#include "puzzles/puzzle.hpp"

namespace kalah::puzzles {

/// For a solver of these proofs.
inline constexpr std::size_t kTableBytes = std::size_t{8} << 20;

struct Turn {
    std::vector<int> pits = {};  // in one order
    Board after = {};
    bool over = false;
    int captured = 0;
    int value = 0;  // for the player who makes it, once it is proved
};

/// All turns, in the order of their pits; at most `most`, else none.
[[nodiscard]] std::vector<Turn> complete_turns(const Rules& rules, const Board& board,
                                               std::size_t most);

/// Proves the turns' values. False if the budget of one of them does not suffice.
[[nodiscard]] bool prove(Solver& solver, Side mover, std::vector<Turn>& turns,
                         const SolveBudget& each);

/// A puzzle without theme and level, if exactly one of the proved turns is good.
[[nodiscard]] std::optional<Puzzle> puzzle_in(const Rules& rules, const Board& board,
                                              std::span<const Turn> turns);

/// What is said about an answer.
struct Verdict {
    bool right = false;
    int value = 0;               // of the turn, proved
    std::vector<int> line = {};  // best play after it, to the end of the game
};

/// Judges one turn by proof. One thread at a time.
class Judgement {
  public:
    /// Errors: "illegal_move" and "incomplete_turn", with the number of the move in args {"move"};
    /// "no_memory".
    [[nodiscard]] static Result<Judgement> begin(
        const Puzzle& puzzle, std::span<const int> turn,
        const std::shared_ptr<const EndgameDatabase>& database);

    /// Errors: those of the solver. After "stopped" it can be called again, and goes on with what
    /// it has proved.
    [[nodiscard]] Result<Verdict> work(const StopToken& stop);

  private:
    Judgement(Puzzle puzzle, Turn turn, std::optional<Solver> solver)
        : puzzle_(std::move(puzzle)), turn_(std::move(turn)), solver_(std::move(solver)) {}

    Puzzle puzzle_;
    Turn turn_;
    std::optional<Solver> solver_;  // nothing if the game is over
};

}  // namespace kalah::puzzles
