// What the results of pairs or games say about the mean score, by their likelihood: the engine of
// the SPRT and of the intervals of score and Elo. Pure functions, from any thread.
#pragma once

#include <span>

namespace kalah::arena {

/// So much of one result counts for results that did not occur: all are possible, and the
/// likelihood of every mean between the worst and the best is above 0. The value is the field's
/// (fishtest, fastchess).
inline constexpr double kUnseen = 1e-3;

/// How much likelihood, as a natural logarithm >= 0, is lost when the mean score must be `mean`:
/// counts are those of the results 0, 1/(k-1), .., 1, k = counts.size(). The multinomial maximum
/// under the constraint is q_i = p_i / (1 + t (a_i - mean)), where t solves
/// sum p_i (a_i - mean) / (1 + t (a_i - mean)) = 0 (Owen 1988 for the empirical likelihood; Van den
/// Bergh, "Comments on normalized Elo" and fishtest's LLRcalc for this use). A safeguarded Newton
/// iteration: about 0.2 us. 0 < mean < 1.
[[nodiscard]] double likelihood_loss(std::span<const double> counts, double mean);

}  // namespace kalah::arena
