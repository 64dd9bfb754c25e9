// Puzzles as JSON, for pages and programs; described in docs/json.md. Any thread.
#pragma once

#include "puzzles/collection.hpp"
#include "system/json.hpp"

namespace kalah::puzzles {

/// With the right turn.
[[nodiscard]] Json puzzle_json(const Puzzle& puzzle);
/// How many there are by theme and difficulty.
[[nodiscard]] Json set_json(const Set& set);
[[nodiscard]] Json sets_json(const Collection& collection);

}  // namespace kalah::puzzles
