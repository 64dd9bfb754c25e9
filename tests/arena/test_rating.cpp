#include "arena/rating.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "arena/simulation.hpp"

using namespace kalah;
using namespace kalah::arena;

namespace {

constexpr double kElo = 400 / std::numbers::ln10;

/// The MM algorithm of Hunter (2004), a slow way to the same maximum. Strengths add up to n.
std::vector<double> by_minorisation(std::size_t players, const std::vector<Meeting>& meetings) {
    std::vector<double> strengths(players, 1);
    for (int round = 0; round < 20'000; ++round) {
        std::vector<double> points(players);
        std::vector<double> weights(players);
        for (const Meeting& m : meetings) {
            points[m.a] += m.points_a;
            points[m.b] += m.games - m.points_a;
            const double weight = m.games / (strengths[m.a] + strengths[m.b]);
            weights[m.a] += weight;
            weights[m.b] += weight;
        }
        double sum = 0;
        for (std::size_t i = 0; i < players; ++i) sum += strengths[i] = points[i] / weights[i];
        for (double& s : strengths) s *= static_cast<double>(players) / sum;
    }
    return strengths;
}

const RatingOptions kGamesAlone{0, {}, 0};

/// 1987 season, American League East: Agresti, Categorical Data Analysis (2002), p. 438, as in
/// data/baseball.csv of the R package BradleyTerry2. Home and away are added.
std::vector<Meeting> baseball() {
    // Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore: wins of the row
    constexpr std::array<std::array<int, 7>, 7> kWins{{{0, 7, 9, 7, 7, 9, 11},
                                                       {6, 0, 7, 5, 11, 9, 9},
                                                       {4, 6, 0, 7, 7, 8, 12},
                                                       {6, 8, 6, 0, 6, 7, 10},
                                                       {6, 2, 6, 7, 0, 7, 12},
                                                       {4, 4, 5, 6, 6, 0, 6},
                                                       {2, 4, 1, 3, 1, 7, 0}}};
    std::vector<Meeting> meetings;
    for (std::size_t a = 0; a < 7; ++a)
        for (std::size_t b = a + 1; b < 7; ++b)
            meetings.push_back({a, b, double(kWins[a][b] + kWins[b][a]), double(kWins[a][b])});
    return meetings;
}

/// Stigler (1994), citations between Biometrika, Comm. Statist., JASA and JRSS-B: Agresti p. 448.
std::vector<Meeting> citations() {
    return {{0, 1, 730 + 33, 730}, {0, 2, 498 + 320, 498}, {0, 3, 221 + 284, 221},
            {1, 2, 68 + 813, 68},  {1, 3, 17 + 276, 17},   {2, 3, 142 + 325, 142}};
}

}  // namespace

TEST_CASE("the baseball ratings are Agresti's") {
    // Table 10.11, third column, to two digits: log strengths over Baltimore. Standard errors of
    // about 0.3. The R package BradleyTerry2 checks the same (tests/testthat/test-baseball.R).
    const auto list = rate(7, baseball(), {0, 6, 0});
    constexpr std::array<double, 6> kReference{1.58, 1.44, 1.29, 1.25, 1.11, 0.68};
    for (std::size_t i = 0; i < 6; ++i) {
        CAPTURE(i);
        CHECK(std::abs(list.players[i].elo.value() / kElo - kReference[i]) <= 0.00501);
        const double standard_error = list.players[i].error.value() / kElo / 1.959964;
        CHECK(standard_error > 0.25);
        CHECK(standard_error < 0.35);
    }
    CHECK(list.players[6].elo.value() == 0);
    CHECK(list.players[6].error.value() == 0);
    CHECK(list.connected());
}

