#include "arena/elo.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "arena/usual_elo.hpp"

using namespace kalah;
using namespace kalah::arena;

namespace {

bool near(double value, double reference, double tolerance = 0.00501) {
    return std::abs(value - reference) <= tolerance;
}

}  // namespace

// Reference values: github.com/Disservin/fastchess, app/tests/elo_test.cpp (commit 2f5e888), which
// has two decimal places.
TEST_CASE("Elo, normalised Elo and superiority of pairs are fastchess's") {
    const Pentanomial first{34, 54, 32, 31, 64, 75};
    const auto one = test::estimate(first);
    CHECK(near(normalised_elo(first).value(), 57.94));
    CHECK(near(one.elo.value(), 55.58));
    CHECK(near(one.elo_error.value(), 27.65));
    CHECK(near(100 * one.superiority, 100.00));
    const Pentanomial second{332, 433, 41, 457, 333, 334};
    const auto two = test::estimate(second);
    CHECK(near(normalised_elo(second).value(), -9.17));
    CHECK(near(two.elo.value(), -8.64));
    CHECK(near(two.elo_error.value(), 10.33));
    CHECK(near(100 * two.superiority, 5.05));
    const Pentanomial third{7895, 8757, 200, 5485, 568, 9999};
    const auto three = test::estimate(third);
    CHECK(near(normalised_elo(third).value(), -19.01));
    CHECK(near(three.elo.value(), -21.04));
    CHECK(near(three.elo_error.value(), 2.95));
    CHECK_FALSE(normalised_elo(Pentanomial{0, 0, 0, 0, 0, 10}));
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
