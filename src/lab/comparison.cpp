#include "lab/comparison.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "arena/elo.hpp"
#include "lab/writing.hpp"

namespace kalah::lab {
namespace {

/// Draws left out.
arena::Share won(const Tally& tally) {
    return {tally.wins, tally.wins + tally.losses};
}

double two_sided(double t, double degrees) {
    return 2 * (1 - arena::student_cdf(std::abs(t), degrees));
}

}  // namespace

Verdict verdict(const std::optional<Estimate>& estimate, double at) {
    if (estimate && estimate->low > at) return Verdict::above;
    if (estimate && estimate->high < at) return Verdict::below;
    return Verdict::open;
}

std::string_view by_verdict(Verdict verdict, std::string_view above, std::string_view below,
                            std::string_view open) {
    return verdict == Verdict::above ? above : verdict == Verdict::below ? below : open;
}

std::optional<Estimate> share_estimate(const arena::Share& share) {
    if (share.trials == 0) return std::nullopt;
    const arena::Interval interval = arena::score_interval(share);
    return Estimate{share.value(), interval.low, interval.high};
}

std::optional<Estimate> median_estimate(std::vector<double> values) {
    constexpr std::size_t kFewest = 6;  // below it no two order statistics hold 95 %
    if (values.size() < kFewest) return std::nullopt;
    std::sort(values.begin(), values.end());
    const auto count = static_cast<double>(values.size());
    const auto skipped = static_cast<std::size_t>(
        std::max(0.0, std::floor((count - arena::kNormal95 * std::sqrt(count)) / 2)));
    return Estimate{median(values), values[skipped], values[values.size() - 1 - skipped]};
}

std::optional<Estimate> mean_estimate(const std::vector<double>& values) {
    if (values.size() < 2) return std::nullopt;
    const double middle = mean(values);
    return Estimate{middle, middle - mean_error(values), middle + mean_error(values)};
}

std::optional<Estimate> geometric_mean(std::vector<double> values) {
    for (double& value : values) value = std::log(value);
    const auto logs = mean_estimate(values);
    if (!logs) return std::nullopt;
    return Estimate{std::exp(logs->value), std::exp(logs->low), std::exp(logs->high)};
}

std::vector<double> growth(const std::vector<AtDepth>& values) {
    std::vector<double> steps;
    for (std::size_t i = 1; i < values.size(); ++i)
        steps.push_back(std::pow(values[i].value / values[i - 1].value,
                                 1.0 / (values[i].depth - values[i - 1].depth)));
    return steps;
}

std::optional<Estimate> score_estimate(const arena::Summary& summary) {
    if (!summary.score_low || !summary.score_high) return std::nullopt;
    return Estimate{summary.score, *summary.score_low, *summary.score_high};
}

std::optional<double> same_share(const Tally& a, const Tally& b) {
    if (won(a).trials == 0 || won(b).trials == 0) return std::nullopt;
    return arena::fisher_p(won(a), won(b));
}

std::optional<double> same_mean(const std::vector<double>& a, const std::vector<double>& b) {
    if (a.size() < 2 || b.size() < 2) return std::nullopt;
    const double first = mean_variance(a);
    const double second = mean_variance(b);
    const double both = first + second;
    if (both <= 0) return std::nullopt;
    const double degrees =
        both * both /
        (first * first / double(a.size() - 1) + second * second / double(b.size() - 1));
    return two_sided((mean(a) - mean(b)) / std::sqrt(both), degrees);
}

std::optional<double> no_difference(const std::vector<double>& differences) {
    if (mean_variance(differences) <= 0) return std::nullopt;
    return two_sided(mean(differences) / std::sqrt(mean_variance(differences)),
                     double(differences.size() - 1));
}

std::optional<double> even_score(const arena::Summary& summary) {
    if (!summary.superiority) return std::nullopt;
    return 2 * std::min(*summary.superiority, 1 - *summary.superiority);
}

PValues corrected(const PValues& values) {
    std::vector<double> known;
    for (const auto& value : values)
        if (value) known.push_back(*value);
    known = arena::holm(known);
    PValues adjusted = values;
    auto next = known.begin();
    for (auto& value : adjusted)
        if (value) value = *next++;
    return adjusted;
}

std::size_t significant(const PValues& values) {
    return static_cast<std::size_t>(
        std::count_if(values.begin(), values.end(),
                      [](const std::optional<double>& p) { return p && *p < kSignificant; }));
}

std::string p_text(std::optional<double> p) {
    if (!p) return "-";
    return *p < 0.001 ? "< 0.001" : fmt::format("{:.3f}", *p);
}

std::string estimate_text(const std::optional<Estimate>& estimate, int digits, double factor) {
    if (!estimate) return "-";
    return fmt::format("{:.{}f} ({:.{}f} to {:.{}f})", factor * estimate->value, digits,
                       factor * estimate->low, digits, factor * estimate->high, digits);
}

PValues add_p_values(report::Table& table, const PValues& values) {
    PValues adjusted = corrected(values);
    table.columns.push_back({"p"});
    for (std::size_t i = 0; i < adjusted.size(); ++i)
        table.rows[i].emplace_back(p_text(adjusted[i]));
    return adjusted;
}

void add_tally_columns(report::Table& table) {
    for (const char* title :
         {"Wins", "Losses", "Win (%)", "Draws", "95 %", "Ours", "Win %", "95 % of ours"})
        table.columns.push_back({title});
}

void add_tally_cells(std::vector<report::Cell>& row, const std::optional<Tally>& published,
                     const Tally& ours) {
    const auto range = [](const Tally& tally) {
        const auto percent = share_estimate(won(tally));
        return percent ? fmt::format("{:.0f} to {:.0f} %", 100 * percent->low, 100 * percent->high)
                       : "-";
    };
    if (published) {
        row.emplace_back(std::to_string(published->wins));
        row.emplace_back(std::to_string(published->losses));
        row.emplace_back(fmt::format("{:.0f} %", published->win_percent().value_or(0)));
        row.emplace_back(std::to_string(published->draws));
        row.emplace_back(range(*published));
    } else {
        row.insert(row.end(), 5, "-");
    }
    row.emplace_back(tally_text(ours));
    row.emplace_back(percent_text(ours.win_percent()));
    row.emplace_back(range(ours));
}

}  // namespace kalah::lab
