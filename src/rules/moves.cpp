#include "kalah/moves.hpp"

#include <cassert>
#include <utility>

#include "rules/sweep.hpp"

namespace kalah {
namespace {

/// The cells that the mover sows into, in order: own pits 0..p-1, own store p, the other's pits
/// p+1..2p. The other's store is not among them.
class Ring {
  public:
    Ring(Board& board, Side mover) : board_(board), mover_(mover) {}

    [[nodiscard]] int store() const { return board_.width; }
    [[nodiscard]] int next(int cell) const { return cell == 2 * board_.width ? 0 : cell + 1; }
    [[nodiscard]] bool is_own_pit(int cell) const { return cell < store(); }
    [[nodiscard]] int other_pit(int cell) const { return cell - store() - 1; }
    [[nodiscard]] std::uint16_t& operator[](int cell) {
        if (cell == store()) return board_.store(mover_);
        return is_own_pit(cell)
                   ? board_.row(mover_)[static_cast<std::size_t>(cell)]
                   : board_.row(opponent(mover_))[static_cast<std::size_t>(other_pit(cell))];
    }
    /// The cell that faces an own pit: pit i faces pit p-1-i of the other side.
    [[nodiscard]] int opposite(int cell) const { return 2 * board_.width - cell; }

  private:
    Board& board_;
    Side mover_;
};

/// Sows from a pit, lap after lap if the rules say so; returns the cell of the last seed. `on_lap`
/// is called after each lap.
///
/// Multi-lap sowing ends: each lap goes on from the cell where the last one ended, so the seeds are
/// dropped into consecutive cells of the ring, whatever is picked up between. Of every 2p+1 drops
/// in a row one falls into the mover's store, and no seed leaves a store. With n seeds in the pits
/// there are therefore at most n passes of the store, and fewer than (n+1)(2p+1) drops.
template <class OnLap>
int sow(const Rules& rules, Ring& ring, int pit, MoveResult& played, OnLap on_lap) {
    int cell = pit;
    for (;;) {
        ++played.laps;
        for (int hand = std::exchange(ring[cell], std::uint16_t{0}); hand > 0; --hand) {
            cell = ring.next(cell);
            ++ring[cell];
            ++played.sown;
        }
        on_lap();
        const bool fell_on_seeds = cell != ring.store() && ring[cell] > 1;
        if (rules.sowing == Sowing::single || !fell_on_seeds) return cell;
    }
}

/// Captures after the last seed fell into an empty own pit; returns the seeds moved to the store.
int capture(const Rules& rules, Ring& ring, int cell) {
    const int opposite = ring.opposite(cell);
    if (rules.capture == Capture::none) return 0;
    if (rules.capture == Capture::opposite && ring[opposite] == 0) return 0;
    const int captured = ring[cell] + ring[opposite];
    ring[cell] = 0;
    ring[opposite] = 0;
    ring[ring.store()] = static_cast<std::uint16_t>(ring[ring.store()] + captured);
    return captured;
}

}  // namespace

PitSet legal_moves(const Board& board) {
    unsigned set = 0;
    for (int pit = 0; pit < board.width; ++pit)
        if (board.at(board.to_move, pit) > 0) set |= 1U << pit;
    return PitSet(set);
}

MoveResult apply(const Rules& rules, Board& board, int pit) {
    assert(pit >= 0 && pit < board.width && board.at(board.to_move, pit) > 0);
    MoveResult played;
    played.mover = board.to_move;
    played.pit = pit;

    // 1. Sow.
    Ring ring(board, played.mover);
    const int last = sow(rules, ring, pit, played, [] {});

    // 2. What the last seed does.
    if (last == ring.store()) {
        played.last = MoveResult::Last::store;
        played.extra_turn = rules.extra_turn;
    } else if (ring.is_own_pit(last)) {
        played.last = MoveResult::Last::own_pit;
        played.last_pit = last;
        if (ring[last] == 1) played.captured = capture(rules, ring, last);
    } else {
        played.last = MoveResult::Last::other_pit;
        played.last_pit = ring.other_pit(last);
    }
    if (!played.extra_turn) board.to_move = opponent(played.mover);

    // 3. The end.
    played.over = is_over(rules, board);
    if (played.over) played.swept = apply_sweep(rules, board, played.mover);
    return played;
}

std::vector<Board> laps_of(const Rules& rules, Board board, int pit) {
    std::vector<Board> laps;
    MoveResult played;
    Ring ring(board, board.to_move);
    sow(rules, ring, pit, played, [&] { laps.push_back(board); });
    return laps;
}

bool is_over(const Rules& rules, const Board& board) {
    if (seeds_in_row(board, Side::south) == 0 || seeds_in_row(board, Side::north) == 0) return true;
    if (!rules.majority_stop) return false;
    const int all = seeds_in_all(board);
    return 2 * board.store(Side::south) > all || 2 * board.store(Side::north) > all;
}

int apply_sweep(const Rules& rules, Board& board, Side last_mover) {
    int swept = 0;
    for (const Side side : kBothSides) {
        const auto keeper = keeper_of(rules.sweep, side, last_mover);
        if (!keeper) continue;
        const int left = seeds_in_row(board, side);
        std::uint16_t& store = board.store(*keeper);
        store = static_cast<std::uint16_t>(store + left);
        board.row(side).fill(0);
        swept += left;
    }
    return swept;
}

Winner winner_of(const Board& board) {
    const int margin = board.store(Side::south) - board.store(Side::north);
    if (margin == 0) return Winner::draw;
    return margin > 0 ? Winner::south : Winner::north;
}

const char* to_text(Winner winner) {
    switch (winner) {
        case Winner::south:
            return "south";
        case Winner::north:
            return "north";
        case Winner::draw:
            return "draw";
    }
    return "draw";
}

}  // namespace kalah