TEST_CASE("the journals' ratings and standard errors are those of R's BradleyTerry2") {
    // Turner and Firth (2012), Journal of Statistical Software 48(9), section 2.1.
    const auto list = rate(4, citations(), {0, 0, 0});
    constexpr std::array<std::array<double, 2>, 3> kReference{
        {{-2.94907, 0.10255}, {-0.47957, 0.06059}, {0.26895, 0.07083}}};
    for (std::size_t i = 0; i < 3; ++i) {
        const Rating& rating = list.players[i + 1];
        CHECK(std::abs(rating.elo.value() / kElo - kReference[i][0]) < 0.00001);
        CHECK(std::abs(rating.error.value() / kElo / 1.959964 - kReference[i][1]) < 0.00001);
    }
}

TEST_CASE("Newton's method and Hunter's MM algorithm find the same maximum") {
    test::Chance chance(4);
    for (int round = 0; round < 5; ++round) {
        std::vector<Meeting> meetings;
        for (std::size_t a = 0; a < 6; ++a)
            for (std::size_t b = a + 1; b < 6; ++b)
                meetings.push_back({a, b, 20, 0.5 + std::floor(chance.uniform() * 39) / 2});
        const auto strengths = by_minorisation(6, meetings);
        const auto list = rate(6, meetings, kGamesAlone);
        double sum = 0;
        for (std::size_t i = 0; i < 6; ++i) {
            const double lead = list.players[i].elo.value() - list.players[0].elo.value();
            CHECK(std::abs(lead - kElo * std::log(strengths[i] / strengths[0])) < 0.001);
            sum += list.players[i].elo.value();
        }
        CHECK(std::abs(sum) < 1e-6);
    }
}

TEST_CASE("two players: Elo of the score, and the error of the delta method") {
    const std::vector<Meeting> meetings{{0, 1, 60, 48}, {1, 0, 40, 13}};  // 75 of 100
    const auto list = rate(2, meetings, kGamesAlone);
    CHECK(list.players[0].elo.value() == doctest::Approx(95.4243));  // half of 400 log10(3)
    CHECK(list.players[1].elo.value() == doctest::Approx(-95.4243));
    CHECK(list.difference_error(0, 1).value() ==
          doctest::Approx(1.959964 * kElo / std::sqrt(100 * 0.75 * 0.25)));
    CHECK(list.players[0].points == 75);
    CHECK(list.players[1].games == 100);
}

TEST_CASE("who won everything is rated by one virtual draw, and not at all without") {
    const std::vector<Meeting> meetings{{0, 1, 10, 10}, {1, 2, 10, 5}, {0, 2, 10, 10}};
    const auto list = rate(3, meetings);
    CHECK(list.players[0].elo.value() > 300);
    CHECK(list.players[0].elo.value() < 1200);
    CHECK(list.players[0].error.value() > 100);
    CHECK(list.players[1].elo.value() == doctest::Approx(list.players[2].elo.value()));
    const auto alone = rate(3, meetings, kGamesAlone);
    for (const Rating& rating : alone.players) CHECK_FALSE(rating.elo);
    CHECK_FALSE(alone.difference_error(0, 1));
    CHECK(alone.connected());
    // Little is moved where there are games enough.
    const auto strong = rate(7, baseball());
    const auto pure = rate(7, baseball(), kGamesAlone);
    for (std::size_t i = 0; i < 7; ++i)
        CHECK(std::abs(strong.players[i].elo.value() - pure.players[i].elo.value()) < 5);
}

TEST_CASE("players who have not met, if only by others, are in groups of their own") {
    const std::vector<Meeting> meetings{{0, 2, 10, 6}, {1, 3, 10, 9}, {3, 4, 10, 5}};
    const auto list = rate(6, meetings, kGamesAlone);
    CHECK(list.groups == 3);
    CHECK_FALSE(list.connected());
    CHECK(list.players[0].group == list.players[2].group);
    CHECK(list.players[1].group == list.players[4].group);
    CHECK(list.players[0].group != list.players[1].group);
    CHECK(std::abs(list.players[0].elo.value() + list.players[2].elo.value()) < 1e-9);
    CHECK(list.difference_error(1, 4));
    CHECK_FALSE(list.difference_error(0, 1));
    CHECK(list.players[5].elo.value() == 0);  // has played nobody
    CHECK(list.players[5].games == 0);
    CHECK(rate(0, {}).players.empty());
    const auto anchored = rate(6, meetings, {1, 3, 1500});
    CHECK(anchored.players[3].elo.value() == doctest::Approx(1500));
    CHECK(anchored.players[3].error.value() == 0);
}

