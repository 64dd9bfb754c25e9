#include <algorithm>

#include "kalah/moves.hpp"
#include "puzzles/make.hpp"

namespace kalah::puzzles {
namespace {

constexpr std::size_t kMostReplies = 300;

/// The most that the side to move can capture in one turn.
int best_capture(const Rules& rules, const Board& board) {
    int most = 0;
    for (const Turn& turn : complete_turns(rules, board, kMostReplies))
        most = std::max(most, turn.captured);
    return most;
}

/// Had south passed, north could capture much; after the turn, it cannot.
bool averts_capture(const Puzzle& puzzle, const Turn& right) {
    Board passed = puzzle.board;
    passed.to_move = Side::north;
    const int threat = best_capture(puzzle.rules, passed);
    if (threat < kManySeeds) return false;
    return right.over || threat - best_capture(puzzle.rules, right.after) >= kManySeeds;
}

/// In best play after the turn, north's pits run empty, and without the seeds that south then keeps
/// the turn would not be good.
bool starves(const Puzzle& puzzle, const Turn& right, Solver& solver) {
    if (puzzle.rules.sweep != Sweep::owner) return false;
    const auto kept = [](const Board& before, const MoveResult& last, const Rules& rules) {
        Rules no_sweep = rules;
        no_sweep.sweep = Sweep::none;
        Board unswept = before;
        apply(no_sweep, unswept, last.pit);
        return seeds_in_row(unswept, Side::north) == 0 ? seeds_in_row(unswept, Side::south) : 0;
    };
    Board board = puzzle.board;
    std::vector<int> pits = right.pits;
    if (!right.over) {
        const auto line =
            solver.best_line(right.after, -right.value, [](const ProvedBounds&) { return true; });
        if (!line) return false;
        pits.insert(pits.end(), line->begin(), line->end());
    }
    for (const int pit : pits) {
        const Board before = board;
        const MoveResult played = apply(puzzle.rules, board, pit);
        if (!played.over) continue;
        const int seeds = kept(before, played, puzzle.rules);
        return seeds >= kManySeeds && puzzle.value - seeds <= puzzle.second;
    }
    return false;
}

}  // namespace

std::optional<Theme> theme_of(const Puzzle& puzzle, std::span<const Turn> turns, Solver& solver) {
    constexpr std::size_t kChain = 3;
    const auto right = std::find_if(turns.begin(), turns.end(),
                                    [&](const Turn& turn) { return turn.pits == puzzle.turn; });
    if (right->pits.size() >= kChain) return Theme::chain;
    if (right->captured >= kManySeeds) return Theme::capture;
    if (starves(puzzle, *right, solver)) return Theme::starving;
    if (averts_capture(puzzle, *right)) return Theme::defence;
    if (seeds_in_pits(puzzle.board) <= kEndgameSeeds) return Theme::counting;
    return std::nullopt;
}

}  // namespace kalah::puzzles
