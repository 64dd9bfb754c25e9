// The usual formulas of chess testing (cutechess, fastchess), which treat every game or pair as
// independent and all intervals as normal: the oracle of arena/statistics.hpp where games are many
// and openings do not repeat, and an example of what goes wrong where they do.
#pragma once

#include <optional>

#include "arena/elo.hpp"

namespace kalah::test {

/// n games or pairs with mean score s and variance v (the mean square distance, divided by n):
struct EloEstimate {
    double score = 0;                 // s, 0 to 1
    double score_error = 0;           // 1.96 sqrt(v / n), half of the 95 % interval
    std::optional<double> elo;        // nothing if all games were won, or all lost
    std::optional<double> elo_low;    // Elo of the ends of the score's interval; nothing
    std::optional<double> elo_high;   // where that is outside of 0 to 1
    std::optional<double> elo_error;  // (elo_high - elo_low) / 2
    double superiority = 0.5;         // the normal distribution at (s - 1/2) / sqrt(v / n)
};
/// At least one pair.
[[nodiscard]] EloEstimate estimate(const arena::Pentanomial& pairs);

}  // namespace kalah::test
