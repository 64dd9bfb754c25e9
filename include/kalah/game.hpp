// Game: rules, a first position and the moves played from it, with undo; and how games are written.
//   moves of one turn are joined by '-', turns are separated by blanks:   3-6 2 1-4
//   a whole game is a small text, one key per line; it can be saved and read again:
//     kalah-game 1
//     rules standard,majority-stop=yes
//     start 6x4
//     moves 3-6 2 1-4
//     result 30-18                          (south-north; only if the game is over)
// Not for searching: it checks every move and remembers every position. One thread at a time.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kalah/export.hpp"
#include "kalah/moves.hpp"

namespace kalah {

class KALAH_API Game {
  public:
    Game(const Rules& rules, const Board& start) : rules_(rules), boards_{start} {}

    [[nodiscard]] const Rules& rules() const { return rules_; }
    [[nodiscard]] const Board& start() const { return boards_.front(); }
    [[nodiscard]] const Board& board() const { return boards_.back(); }
    /// The position after the first `moves` moves.
    [[nodiscard]] const Board& board_after(std::size_t moves) const { return boards_[moves]; }
    /// The moves so far, oldest first; played()[i] led from position i to i+1.
    [[nodiscard]] const std::vector<MoveResult>& played() const { return played_; }
    /// True if the last move ended the game. A first position never counts as over.
    [[nodiscard]] bool over() const { return !played_.empty() && played_.back().over; }

    /// Why the pit (counted from 0) cannot be played now; nothing if it can.
    [[nodiscard]] std::optional<Error> validate(int pit) const;
    /// Plays a pit that is valid.
    const MoveResult& play(int pit);
    /// Takes back the last move. False if there is none.
    bool undo();

    /// Plays the moves of a text, all or none of them: on an error the game is as before. A '-'
    /// must follow a move that gave another one; between the moves of one turn a blank will do as
    /// well.
    [[nodiscard]] Result<int> play_text(std::string_view moves);

  private:
    Rules rules_;
    std::vector<Board> boards_;  // boards_[i] = position after i moves
    std::vector<MoveResult> played_;
};

/// The moves alone: "3-6 2 1-4".
[[nodiscard]] KALAH_API std::string moves_text(const Game& game);

/// The shortest text for a first position: a size such as "6x4", or a position.
[[nodiscard]] KALAH_API std::string start_text(const Board& board);

[[nodiscard]] KALAH_API std::string to_text(const Game& game);
/// Reads what to_text writes. `moves` may take several lines or be missing.
[[nodiscard]] KALAH_API Result<Game> parse_game(std::string_view text);

}  // namespace kalah
