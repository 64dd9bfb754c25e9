#include "arena/elo.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace kalah::arena;

namespace {

bool near(double value, double reference, double tolerance = 0.00501) {
    return std::abs(value - reference) <= tolerance;
}

}  // namespace

// Reference values: github.com/Disservin/fastchess, app/tests/elo_test.cpp (commit 2f5e888), which
// prints two digits behind the point. Its superiority of single games is the normal distribution at
// (s - 1/2) / sqrt(v / n), some hundredths of a percent away from the error function of decided
// games.
TEST_CASE("Elo, normalised Elo and superiority of single games are fastchess's") {
    const auto one = estimate(Trinomial{76, 123, 89});
    CHECK(near(one.normalised.value(), -20.76));
    CHECK(near(one.normalised_error, 40.13));
    CHECK(near(100 * one.superiority, 15.53, 0.1));
    const auto two = estimate(Trinomial{136, 111, 96});
    CHECK(near(two.normalised.value(), 49.77));
    CHECK(near(two.normalised_error, 36.77));
    CHECK(near(two.elo.value(), 40.70));
    CHECK(near(two.elo_error.value(), 30.43));
    CHECK(near(100 * two.superiority, 99.60, 0.1));
    const auto three = estimate(Trinomial{34, 0, 356});
    CHECK(near(three.normalised.value(), -508.44));
    CHECK(near(three.normalised_error, 34.48));
}

TEST_CASE("Elo, normalised Elo and superiority of pairs are fastchess's") {
    const auto one = estimate(Pentanomial{34, 54, 32, 31, 64, 75});
    CHECK(near(one.normalised.value(), 57.94));
    CHECK(near(one.normalised_error, 28.28));
    CHECK(near(one.elo.value(), 55.58));
    CHECK(near(one.elo_error.value(), 27.65));
    CHECK(near(100 * one.superiority, 100.00));
    const auto two = estimate(Pentanomial{332, 433, 41, 457, 333, 334});
    CHECK(near(two.normalised.value(), -9.17));
    CHECK(near(two.normalised_error, 10.96));
    CHECK(near(two.elo.value(), -8.64));
    CHECK(near(two.elo_error.value(), 10.33));
    CHECK(near(100 * two.superiority, 5.05));
    const auto three = estimate(Pentanomial{7895, 8757, 200, 5485, 568, 9999});
    CHECK(near(three.normalised.value(), -19.01));
    CHECK(near(three.normalised_error, 2.65));
    CHECK(near(three.elo.value(), -21.04));
    CHECK(near(three.elo_error.value(), 2.95));
}

TEST_CASE("superiority of single games counts decided games only") {
    // (1 + erf((W - L) / sqrt(2 (W + L)))) / 2
    for (const auto& [w, l] : {std::pair{10, 5}, {3, 3}, {0, 4}, {200, 170}}) {
        const double expected = (1 + std::erf((w - l) / std::sqrt(2.0 * (w + l)))) / 2;
        CHECK(estimate(Trinomial{w, 0, l}).superiority == doctest::Approx(expected));
        CHECK(estimate(Trinomial{w, 1000, l}).superiority == doctest::Approx(expected));
    }
    CHECK(estimate(Trinomial{0, 7, 0}).superiority == 0.5);
}

TEST_CASE("there is no Elo where all games have one winner, and no bound beyond") {
    const auto won = estimate(Pentanomial{0, 0, 0, 0, 0, 10});
    CHECK_FALSE(won.elo);
    CHECK_FALSE(won.elo_error);
    CHECK_FALSE(won.normalised);
    CHECK(won.superiority == 1);
    CHECK_FALSE(estimate(Trinomial{0, 0, 3}).elo);
    const auto nearly = estimate(Trinomial{9, 1, 0});
    CHECK(nearly.elo);
    CHECK(nearly.elo_low);
    CHECK_FALSE(nearly.elo_high);
    CHECK_FALSE(nearly.elo_error);
}

TEST_CASE("scores and Elo turn into each other") {
    CHECK(elo_of_score(0.5).value() == doctest::Approx(0));
    CHECK(near(elo_of_score(0.75).value(), 190.85));  // 400 log10(3)
    CHECK(near(score_of_elo(200), 0.7597, 0.00005));  // FIDE's table: 0.76
    for (const double elo : {-1500.0, -3.0, 0.0, 77.0, 900.0})
        CHECK(elo_of_score(score_of_elo(elo)).value() == doctest::Approx(elo));
}

TEST_CASE("pairs are counted by the points of both games") {
    Pentanomial pairs;
    for (const double first : {0.0, 0.5, 1.0})
        for (const double second : {0.0, 0.5, 1.0}) pairs.add(first, second);
    CHECK(pairs.lost_both == 1);
    CHECK(pairs.lost_and_drew == 2);
    CHECK(pairs.drew_both == 1);
    CHECK(pairs.won_and_lost == 2);
    CHECK(pairs.won_and_drew == 2);
    CHECK(pairs.won_both == 1);
    CHECK(pairs.pairs() == 9);
    CHECK(pairs.counts() == std::array<double, 5>{1, 2, 3, 2, 1});
}
