#include "arena/shares.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <initializer_list>
#include <vector>

using namespace kalah::arena;

namespace {

void check_interval(const Interval& interval, double low, double high, double off = 0.00006) {
    CHECK(std::abs(interval.low - low) < off);
    CHECK(std::abs(interval.high - high) < off);
}

/// Over all outcomes, by factorials: the oracle of fisher_p and binomial_p.
double choose(int n, int k) {
    return std::round(std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1)));
}

double slow_fisher(const Share& a, const Share& b) {
    const int successes = a.successes + b.successes;
    const auto ways = [&](int k) { return choose(a.trials, k) * choose(b.trials, successes - k); };
    double extreme = 0;
    double all = 0;
    for (int k = std::max(0, successes - b.trials); k <= std::min(successes, a.trials); ++k) {
        all += ways(k);
        if (ways(k) <= ways(a.successes)) extreme += ways(k);
    }
    return extreme / all;
}

}  // namespace

TEST_CASE("intervals of a share are those that Newcombe printed") {
    // Two-sided confidence intervals for the single proportion (Statistics in Medicine 17, 1998),
    // table I: methods 3 (score) and 5 (Clopper-Pearson).
    struct Row {
        Share share;
        Interval score, exact;
    };
    for (const Row& row : {Row{{81, 263}, {0.2553, 0.3662}, {0.2527, 0.3676}},
                           Row{{15, 148}, {0.0624, 0.1605}, {0.0578, 0.1617}},
                           Row{{0, 20}, {0, 0.1611}, {0, 0.1684}},
                           Row{{1, 29}, {0.0061, 0.1718}, {0.0009, 0.1776}}}) {
        CAPTURE(row.share.trials);
        check_interval(score_interval(row.share), row.score.low, row.score.high);
        check_interval(exact_interval(row.share), row.exact.low, row.exact.high);
    }
    CHECK(score_interval({20, 20}).high == 1);
    CHECK(exact_interval({20, 20}).high == 1);
    for (const Interval& unknown : {score_interval({}), exact_interval({})}) {
        CHECK(unknown.low == 0);
        CHECK(unknown.high == 1);
    }
}

TEST_CASE("the exact interval ends where one tail has 2.5 percent") {
    // By the definition: at the ends of 9 of 12, P(>= 9) and P(<= 9) are 0.025.
    const Interval interval = exact_interval({9, 12});
    const auto tail = [](double p, int from, int to) {
        double sum = 0;
        for (int k = from; k <= to; ++k)
            sum += choose(12, k) * std::pow(p, k) * std::pow(1 - p, 12 - k);
        return sum;
    };
    CHECK(tail(interval.low, 9, 12) == doctest::Approx(0.025));
    CHECK(tail(interval.high, 0, 9) == doctest::Approx(0.025));
    CHECK(interval.holds(0.5));
    CHECK_FALSE(interval.holds(0.4));
}

TEST_CASE("the binomial test adds everything that is not more probable") {
    CHECK(binomial_p({1, 8}, 0.5) == doctest::Approx(18.0 / 256));  // 1 + 8 + 8 + 1 ways
    CHECK(binomial_p({4, 8}, 0.5) == doctest::Approx(1));
    CHECK(binomial_p({9, 10}, 0.5) == doctest::Approx(22.0 / 1024));
    CHECK(binomial_p({45, 93}, 0.5) == doctest::Approx(0.8358).epsilon(1e-3));
    CHECK(binomial_p({0, 0}, 0.5) == doctest::Approx(1));
    // 3 of 3 where 1 of 3 is expected: 1/27, and no other outcome is as rare.
    CHECK(binomial_p({3, 3}, 1.0 / 3) == doctest::Approx(1.0 / 27));
}

