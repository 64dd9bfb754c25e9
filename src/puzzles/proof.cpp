#include "puzzles/proof.hpp"

#include <algorithm>
#include <string>

#include "kalah/moves.hpp"

namespace kalah::puzzles {
namespace {

constexpr auto kAlways = [](const ProvedBounds&) { return true; };

int difference(const Board& board, Side side) {
    return board.store(side) - board.store(opponent(side));
}

/// Collects turns from the left; positions that were reached before are not followed again.
class TurnFinder {
  public:
    TurnFinder(const Rules& rules, std::size_t most) : rules_(rules), most_(most) {}

    /// Adds the turns that begin with the moves of `begun`. False if there are too many.
    bool add(const Turn& begun) {
        for (const int pit : legal_moves(begun.after)) {
            Turn turn = begun;
            const MoveResult played = apply(rules_, turn.after, pit);
            turn.pits.push_back(pit);
            turn.captured += played.captured;
            turn.over = played.over;
            if (std::find(seen_.begin(), seen_.end(), turn.after) != seen_.end()) continue;
            seen_.push_back(turn.after);
            if (played.extra_turn && !played.over) {
                if (!add(turn)) return false;
                continue;
            }
            if (turns_.size() == most_) return false;
            turns_.push_back(std::move(turn));
        }
        return true;
    }
    [[nodiscard]] std::vector<Turn> take() { return std::move(turns_); }

  private:
    Rules rules_;
    std::size_t most_;
    std::vector<Board> seen_ = {};
    std::vector<Turn> turns_ = {};
};

Error wrong_move(std::string code, std::string message, std::size_t move) {
    return coded(std::move(code), std::move(message), {{"move", std::to_string(move + 1)}});
}

/// The position after the turn that a person has given.
Result<Turn> played_turn(const Puzzle& puzzle, std::span<const int> pits) {
    Turn turn;
    turn.after = puzzle.board;
    bool ended = false;
    for (std::size_t i = 0; i < pits.size(); ++i) {
        if (ended) return wrong_move("illegal_move", "the turn ends before this move", i);
        const int pit = pits[i];
        if (pit < 0 || pit >= puzzle.board.width || turn.after.at(Side::south, pit) == 0)
            return wrong_move("illegal_move",
                              "pit " + std::to_string(pit + 1) + " cannot be played", i);
        const MoveResult played = apply(puzzle.rules, turn.after, pit);
        turn.pits.push_back(pit);
        turn.over = played.over;
        ended = played.over || !played.extra_turn;
    }
    if (!ended)
        return wrong_move("incomplete_turn", "the turn goes on: there is another move",
                          pits.size());
    return turn;
}

}  // namespace

std::vector<Turn> complete_turns(const Rules& rules, const Board& board, std::size_t most) {
    TurnFinder finder(rules, most);
    Turn none;
    none.after = board;
    return finder.add(none) ? finder.take() : std::vector<Turn>();
}

bool prove(Solver& solver, Side mover, std::vector<Turn>& turns, const SolveBudget& each) {
    for (Turn& turn : turns) {
        if (turn.over) {
            turn.value = difference(turn.after, mover);
            continue;
        }
        const auto found = solver.solve(turn.after, kAlways, each);
        if (!found || !found->solved) return false;
        turn.value = -found->proved.lower;
    }
    return true;
}

std::optional<Puzzle> puzzle_in(const Rules& rules, const Board& board,
                                std::span<const Turn> turns) {
    if (turns.size() < 2) return std::nullopt;
    const auto best = std::max_element(
        turns.begin(), turns.end(), [](const Turn& a, const Turn& b) { return a.value < b.value; });
    std::optional<int> second;
    for (auto each = turns.begin(); each != turns.end(); ++each)
        if (each != best) second = std::max(second.value_or(each->value), each->value);
    const auto goal = goal_of(best->value, *second);
    if (!goal) return std::nullopt;
    Puzzle puzzle;
    puzzle.rules = rules;
    puzzle.board = board;
    puzzle.goal = *goal;
    puzzle.value = best->value;
    puzzle.second = *second;
    puzzle.turn = best->pits;
    return puzzle;
}

Result<Judgement> Judgement::begin(const Puzzle& puzzle, std::span<const int> pits,
                                   const std::shared_ptr<const EndgameDatabase>& database) {
    auto turn = played_turn(puzzle, pits);
    if (!turn) return turn.error();
    if (turn->over) return Judgement(puzzle, turn.take(), std::nullopt);
    auto solver = Solver::create(puzzle.rules, puzzle.board, {database, kTableBytes, 1});
    if (!solver) return solver.error();
    return Judgement(puzzle, turn.take(), solver.take());
}

Result<Verdict> Judgement::work(const StopToken& stop) {
    if (turn_.over) {
        const int value = difference(turn_.after, Side::south);
        return Verdict{reaches(puzzle_, value), value, {}};
    }
    const auto found = solver_->solve(turn_.after, kAlways, {std::nullopt, std::nullopt, &stop});
    if (!found) return found.error();
    if (!found->solved) return coded("stopped", "stopped before the value was proved");
    const int value = found->proved.lower;
    const auto line = solver_->best_line(turn_.after, value,
                                         [&](const ProvedBounds&) { return !stop.requested(); });
    if (!line) return line.error();
    return Verdict{reaches(puzzle_, -value), -value, *line};
}

}  // namespace kalah::puzzles
