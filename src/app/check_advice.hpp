// What to tell the author of a program that was checked: what happened in which game, what
// to do about it, and what the program itself said. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "programs/check.hpp"

namespace kalah::app {

/// "12 ms", "1.5 s".
[[nodiscard]] std::string time_text(double seconds);

/// Which game it was: "6x4 as south".
[[nodiscard]] std::string game_text(const programs::CheckedGame& game);

/// The same with its rules, and the state that the program was asked about after so many moves
/// (default: at its end), for the author to repeat it.
[[nodiscard]] std::string where_text(const programs::CheckedGame& game,
                                     std::optional<std::size_t> ply = {});

/// Of an illegal move, the pit and the question that it answered, for the author to repeat it;
/// otherwise empty.
[[nodiscard]] std::string illegal_text(const programs::CheckedGame& game);

/// The fault of a lost game without the program's last words, which are quoted elsewhere.
[[nodiscard]] std::string first_line_of(const programs::CheckedGame& game);

/// How a program was late in a game that it lost on time; `limit` in seconds.
[[nodiscard]] std::string late_text(const programs::CheckedGame& game, double limit);

/// What to do about the fault that lost a game.
[[nodiscard]] std::string advice_for(const programs::CheckedGame& game);

/// The last lines of what a program said on standard error, printable.
[[nodiscard]] std::vector<std::string> last_lines(const std::string& said);

/// Whether a terminal would do something other than print it.
[[nodiscard]] bool has_control_characters(const std::string& text);

}  // namespace kalah::app
