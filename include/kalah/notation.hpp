// How sizes, positions and moves are written; games are in game.hpp.
//   size       6x4
//   position   <p,S,N,s1..sp,n1..np>   stores S and N, rows from each owner's left; south to move
//              <p,S,N,s1..sp,n1..np> n north to move (the literal itself is KGP's)
// Parsers are strict: to_text prints a text that they accept back letter by letter. Errors name the
// column. Any thread.
#pragma once

#include <string>
#include <string_view>

#include "kalah/board.hpp"
#include "kalah/export.hpp"
#include "kalah/result.hpp"

namespace kalah {

[[nodiscard]] KALAH_API Result<BoardSize> parse_size(std::string_view text);
[[nodiscard]] KALAH_API std::string to_text(BoardSize size);

[[nodiscard]] KALAH_API Result<Board> parse_position(std::string_view text);
[[nodiscard]] KALAH_API std::string to_text(const Board& board);

/// A size (its first position) or a position, as commands take them.
[[nodiscard]] KALAH_API Result<Board> parse_start(std::string_view text);

/// Reads text from left to right for parsers; knows the column.
class KALAH_API TextCursor {
  public:
    explicit TextCursor(std::string_view text) : text_(text) {}

    [[nodiscard]] bool done() const { return at_ == text_.size(); }
    [[nodiscard]] int column() const { return static_cast<int>(at_) + 1; }
    [[nodiscard]] Error error(std::string message) const { return {std::move(message), column()}; }
    /// Steps over a character if it is the next one.
    bool take(char c);
    /// Steps over a number 0..max without leading zeros. `what` names it in errors, which point at
    /// its first digit.
    Result<int> number(int max, const std::string& what);
    /// "the end" or the next character in quotes, for messages.
    [[nodiscard]] std::string next_shown() const;

  private:
    std::string_view text_;
    std::size_t at_ = 0;
};

}  // namespace kalah
