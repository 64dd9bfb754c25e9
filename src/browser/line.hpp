// Lines of play as browsers send them: rules, a first position and moves, or all of it in one text.
// Bounded, so that any of them is read and drawn within milliseconds. Any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "browser/request.hpp"
#include "kalah/game.hpp"

namespace kalah::browser {

/// A multi-lap move drops fewer seeds than (seeds + 1) x (2 x pits + 1); 12x12 has 288 seeds.
inline constexpr int kMostSeeds = 600;
inline constexpr std::size_t kMostLineMoves = 2000;

struct Line {
    std::string rules;
    std::optional<std::string> start;  // nothing: the usual size of the rules
    std::string moves;
};
/// Takes a line's keys; what is wrong with them is the fields' objection.
[[nodiscard]] Line take_line(Fields& fields);

/// Its game. Errors begin with the key that they are about, columns are those of its text.
[[nodiscard]] Result<Game> read_line(const Line& line);

/// A game as `kalah games export` writes it, a position or a size (under standard rules).
[[nodiscard]] Result<Game> read_text(std::string_view text);

/// Without the blanks around it.
[[nodiscard]] std::string_view trimmed(std::string_view text);

}  // namespace kalah::browser
