// The times of a game's moves as one text: microseconds, each with a letter for the source of the
// move unless it is a player (times_text.cpp), separated by blanks: "1250000 0r 38". Any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/record.hpp"

namespace kalah::store {

[[nodiscard]] std::string times_text(const std::vector<MoveNote>& notes);
/// Reads what times_text writes, without comments.
[[nodiscard]] Result<std::vector<MoveNote>> parse_times(std::string_view text);

}  // namespace kalah::store
