// Shares: successes out of trials, with their interval, and tests whether two shares differ:
// published counts against ours, or two players on the same positions. Also Holm's correction for
// several comparisons at once. For games of a match, which come in pairs from openings, use
// statistics.hpp. Pure functions from any thread; intervals hold 95 %, p-values are two-sided.
#pragma once

#include <span>
#include <vector>

namespace kalah::arena {

/// 0 <= successes <= trials. For a percentage in a document, find its number of games first.
struct Share {
    int successes = 0;
    int trials = 0;
    /// 0 without trials.
    [[nodiscard]] double value() const {
        return trials == 0 ? 0 : static_cast<double>(successes) / trials;
    }
};

struct Interval {
    double low = 0;
    double high = 1;
    [[nodiscard]] bool holds(double x) const { return low <= x && x <= high; }
};

/// By binomial tails (Clopper and Pearson 1934): holds the true share with at least 95 %, for few
/// trials rather more. 0 to 1 without trials.
[[nodiscard]] Interval exact_interval(const Share& share);
/// Wilson's score interval (1927): 95 % on average, shorter than the exact one. Within 0 and 1; 0
/// to 1 without trials.
[[nodiscard]] Interval score_interval(const Share& share);

/// The probability of a result at least as improbable as this one, if the true share is `expected`:
/// the exact binomial test. 1 without trials. 0 < expected < 1.
[[nodiscard]] double binomial_p(const Share& share, double expected);
/// The same for two independent shares, if the true ones are equal: Fisher's exact test, over all
/// tables with the same sums. 1 where one of them has no trials. Costs O(trials).
[[nodiscard]] double fisher_p(const Share& a, const Share& b);
/// a - b of independent shares, by the score intervals of both (Newcombe 1998, method 10).
[[nodiscard]] Interval difference_interval(const Share& a, const Share& b);

/// A and B answer the same questions: how often both were right, only A, only B, neither.
struct PairedShares {
    int both = 0;
    int only_a = 0;
    int only_b = 0;
    int neither = 0;
    [[nodiscard]] int trials() const { return both + only_a + only_b + neither; }
    [[nodiscard]] Share a() const { return {both + only_a, trials()}; }
    [[nodiscard]] Share b() const { return {both + only_b, trials()}; }
};
/// The same if A and B are equally good: McNemar's exact test, over questions where they differ.
[[nodiscard]] double mcnemar_p(const PairedShares& pairs);
/// a - b, by the score intervals of both and their correlation (Newcombe 1998, method 10 for paired
/// data). Shorter than that of independent shares where A and B succeed on the same questions.
[[nodiscard]] Interval difference_interval(const PairedShares& pairs);

/// Holm's correction (1979): raises the p-values, which stay in the order given. If all values
/// below 0.05 are then called decided, the risk that any of them is wrong is at most 5 %, however
/// they depend on each other. Never less than the value itself, and at most 1.
[[nodiscard]] std::vector<double> holm(std::span<const double> p_values);

}  // namespace kalah::arena
