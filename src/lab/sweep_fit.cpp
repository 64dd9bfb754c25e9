#include "lab/sweep_fit.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "base/mix64.hpp"
#include "lab/results.hpp"

namespace kalah::lab {
namespace {

using Numbers = std::vector<double>;

/// The range of the logarithm of each setting; x is 0 at its beginning and 1 at its end.
struct Range {
    double low;
    double high;
};
std::vector<Range> ranges(const std::vector<Numbers>& settings) {
    std::vector<Range> all(settings.front().size(), {std::numeric_limits<double>::max(), 0});
    for (const Numbers& cell : settings)
        for (std::size_t key = 0; key < cell.size(); ++key) {
            all[key].low = std::min(all[key].low, std::log1p(cell[key]));
            all[key].high = std::max(all[key].high, std::log1p(cell[key]));
        }
    return all;
}

/// 1, x, x^2 of each setting, and the product of two.
Numbers terms(const Numbers& settings, const std::vector<Range>& within) {
    Numbers all{1};
    Numbers logs;
    for (std::size_t key = 0; key < settings.size(); ++key) {
        const auto [low, high] = within[key];
        logs.push_back(high > low ? (std::log1p(settings[key]) - low) / (high - low) : 0);
    }
    for (const double x : logs) {
        all.push_back(x);
        all.push_back(x * x);
    }
    if (logs.size() == 2) all.push_back(logs[0] * logs[1]);
    return all;
}

/// Solves a symmetric system by elimination with pivots; nothing if it has no single solution.
std::optional<Numbers> solved(std::vector<Numbers> rows, Numbers right) {
    const std::size_t n = right.size();
    for (std::size_t i = 0; i < n; ++i) {
        std::size_t pivot = i;
        for (std::size_t row = i + 1; row < n; ++row)
            if (std::abs(rows[row][i]) > std::abs(rows[pivot][i])) pivot = row;
        if (std::abs(rows[pivot][i]) < 1e-9) return std::nullopt;
        std::swap(rows[i], rows[pivot]);
        std::swap(right[i], right[pivot]);
        for (std::size_t row = i + 1; row < n; ++row) {
            const double factor = rows[row][i] / rows[i][i];
            for (std::size_t k = i; k < n; ++k) rows[row][k] -= factor * rows[i][k];
            right[row] -= factor * right[i];
        }
    }
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t k = i + 1; k < n; ++k) right[i] -= rows[i][k] * right[k];
        right[i] /= rows[i][i];
    }
    return right;
}

double product(const Numbers& a, const Numbers& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}

/// The coefficients of the surface through the mean losses of the cells.
std::optional<Numbers> surface(const std::vector<Numbers>& cells, const Numbers& losses) {
    const std::size_t n = cells.front().size();
    std::vector<Numbers> rows(n, Numbers(n));
    Numbers right(n);
    for (std::size_t cell = 0; cell < cells.size(); ++cell)
        for (std::size_t i = 0; i < n; ++i) {
            right[i] += cells[cell][i] * losses[cell];
            for (std::size_t k = 0; k < n; ++k) rows[i][k] += cells[cell][i] * cells[cell][k];
        }
    return solved(std::move(rows), std::move(right));
}

/// Up to 65 whole numbers from the smallest to the largest setting, closer where they are small.
Numbers candidates(const Range& range) {
    constexpr int kSteps = 64;
    Numbers all;
    for (int i = 0; i <= kSteps; ++i) {
        const double x = range.low + (range.high - range.low) * i / double(kSteps);
        if (const double value = std::round(std::expm1(x)); all.empty() || value > all.back())
            all.push_back(value);
    }
    return all;
}

/// A place on the grid of candidates with the terms of the surface there.
struct Place {
    Numbers settings;
    Numbers terms;
};
std::vector<Place> places(const std::vector<Range>& within) {
    std::vector<Place> all;
    for (const double first : candidates(within[0])) {
        if (within.size() == 1) {
            all.push_back({{first}, terms({first}, within)});
            continue;
        }
        for (const double second : candidates(within[1]))
            all.push_back({{first, second}, terms({first, second}, within)});
    }
    return all;
}

const Place& lowest(const std::vector<Place>& all, const Numbers& coefficients) {
    return *std::min_element(all.begin(), all.end(), [&](const Place& a, const Place& b) {
        return product(a.terms, coefficients) < product(b.terms, coefficients);
    });
}

}  // namespace

std::optional<TunedSettings> tuned(const SweptLosses& swept) {
    constexpr int kSamples = 200;
    if (swept.settings.empty()) return std::nullopt;
    const auto within = ranges(swept.settings);
    std::vector<Numbers> cells;
    for (const Numbers& settings : swept.settings) cells.push_back(terms(settings, within));
    const std::size_t positions = swept.losses.front().size();
    if (cells.size() <= cells.front().size() || positions == 0) return std::nullopt;
    Numbers losses;
    for (const Numbers& cell : swept.losses) losses.push_back(mean(cell));
    const auto coefficients = surface(cells, losses);
    if (!coefficients) return std::nullopt;

    const auto all = places(within);
    const Place& best = lowest(all, *coefficients);
    std::vector<Numbers> sampled(best.settings.size());  // by setting
    std::uint64_t chance = 1;
    for (int sample = 0; sample < kSamples; ++sample) {
        Numbers sums(cells.size());
        for (std::size_t i = 0; i < positions; ++i) {
            chance = mix64(chance, i);
            const std::size_t position = chance % positions;
            for (std::size_t cell = 0; cell < cells.size(); ++cell)
                sums[cell] += swept.losses[cell][position];
        }
        for (double& sum : sums) sum /= double(positions);
        if (const auto fitted = surface(cells, sums))
            for (std::size_t key = 0; key < sampled.size(); ++key)
                sampled[key].push_back(lowest(all, *fitted).settings[key]);
    }
    TunedSettings found{{}, product(best.terms, *coefficients), false};
    for (std::size_t key = 0; key < sampled.size(); ++key) {
        const double at = std::log1p(best.settings[key]);
        found.at_edge = found.at_edge || at <= within[key].low || at >= within[key].high;
        Numbers& values = sampled[key];
        std::sort(values.begin(), values.end());
        const std::size_t tail = values.size() / 40;  // 2.5 % at each end
        found.settings.push_back(
            {best.settings[key], values[tail], values[values.size() - 1 - tail]});
    }
    return found;
}

}  // namespace kalah::lab