TEST_CASE("Fisher's test gives his own published values") {
    // The lady tasting tea (The Design of Experiments, 1935): 3 of 4 cups right, 34 of 70 ways.
    CHECK(fisher_p({3, 4}, {1, 4}) == doctest::Approx(34.0 / 70));
    // Convictions of twins (1962), as in the manual of R's fisher.test.
    CHECK(std::abs(fisher_p({2, 17}, {10, 13}) - 0.0005367) < 5e-8);
    CHECK(fisher_p({0, 0}, {3, 4}) == 1);
    CHECK(fisher_p({4, 4}, {7, 7}) == doctest::Approx(1));
}

TEST_CASE("Fisher's test is the count of all tables, and does not mind the order") {
    for (int n = 1; n <= 9; n += 2)
        for (int m = 1; m <= 12; m += 3)
            for (int i = 0; i <= n; ++i)
                for (int k = 0; k <= m; ++k) {
                    CAPTURE(n);
                    CAPTURE(m);
                    CAPTURE(i);
                    CAPTURE(k);
                    const double p = fisher_p({i, n}, {k, m});
                    CHECK(p == doctest::Approx(slow_fisher({i, n}, {k, m})));
                    CHECK(p == doctest::Approx(fisher_p({k, m}, {i, n})));
                    CHECK(p == doctest::Approx(fisher_p({n - i, n}, {m - k, m})));
                }
}

TEST_CASE("differences of independent shares are those that Newcombe printed") {
    // Interval estimation for the difference between independent proportions (Statistics in
    // Medicine 17, 1998), table II, method 10.
    check_interval(difference_interval(Share{56, 70}, Share{48, 80}), 0.0524, 0.3339);
    check_interval(difference_interval(Share{9, 10}, Share{3, 10}), 0.1705, 0.8090);
    check_interval(difference_interval(Share{6, 7}, Share{2, 7}), 0.0582, 0.8062);
}

TEST_CASE("the difference of paired shares is that of the published example") {
    // Altman, Machin, Bryant and Gardner, Statistics with Confidence (2000), table 6.2.
    const PairedShares pairs{14, 5, 0, 22};
    CHECK(pairs.a().value() - pairs.b().value() == doctest::Approx(5.0 / 41));
    check_interval(difference_interval(pairs), 0.011, 0.226, 0.0006);
    CHECK(mcnemar_p(pairs) == doctest::Approx(2.0 / 32));
}

TEST_CASE("pairs that succeed together narrow the interval of the difference") {
    const PairedShares together{40, 8, 2, 50};
    const PairedShares apart{20, 28, 22, 30};
    const Interval narrow = difference_interval(together);
    const Interval wide = difference_interval(apart);
    const Interval independent = difference_interval(together.a(), together.b());
    CHECK(narrow.high - narrow.low < 0.6 * (independent.high - independent.low));
    CHECK(wide.high - wide.low > 0.9 * (independent.high - independent.low));
    // Swapping the two mirrors the interval.
    const Interval swapped = difference_interval(PairedShares{40, 2, 8, 50});
    CHECK(swapped.low == doctest::Approx(-narrow.high));
    CHECK(swapped.high == doctest::Approx(-narrow.low));
    CHECK(mcnemar_p({100, 0, 0, 3}) == doctest::Approx(1));
}

TEST_CASE("Holm's correction is the one computed by hand") {
    // 4 x 0.01, 3 x 0.02; then 2 x 0.02 and 1 x 0.04, which are raised to the value before them.
    const std::array p{0.04, 0.01, 0.02, 0.02};
    const std::vector<double> adjusted = holm(p);
    REQUIRE(adjusted.size() == 4);
    CHECK(adjusted[0] == doctest::Approx(0.06));
    CHECK(adjusted[1] == doctest::Approx(0.04));
    CHECK(adjusted[2] == doctest::Approx(0.06));
    CHECK(adjusted[3] == doctest::Approx(0.06));
    CHECK(holm({}).empty());
    CHECK(holm(std::array{0.03})[0] == doctest::Approx(0.03));
    CHECK(holm(std::array{0.6, 0.7})[1] == 1);
}
