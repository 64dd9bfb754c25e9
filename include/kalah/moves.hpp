// The rules in their plain form, for every variant: what a move does, when the game is over, who
// has won. This is the reference, written to be obviously right: tests check the fast board
// (fast_board.hpp) against it, and it plays every game that the fast board does not cover. Pure
// functions, safe from any thread.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "kalah/board.hpp"
#include "kalah/export.hpp"
#include "kalah/rules.hpp"

namespace kalah {

/// A set of pits of the side to move, walked over from the left: for (const int pit : set).
class PitSet {
  public:
    explicit PitSet(unsigned bits) : bits_(bits) {}  // bit i = pit i
    bool operator==(const PitSet&) const = default;

    class Iterator {
      public:
        explicit Iterator(unsigned bits) : bits_(bits) {}
        int operator*() const { return std::countr_zero(bits_); }
        Iterator& operator++() {
            bits_ &= bits_ - 1;
            return *this;
        }
        bool operator==(const Iterator&) const = default;

      private:
        unsigned bits_;
    };
    [[nodiscard]] Iterator begin() const { return Iterator(bits_); }
    [[nodiscard]] static Iterator end() { return Iterator(0); }
    [[nodiscard]] bool empty() const { return bits_ == 0; }
    [[nodiscard]] int size() const { return std::popcount(bits_); }

  private:
    unsigned bits_;
};

/// The non-empty pits of the side to move. Says nothing about whether the game is over: the end is
/// judged only after a move.
[[nodiscard]] KALAH_API PitSet legal_moves(const Board& board);

/// What one move (one sowing) did.
struct MoveResult {
    enum class Last : std::uint8_t { store, own_pit, other_pit };

    Side mover = Side::south;
    int pit = 0;              // where the seeds came from
    int sown = 0;             // seeds dropped one by one, all laps together
    int laps = 0;             // times seeds were picked up: 1 unless sowing is multi
    Last last = Last::store;  // where the last seed fell
    int last_pit = 0;         // which pit, unless it was the store
    int captured = 0;         // seeds captured, the capturing one included
    int swept = 0;            // seeds that the end of the game moved into stores
    bool extra_turn = false;  // the mover has the next move; true even if the game is over
    bool over = false;
};

/// Plays `pit`, one of legal_moves, on the board. After a move without an extra turn the other side
/// is to move, even if the game is over.
KALAH_API MoveResult apply(const Rules& rules, Board& board, int pit);

/// The board after each lap of a move, before any capture: what a person sees when the sowing is
/// played step by step. The mover is still to move in all of them.
[[nodiscard]] KALAH_API std::vector<Board> laps_of(const Rules& rules, Board board, int pit);

/// True if the game is over after a move that led to this position: a side has no seeds in its
/// pits, or, with majority stop, a store holds more than half of all.
[[nodiscard]] KALAH_API bool is_over(const Rules& rules, const Board& board);

/// Moves the seeds left on the board as the rules say for the end of a game; returns how many
/// moved. With sweep `none` they stay where they are.
KALAH_API int apply_sweep(const Rules& rules, Board& board, Side last_mover);

enum class Winner : std::uint8_t { south, north, draw };

/// The side with more seeds in its store. Once a game is over and swept, this is its result.
[[nodiscard]] KALAH_API Winner winner_of(const Board& board);
[[nodiscard]] KALAH_API const char* to_text(Winner winner);

}  // namespace kalah
