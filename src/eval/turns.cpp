#include "eval/turns.hpp"

#include <algorithm>

namespace kalah::eval {

Turns turns_of(const Rules& rules, const Board& board, Turns::Of side) {
    Board from = board;
    if (side == Turns::Of::opponent) from.to_move = opponent(board.to_move);
    const Side mover = from.to_move;
    const auto lead = [mover](const Board& each) {
        return each.store(mover) - each.store(opponent(mover));
    };
    Turns turns;
    bool first = true;
    for (const int pit : legal_moves(from)) {
        Board to = from;
        const MoveResult played = apply(rules, to, pit);
        const int gain = lead(to) - lead(from);
        turns.best_gain = first ? gain : std::max(turns.best_gain, gain);
        turns.extra_turns += played.extra_turn ? 1 : 0;
        first = false;
    }
    return turns;
}

}  // namespace kalah::eval
