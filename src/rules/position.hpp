// Positions to search in: a board together with its rules, seen from the side to move. Both kinds
// have the same members, so that evaluations and searches are written once, as templates:
//   FastPosition<kCapture>   the fast board under `standard` or `empty-capture`
//   PlainPosition            the reference board under any rules
// with_position picks the fastest that covers a game. Values, copied instead of undone; any thread.
#pragma once

#include "kalah/moves.hpp"
#include "rules/fast_board.hpp"

namespace kalah {

using Step = FastBoard::Step;

template <Capture kCapture>
class FastPosition : public FastBoard {
  public:
    FastPosition(const Rules& /*rules*/, const Board& board) : FastBoard(FastBoard::from(board)) {}

    static constexpr int kMaxWidth = kWidth;
    [[nodiscard]] static constexpr int width() { return kWidth; }
    /// True if stores decide more than the score, so that positions with equal pits may differ.
    [[nodiscard]] static constexpr bool stores_matter() { return false; }
    [[nodiscard]] static constexpr bool single_lap() { return true; }
    Step play(int pit) { return FastBoard::play<kCapture>(pit); }
};

class PlainPosition {
  public:
    /// The rules must outlive the position.
    PlainPosition(const Rules& rules, const Board& board, int laps_lead = 0)
        : board_(board), rules_(&rules), laps_lead_(laps_lead) {}

    static constexpr int kMaxWidth = kMaxPits;
    [[nodiscard]] int width() const { return board_.width; }
    [[nodiscard]] bool stores_matter() const { return rules_->majority_stop; }
    [[nodiscard]] bool single_lap() const { return rules_->sowing == Sowing::single; }
    Step play(int pit) {
        const MoveResult played = kalah::apply(*rules_, board_, pit);
        laps_lead_ += played.laps;
        if (!played.extra_turn) laps_lead_ = -laps_lead_;
        return {played.extra_turn, played.over};
    }

    [[nodiscard]] PitSet legal_moves() const { return kalah::legal_moves(board_); }
    [[nodiscard]] const Board& board() const { return board_; }
    [[nodiscard]] const Rules& rules() const { return *rules_; }
    /// The laps of the moves played here, the mover's minus the opponent's.
    [[nodiscard]] int laps_lead() const { return laps_lead_; }

    [[nodiscard]] int seeds(int pit) const { return board_.at(board_.to_move, pit); }
    [[nodiscard]] int other_seeds(int pit) const {
        return board_.at(opponent(board_.to_move), pit);
    }
    [[nodiscard]] int store() const { return board_.store(board_.to_move); }
    [[nodiscard]] int other_store() const { return board_.store(opponent(board_.to_move)); }
    [[nodiscard]] int seeds_in_row() const { return kalah::seeds_in_row(board_, board_.to_move); }
    [[nodiscard]] int other_seeds_in_row() const {
        return kalah::seeds_in_row(board_, opponent(board_.to_move));
    }
    [[nodiscard]] std::uint64_t hash() const { return hash_pits(board_); }

  private:
    Board board_;
    const Rules* rules_;
    int laps_lead_;
};

/// Calls `work` with the position of the fastest kind that covers the game.
template <class Work>
auto with_position(const Rules& rules, const Board& board, Work work) {
    if (!FastBoard::covers(rules, board)) return work(PlainPosition(rules, board));
    if (rules.capture == Capture::empty) return work(FastPosition<Capture::empty>(rules, board));
    return work(FastPosition<Capture::opposite>(rules, board));
}

}  // namespace kalah
