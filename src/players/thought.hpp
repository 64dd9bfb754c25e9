// What a search found, in words: scores, lines and reports for people.
#pragma once

#include <string>
#include <vector>

#include "kalah/engine.hpp"
#include "kalah/game.hpp"
#include "players/value_chain.hpp"

namespace kalah::players {

/// "+8 exact" in seeds, or "+1.25" in the evaluation's own unit.
[[nodiscard]] std::string score_text(const Score& score);

/// A score in seeds, for the mover, whatever the evaluation's unit is; in that unit if it does not
/// count in seeds.
[[nodiscard]] double in_seeds(const Score& score, EvalId eval);

/// "proved +8", "+2 to +8, about +3.5", "at least +2" or "about +1.5"; "unknown" if nothing is.
[[nodiscard]] std::string value_text(const KnownValue& value);

/// A line from a position on, in notation: "3-6 2". Stops at the first move that cannot be played.
[[nodiscard]] std::string line_text(const Rules& rules, const Board& board,
                                    const std::vector<int>& line);

/// "+8 exact" or "+1.2", in seeds, for an evaluation that counts in parts of a seed; else as
/// score_text.
[[nodiscard]] std::string seeds_text(const Score& score, EvalId eval);

/// "depth 12, score +8 exact, line 3-6 2, 1,234 nodes, 50 ms": the score as seeds_text, for a
/// search with the evaluation `eval`.
[[nodiscard]] std::string thought(const SearchReport& report, const Game& game, EvalId eval);

}  // namespace kalah::players
