#include "arena/shares.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/hypergeometric.hpp>

#include "arena/elo.hpp"

namespace kalah::arena {
namespace {

constexpr double kTail = 0.025;  // on each side of a 95 % interval

bool is_valid(const Share& share) {
    return share.successes >= 0 && share.successes <= share.trials;
}

/// The sum over all outcomes that are not more probable than the one seen. Probabilities that are
/// equal on paper differ by rounding.
template <class Distribution>
double two_sided_p(const Distribution& distribution, int least, int most, int seen) {
    constexpr double kRounding = 1 + 1e-7;
    const double limit = boost::math::pdf(distribution, seen) * kRounding;
    double sum = 0;
    for (int k = least; k <= most; ++k)
        if (const double p = boost::math::pdf(distribution, k); p <= limit) sum += p;
    return std::min(1.0, sum);
}

/// a - b with the correlation of the two estimates: the distances from each share to the ends of
/// its interval, added like standard errors.
Interval square_and_add(const Share& a, const Share& b, double correlation) {
    const Interval of_a = score_interval(a);
    const Interval of_b = score_interval(b);
    const auto distance = [&](double x, double y) {
        return std::sqrt(std::max(0.0, x * x - 2 * correlation * x * y + y * y));
    };
    const double difference = a.value() - b.value();
    return {difference - distance(a.value() - of_a.low, of_b.high - b.value()),
            difference + distance(of_a.high - a.value(), b.value() - of_b.low)};
}

/// Phi of the table; a positive one is lowered by a continuity correction, as Newcombe does.
double correlation_of(const PairedShares& pairs) {
    const double n = pairs.trials();
    const double product = static_cast<double>(pairs.a().successes) * (n - pairs.a().successes) *
                           pairs.b().successes * (n - pairs.b().successes);
    if (product == 0) return 0;
    double excess = static_cast<double>(pairs.both) * pairs.neither -
                    static_cast<double>(pairs.only_a) * pairs.only_b;
    if (excess > 0) excess = std::max(0.0, excess - n / 2);
    return excess / std::sqrt(product);
}

}  // namespace

Interval exact_interval(const Share& share) {
    assert(is_valid(share));
    using Binomial = boost::math::binomial_distribution<>;
    if (share.trials == 0) return {};
    return {Binomial::find_lower_bound_on_p(share.trials, share.successes, kTail),
            Binomial::find_upper_bound_on_p(share.trials, share.successes, kTail)};
}

Interval score_interval(const Share& share) {
    assert(is_valid(share));
    if (share.trials == 0) return {};
    const double n = share.trials;
    const double p = share.value();
    const double z2 = kNormal95 * kNormal95;
    const double middle = (p + z2 / (2 * n)) / (1 + z2 / n);
    const double half = kNormal95 * std::sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n);
    // At the edges the exact ends are 0 and 1; rounding must not move them.
    return {share.successes == 0 ? 0 : middle - half,
            share.successes == share.trials ? 1 : middle + half};
}

double binomial_p(const Share& share, double expected) {
    assert(is_valid(share) && expected > 0 && expected < 1);
    const boost::math::binomial distribution(share.trials, expected);
    return two_sided_p(distribution, 0, share.trials, share.successes);
}

double fisher_p(const Share& a, const Share& b) {
    assert(is_valid(a) && is_valid(b));
    if (a.trials == 0 || b.trials == 0) return 1;
    const int successes = a.successes + b.successes;
    const int trials = a.trials + b.trials;
    const boost::math::hypergeometric distribution(static_cast<unsigned>(successes),
                                                   static_cast<unsigned>(a.trials),
                                                   static_cast<unsigned>(trials));
    return two_sided_p(distribution, std::max(0, successes - b.trials),
                       std::min(successes, a.trials), a.successes);
}

Interval difference_interval(const Share& a, const Share& b) {
    return square_and_add(a, b, 0);
}

double mcnemar_p(const PairedShares& pairs) {
    return binomial_p({pairs.only_a, pairs.only_a + pairs.only_b}, 0.5);
}

Interval difference_interval(const PairedShares& pairs) {
    return square_and_add(pairs.a(), pairs.b(), correlation_of(pairs));
}

std::vector<double> holm(std::span<const double> p_values) {
    std::vector<std::size_t> order(p_values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t i, std::size_t k) { return p_values[i] < p_values[k]; });
    std::vector<double> adjusted(p_values.size());
    double least = 0;  // a larger p-value never ends below a smaller one
    for (std::size_t place = 0; place < order.size(); ++place) {
        const double left = static_cast<double>(order.size() - place);
        least = std::max(least, std::min(1.0, left * p_values[order[place]]));
        adjusted[order[place]] = least;
    }
    return adjusted;
}

}  // namespace kalah::arena
