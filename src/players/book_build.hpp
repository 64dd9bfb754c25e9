// How an opening book is built: all positions within some sowings of a start, those after the last
// sowing searched or solved by the caller, the best moves of the others worked out from them. No
// files and no threads of its own; BookBuilder may be shared by threads.
#pragma once

#include <functional>
#include <mutex>
#include <vector>

#include "kalah/engine.hpp"
#include "kalah/moves.hpp"
#include "players/book.hpp"

namespace kalah::players {

class BookTree {
  public:
    /// Positions with equal pits are one: what is still to come is the same (not so under majority
    /// stop). What cannot be written in a book is left out.
    BookTree(const Rules& rules, const Board& start, int sowings);

    /// Positions after the last sowing, each once, in an order that depends on nothing else.
    [[nodiscard]] std::vector<Board> leaves() const;
    /// Adds the positions before the last sowing whose successors are all in the book or the end of
    /// the game. Of equal moves it is the one nearest to the store.
    void back_up(Book& book) const;

  private:
    struct Node {
        Board board;
        int sowings = 0;  // fewest that lead there
    };
    Rules rules_;
    int sowings_;
    std::vector<Node> nodes_;  // fewer sowings first
};

/// The entry of a position that was solved: its value for the mover, stores included.
[[nodiscard]] BookMove solved_move(const Board& board, int pit, int value);
/// The entry of a position that was searched with an evaluation that counts in seeds.
[[nodiscard]] BookMove searched_move(const Board& board, const SearchReport& report, EvalId eval);

/// A book while it grows.
class BookBuilder {
  public:
    enum class Method : std::uint8_t { solve, search };
    /// Called now and then with the book as it is, so that little is lost; false ends the build.
    using Save = std::function<bool(const Book&)>;

    BookBuilder(Book book, const Rules& rules, const Board& start, int sowings, Method method,
                Save save);

    /// The positions to work out: the book has none for them, or only searched ones while they are
    /// to be solved.
    [[nodiscard]] const std::vector<Board>& missing() const { return missing_; }
    /// Any thread. Saves at most once a minute; false if that failed.
    bool add(const Board& board, const BookMove& move);
    /// Works out the other positions and saves. Returns how many of `missing` were not added.
    [[nodiscard]] std::size_t finish();
    [[nodiscard]] const Book& book() const { return book_; }

  private:
    [[nodiscard]] std::vector<Board> missing_of(const std::vector<Board>& boards) const;

    std::mutex mutex_;
    Book book_;
    Rules rules_;
    BookTree tree_;
    Method method_;
    Save save_;
    std::chrono::steady_clock::time_point next_save_;
    std::vector<Board> missing_;
};

}  // namespace kalah::players
