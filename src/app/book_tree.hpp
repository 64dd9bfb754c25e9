// The positions of an opening book: all that come up within some sowings, whoever plays them. Those
// after the last sowing must be searched or solved; the best moves of the others follow.
#pragma once

#include <vector>

#include "kalah/moves.hpp"
#include "players/book.hpp"

namespace kalah::app {

class BookTree {
  public:
    /// Positions with equal pits are one: what is still to come is the same (not so under majority
    /// stop). What cannot be written in a book is left out.
    BookTree(const Rules& rules, const Board& start, int sowings);

    /// Positions after the last sowing, each once, in an order that depends on nothing else.
    [[nodiscard]] std::vector<Board> leaves() const;
    /// Adds the positions before the last sowing whose successors are all in the book or the end of
    /// the game. Of equal moves it is the one nearest to the store.
    void back_up(players::Book& book) const;

  private:
    struct Node {
        Board board;
        int sowings;  // fewest that lead there
    };
    Rules rules_;
    int sowings_;
    std::vector<Node> nodes_;  // fewer sowings first
};

}  // namespace kalah::app
