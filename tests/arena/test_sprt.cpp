#include "arena/elo.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>

#include "arena/results.hpp"
#include "arena/simulation.hpp"
#include "support/scale.hpp"

using namespace kalah;
using namespace kalah::arena;

namespace {

double ratio(double elo0, double elo1, const Pentanomial& pairs) {
    return log_likelihood_ratio({elo0, elo1}, pairs);
}

struct Rates {
    double accepted_elo1 = 0;
    double accepted_elo0 = 0;
};

/// Runs many tests on simulated pairs whose mean score corresponds to `elo`.
Rates run_tests(const SprtOptions& options, const test::PairShape& shape, double elo, int runs,
                std::uint64_t seed) {
    test::Chance chance(seed);
    const test::PairShape pairs = test::tilted(shape, score_of_elo(elo));
    Rates rates;
    for (int run = 0; run < runs; ++run) {
        Sprt sprt(options);
        while (sprt.add(test::draw_pair(pairs, chance)) == SprtDecision::undecided) {
        }
        (sprt.decision() == SprtDecision::accept_elo1 ? rates.accepted_elo1
                                                      : rates.accepted_elo0) += 1.0 / runs;
    }
    return rates;
}

}  // namespace

TEST_CASE("the likelihood ratio of pairs is fastchess's and fishtest's") {
    // github.com/Disservin/fastchess, app/tests/sprt_test.cpp (commit 0cbac49), to 1 %.
    CHECK(ratio(0.5, 2.5, {223, 9863, 1000, 20279, 10037, 246}) ==
          doctest::Approx(-3.07).epsilon(0.003));
    CHECK(ratio(0, 2, {871, 26175, 980, 55003, 26678, 821}) ==
          doctest::Approx(-4.98).epsilon(0.003));
    // fishtest's LLRcalc.LLR_logistic (commit 93fe81e), as pinned to nine digits by the tests of
    // public programs that follow it.
    const Pentanomial even{3, 20, 50, 0, 22, 5};
    CHECK(ratio(0, 20, even) == doctest::Approx(0.04032037241670679).epsilon(1e-9));
    CHECK(ratio(0, 5, even) == doctest::Approx(0.17838022438188125).epsilon(1e-9));
    CHECK(ratio(-10, 10, even) == doctest::Approx(0.9344729113889829).epsilon(1e-9));
    const Pentanomial narrow{0, 10, 10, 20, 12, 0};
    CHECK(ratio(0, 20, narrow) == doctest::Approx(-0.27041453628885204).epsilon(1e-9));
    CHECK(ratio(0, 5, narrow) == doctest::Approx(0.085226848211516).epsilon(1e-9));
    const Pentanomial worse{12, 40, 60, 0, 30, 8};
    CHECK(ratio(0, 20, worse) == doctest::Approx(-2.9973011351582723).epsilon(1e-9));
    CHECK(ratio(-10, 10, worse) == doctest::Approx(-2.0579732004260216).epsilon(1e-9));
}

TEST_CASE("the loss of likelihood is that of the best frequencies with the mean, found by trying") {
    // Three results: frequencies with the mean are a line, q = (1 - d)/2 - .., one free number.
    const std::array<double, 3> counts{7, 5, 19};
    for (const double mean : {0.2, 0.5, 0.69, 0.9}) {
        double best = -1e9;
        for (int step = 1; step < 100'000; ++step) {
            const double draw = step / 100'000.0;
            const double win = mean - draw / 2;
            const double loss = 1 - draw - win;
            if (win <= 0 || loss <= 0) continue;
            best = std::max(best, counts[0] * std::log(loss * 31 / 7) +
                                      counts[1] * std::log(draw * 31 / 5) +
                                      counts[2] * std::log(win * 31 / 19));
        }
        CHECK(likelihood_loss(counts, mean) == doctest::Approx(-best).epsilon(1e-6));
    }
    CHECK(likelihood_loss(counts, 21.5 / 31) == doctest::Approx(0));
    // Results that did not occur stay possible: a mean just below 31 of 31 wins costs little.
    CHECK(likelihood_loss(std::array<double, 3>{0, 0, 31}, 0.97) < 1.1);
}

