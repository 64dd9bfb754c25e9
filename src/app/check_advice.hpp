// What to tell the author of a program that was checked: what to do about a fault, and what the
// program itself said. Pure functions.
#pragma once

#include <string>
#include <vector>

#include "programs/check.hpp"

namespace kalah::app {

/// What to do about the fault that lost a game.
[[nodiscard]] std::string advice_for(const programs::CheckedGame& game);

/// The last lines of what a program said on standard error, printable.
[[nodiscard]] std::vector<std::string> last_lines(const std::string& said);

/// Whether a terminal would do something other than print it.
[[nodiscard]] bool has_control_characters(const std::string& text);

}  // namespace kalah::app
