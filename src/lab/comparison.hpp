// Published numbers beside ours, and what may be concluded from them: intervals of shares, medians
// and ratios, tests whether two samples can have one source, verdicts that follow intervals. The
// statistics of shares and of matches are the arena's. All intervals are of 95 %. Tests take games
// and values as independent. Pure functions, any thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/shares.hpp"
#include "arena/statistics.hpp"
#include "lab/results.hpp"
#include "report/document.hpp"

namespace kalah::lab {

struct Estimate {
    double value = 0;
    double low = 0;
    double high = 0;
};
/// `open`: the interval holds the value in question, so nothing is concluded.
enum class Verdict { above, below, open };
[[nodiscard]] Verdict verdict(const std::optional<Estimate>& estimate, double at);
/// One of three texts.
[[nodiscard]] std::string_view by_verdict(Verdict verdict, std::string_view above,
                                          std::string_view below, std::string_view open);

/// A share with its score interval. Nothing without trials.
[[nodiscard]] std::optional<Estimate> share_estimate(const arena::Share& share);
/// A median, with the interval between order statistics. Nothing with fewer than six values.
[[nodiscard]] std::optional<Estimate> median_estimate(std::vector<double> values);
/// A mean, and the geometric mean of positive values, by Student's quantile. Nothing with fewer
/// than two.
[[nodiscard]] std::optional<Estimate> mean_estimate(const std::vector<double>& values);
[[nodiscard]] std::optional<Estimate> geometric_mean(std::vector<double> values);
/// The score of a match, 0 to 1. Nothing without interval.
[[nodiscard]] std::optional<Estimate> score_estimate(const arena::Summary& summary);

/// By how much values of increasing depth grow with each depth, step by step.
struct AtDepth {
    int depth = 0;
    double value = 0;
};
[[nodiscard]] std::vector<double> growth(const std::vector<AtDepth>& values);

/// Two-sided p-values; nothing where there is too little to test. Fisher's exact test of wins and
/// losses, without draws; Welch's test of two means; a test of a mean difference against 0, and of
/// a score against 1/2.
[[nodiscard]] std::optional<double> same_share(const Tally& a, const Tally& b);
[[nodiscard]] std::optional<double> same_mean(const std::vector<double>& a,
                                              const std::vector<double>& b);
[[nodiscard]] std::optional<double> no_difference(const std::vector<double>& differences);
[[nodiscard]] std::optional<double> even_score(const arena::Summary& summary);
/// Holm's correction for several comparisons at once; missing ones stay missing.
using PValues = std::vector<std::optional<double>>;
[[nodiscard]] PValues corrected(const PValues& values);
inline constexpr double kSignificant = 0.05;
[[nodiscard]] std::size_t significant(const PValues& values);

/// Corrects p-values, appends them as a column to a table with a row for each; returns them.
PValues add_p_values(report::Table& table, const PValues& values);

/// "0.034", "< 0.001", or "-"
[[nodiscard]] std::string p_text(std::optional<double> p);
/// "1.49 (1.40 to 1.58)"; without interval "-". `factor` is applied to all three.
[[nodiscard]] std::string estimate_text(const std::optional<Estimate>& estimate, int digits,
                                        double factor = 1);

/// Appends columns of wins and losses, published ones as the thesis prints them, and ours; and the
/// cells of a row. "-" stands for nothing published. Percentages leave out draws, on either side.
void add_tally_columns(report::Table& table);
void add_tally_cells(std::vector<report::Cell>& row, const std::optional<Tally>& published,
                     const Tally& ours);

}  // namespace kalah::lab