TEST_CASE("Wald's bounds, and the first bound that is reached decides") {
    const SprtOptions options{0, 20};
    CHECK(options.upper() == doctest::Approx(2.9444389791664403));
    CHECK(options.lower() == doctest::Approx(-2.9444389791664403));
    CHECK(SprtOptions{0, 5, 0.01, 0.1}.upper() == doctest::Approx(std::log(90)));
    CHECK(SprtOptions{0, 5, 0.01, 0.1}.lower() == doctest::Approx(std::log(0.1 / 0.99)));
    // 53 won pairs are enough for 0 against 20 (fishtest's ratio, as above).
    Sprt sprt(options);
    for (int i = 0; i < 52; ++i) CHECK(sprt.add({1, 1}) == SprtDecision::undecided);
    CHECK(sprt.add({1, 1}) == SprtDecision::accept_elo1);
    CHECK(sprt.decided_after() == 53);
    for (int i = 0; i < 500; ++i) sprt.add({0, 0});
    CHECK(sprt.llr() < options.lower());
    CHECK(sprt.decision() == SprtDecision::accept_elo1);
    CHECK(name(sprt.decision()) == "accepted");
    Sprt lost(options);
    for (int i = 0; i < 200; ++i) lost.add({0, 0});
    CHECK(lost.llr() == doctest::Approx(ratio(0, 20, {200, 0, 0, 0, 0, 0})));
    CHECK(name(lost.decision()) == "rejected");
}

TEST_CASE("the test of a match passes over pairs that repeat earlier ones") {
    std::vector<TournamentGame> games;
    const auto add_pair = [&](const std::string& moves) {
        for (const auto& who : {std::array{0, 1}, std::array{1, 0}}) {
            TournamentGame game;
            game.number = games.size();
            game.entrants = who;
            game.moves = moves;
            game.margin = who[0] == 0 ? 2 : -2;
            games.push_back(game);
        }
    };
    MatchSprt sprt({0, 20, 0.05, 0.05});
    for (int i = 0; i < 100; ++i) add_pair("1");
    CHECK_FALSE(sprt.look(games));
    CHECK(sprt.curve().size() == 1);
    for (int i = 0; i < 100; ++i) add_pair(std::to_string(i + 2));
    CHECK(sprt.look(games).value() == 200 + 2 * 52);
    CHECK(sprt.curve().size() == 53);
    CHECK(sprt.curve()[0] < sprt.curve()[1]);
}

TEST_CASE("the test of a match passes over pairs with a forfeited game") {
    std::vector<TournamentGame> games;
    for (std::size_t number = 0; number < 200; ++number) {
        TournamentGame game;
        game.number = number;
        game.entrants = {number % 2 == 0 ? 0 : 1, number % 2 == 0 ? 1 : 0};
        game.moves = std::to_string(number / 2 + 1);
        game.margin = number % 2 == 0 ? 48 : -48;
        games.push_back(game);
    }
    MatchSprt played({0, 20, 0.05, 0.05});
    CHECK(played.look(games));
    for (std::size_t number = 1; number < games.size(); number += 2) {
        games[number].loser = Side::south;  // B, who moved first and did not
        games[number].moves.clear();
    }
    MatchSprt forfeited({0, 20, 0.05, 0.05});
    CHECK_FALSE(forfeited.look(games));
    CHECK(forfeited.curve().empty());
}

TEST_CASE("options of a test that cannot be obeyed are named") {
    CHECK_FALSE(validate(SprtOptions{}));
    CHECK(validate(SprtOptions{5, 5}).value() == "elo0 must be less than elo1");
    CHECK(validate(SprtOptions{0, std::nan("")}));
    CHECK(validate(SprtOptions{-3000, 0}));
    CHECK(validate(SprtOptions{0, 5, 0, 0.05}).value() == "alpha must be between 0 and 0.5");
    CHECK(validate(SprtOptions{0, 5, 0.05, 0.6}).value() == "beta must be between 0 and 0.5");
}

TEST_CASE("simulated tests keep their error rates, however the games of a pair hang together") {
    const int runs = test::scaled(1000, 20'000);
    std::uint64_t seed = 1;
    for (const auto& shape : {test::kIndependent, test::kOpeningDecides, test::kAlike}) {
        for (const SprtOptions& options :
             {SprtOptions{0, 40}, SprtOptions{-30, 30}, SprtOptions{100, 150, 0.1, 0.02}}) {
            CAPTURE(shape[0]);
            CAPTURE(options.elo0);
            const Rates at0 = run_tests(options, shape, options.elo0, runs, seed++);
            const Rates at1 = run_tests(options, shape, options.elo1, runs, seed++);
            const auto slack = [&](double p) { return 3.5 * std::sqrt(p * (1 - p) / runs); };
            CHECK(at0.accepted_elo1 <= options.alpha + slack(options.alpha));
            CHECK(at1.accepted_elo0 <= options.beta + slack(options.beta));
            // Nor does it waste games on safety: the rates are not far below their limits.
            CHECK(at0.accepted_elo1 >= options.alpha / 2 - slack(options.alpha));
            CHECK(at1.accepted_elo0 >= options.beta / 2 - slack(options.beta));
        }
    }
}
