// Book: the best move of positions near the beginning, computed beforehand by the solver or by long
// searches ('kalah book build'). A text that people can read and compare, a line a position:
//   kalah-book 1
//   rules standard
//   made kalah book build 6x4 --sowings 4
//   444444 444444 6 +10        the mover's pits from the left, the opponent's, the move, what it is
//   worth 440555 444444 6 +9~        ~ = found by searching, else proved
// A pit's seeds are one digit, a to z standing for 10 to 35. The worth is what is still to come for
// the mover, without what is in the stores: like it, a line does not depend on them. Not changed
// while players use it, it may be shared by threads.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kalah/board.hpp"
#include "kalah/result.hpp"
#include "kalah/rules.hpp"

namespace kalah::players {

struct BookMove {
    int pit = 0;     // from 0
    int future = 0;  // seeds of the mover from here on minus the other's
    bool proved = false;
    bool operator==(const BookMove&) const = default;
};

class Book {
  public:
    /// Reads what to_text writes. Every move is one that can be played.
    [[nodiscard]] static Result<Book> parse(std::string_view text);
    [[nodiscard]] std::string to_text() const;

    /// Nothing if the book has other rules or not this position.
    [[nodiscard]] std::optional<BookMove> find(const Rules& rules, const Board& board) const;

    /// What is proved is not replaced by what is not. The board's pits must be writable.
    void add(const Rules& rules, const Board& board, const BookMove& move);
    /// By which command positions were added.
    void note(const Rules& rules, const std::string& command);
    /// No pit has more seeds than a digit can say.
    [[nodiscard]] static bool writable(const Board& board);

    struct Chapter {
        Rules rules;
        std::vector<std::string> made = {};
        std::map<std::string, BookMove> moves = {};  // by the pits as they are written
    };
    [[nodiscard]] const std::vector<Chapter>& chapters() const { return chapters_; }

  private:
    Chapter& chapter(const Rules& rules);

    std::vector<Chapter> chapters_;
};

/// The book that comes with the program (data/default.book), as text.
[[nodiscard]] std::string_view default_book();

}  // namespace kalah::players