TEST_CASE("a bootstrap over games spreads as the intervals say") {
    const std::vector<Meeting> season = baseball();
    std::vector<Meeting> games;
    for (const Meeting& m : season)
        for (int i = 0; i < static_cast<int>(m.games); ++i)
            games.push_back({m.a, m.b, 1, i < m.points_a ? 1.0 : 0.0});
    const auto list = rate(7, season);
    test::Chance chance(11);
    constexpr int kRounds = 500;
    std::array<double, 7> sum{};
    std::array<double, 7> squares{};
    for (int round = 0; round < kRounds; ++round) {
        std::vector<Meeting> sample;
        for (std::size_t i = 0; i < games.size(); ++i)
            sample.push_back(games[chance.below(games.size())]);
        const auto again = rate(7, sample);
        for (std::size_t i = 0; i < 7; ++i) {
            const double elo = again.players[i].elo.value();
            sum[i] += elo;
            squares[i] += elo * elo;
        }
    }
    for (std::size_t i = 0; i < 7; ++i) {
        const double mean = sum[i] / kRounds;
        const double spread = 1.959964 * std::sqrt(squares[i] / kRounds - mean * mean);
        CAPTURE(i);
        CHECK(spread / list.players[i].error.value() > 0.85);
        CHECK(spread / list.players[i].error.value() < 1.2);
    }
}

TEST_CASE("lopsided tournaments are rated too, where full steps of Newton's method run away") {
    const std::vector<Meeting> meetings{
        {0, 5, 10, 0},   {0, 6, 1e5, 0},        {0, 7, 1e5, 0},     {1, 2, 10, 0},
        {1, 4, 1000, 0}, {1, 7, 1e5, 0},        {2, 4, 1000, 1000}, {2, 6, 10, 0},
        {2, 7, 10, 0},   {3, 5, 1e5, 1e5},      {3, 6, 10'000, 0},  {3, 7, 10'000, 0},
        {4, 7, 100, 50}, {6, 7, 10'000, 10'000}};
    const auto list = rate(8, meetings);
    // At the maximum, everybody has the expected points, up to half a point for the virtual draw.
    std::array<double, 8> expected{};
    for (const Meeting& m : meetings) {
        const double lead = list.players[m.a].elo.value() - list.players[m.b].elo.value();
        const double win = m.games / (1 + std::exp(-lead / kElo));
        expected[m.a] += win;
        expected[m.b] += m.games - win;
    }
    for (std::size_t i = 0; i < 8; ++i)
        CHECK(std::abs(expected[i] - list.players[i].points) <= 0.5001);
}

TEST_CASE("a player without games does not disconnect the others") {
    const std::vector<Meeting> meetings{{0, 2, 10, 6}};
    CHECK(rate(3, meetings).connected());
    CHECK(rate(3, {}).connected());
}

TEST_CASE("the p-value of a difference is 0.05 where the interval ends at 0") {
    const std::vector<Meeting> meetings{{0, 1, 30, 20}, {1, 2, 30, 15}};
    const auto list = rate(3, meetings);
    const double lead = *list.players[0].elo - *list.players[1].elo;
    const double z = lead / *list.difference_error(0, 1) * kNormal95;
    CHECK(list.difference_p(0, 1).value() == doctest::Approx(std::erfc(z / std::sqrt(2.0))));
    CHECK(list.difference_p(1, 0).value() == doctest::Approx(*list.difference_p(0, 1)));
    CHECK(list.difference_p(1, 2).value() == doctest::Approx(1).epsilon(0.2));
}
