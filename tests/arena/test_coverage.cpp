// The 95 % intervals contain the true value in 95 of 100 simulated matches.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "arena/rating.hpp"
#include "arena/simulation.hpp"
#include "arena/statistics.hpp"
#include "support/scale.hpp"

using namespace kalah;
using namespace kalah::arena;

namespace {

/// The opening favours the first player and one entrant by some seeds; each game adds chance.
PairResult draw_margins(std::uint64_t opening, double lead, test::Chance& chance) {
    const double side = 3 + 4 * chance.normal();
    const double favour = 3 * chance.normal();
    const auto game = [&](double expected) {
        const int margin = static_cast<int>(std::lround(expected + 5 * chance.normal()));
        return GameResult{margin > 0   ? 1.0
                          : margin < 0 ? 0.0
                                       : 0.5,
                          margin, chance.below(1u << 31)};
    };
    return {opening, game(lead + favour + side), game(lead + favour - side)};
}

MatchResults draw_match(const test::PairShape& shape, int pairs, test::Chance& chance) {
    MatchResults results;
    for (int i = 0; i < pairs; ++i) {
        const PairPoints points = test::draw_pair(shape, chance);
        results.pairs.push_back(
            {static_cast<std::uint64_t>(i), {points.first, 0, 0}, {points.second, 0, 0}});
    }
    return results;
}

}  // namespace

TEST_CASE("intervals of the margin hold the truth in 95 of 100 matches") {
    const int runs = test::scaled(1000, 30'000);
    test::Chance chance(21);
    for (const int openings : {3, 8, 40}) {
        for (const int repeats : {1, 4}) {
            int inside = 0;
            int first_inside = 0;
            for (int run = 0; run < runs; ++run) {
                MatchResults results;
                for (int i = 0; i < openings; ++i)
                    results.pairs.push_back(draw_margins(static_cast<std::uint64_t>(i), 2, chance));
                const auto played = results.pairs;
                for (int i = 1; i < repeats; ++i)
                    results.pairs.insert(results.pairs.end(), played.begin(), played.end());
                const Summary s = summarise(results);
                if (std::abs(s.margin.value - 2) <= s.margin.error.value()) ++inside;
                if (std::abs(s.first_player_margin.value - 3) <=
                    s.first_player_margin.error.value())
                    ++first_inside;
            }
            CAPTURE(openings);
            CAPTURE(repeats);
            const double slack = 3.5 * std::sqrt(0.95 * 0.05 / runs);
            CHECK(std::abs(static_cast<double>(inside) / runs - 0.95) < slack);
            CHECK(std::abs(static_cast<double>(first_inside) / runs - 0.95) < slack);
        }
    }
}

TEST_CASE("intervals of Elo hold the truth in about 95 of 100 matches") {
    const int runs = test::scaled(600, 20'000);
    test::Chance chance(22);
    for (const auto& base : {test::kIndependent, test::kOpeningDecides, test::kAlike}) {
        for (const double elo : {0.0, 120.0, 450.0}) {
            const auto shape = test::tilted(base, score_of_elo(elo));
            for (const int pairs : {6, 20, 60}) {
                int below = 0;
                int above = 0;
                for (int run = 0; run < runs; ++run) {
                    const Summary s = summarise(draw_match(shape, pairs, chance));
                    if (s.elo_high && *s.elo_high < elo) ++below;
                    if (s.elo_low && *s.elo_low > elo) ++above;
                }
                CAPTURE(base[0]);
                CAPTURE(elo);
                CAPTURE(pairs);
                const double outside = static_cast<double>(below + above) / runs;
                // With few pairs, few different scores are possible: the rate may be lower.
                const double slack = 3.5 * std::sqrt(0.95 * 0.05 / runs);
                CHECK(outside < 0.06 + slack);
                if (pairs == 60) CHECK(outside > 0.04 - slack);
            }
        }
    }
}

TEST_CASE("intervals of ratings hold the truth in about 95 of 100 tournaments") {
    const int runs = test::scaled(500, 5000);
    constexpr std::array<double, 5> kTruth{-150, -60, 0, 70, 140};
    test::Chance chance(23);
    int inside = 0;
    int difference_inside = 0;
    for (int run = 0; run < runs; ++run) {
        std::vector<Meeting> meetings;
        for (std::size_t a = 0; a < 5; ++a) {
            for (std::size_t b = a + 1; b < 5; ++b) {
                const double win = score_of_elo(kTruth[a] - kTruth[b]);
                Meeting m{a, b, 40, 0};
                for (int i = 0; i < 40; ++i) m.points_a += chance.uniform() < win ? 1 : 0;
                meetings.push_back(m);
            }
        }
        const auto list = rate(5, meetings);
        for (std::size_t i = 0; i < 5; ++i)
            if (std::abs(list.players[i].elo.value() - kTruth[i]) <= list.players[i].error.value())
                ++inside;
        const double lead = list.players[4].elo.value() - list.players[0].elo.value();
        if (std::abs(lead - 290) <= list.difference_error(4, 0).value()) ++difference_inside;
    }
    CHECK(std::abs(inside / (5.0 * runs) - 0.95) < 0.015);
    CHECK(std::abs(difference_inside / double(runs) - 0.95) < 0.035);
}
