#include "arena/statistics.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>

#include "arena/results.hpp"
#include "arena/usual_elo.hpp"

using namespace kalah;
using namespace kalah::arena;

namespace {

double points(int margin) {
    return margin > 0 ? 1 : margin < 0 ? 0 : 0.5;
}

/// A pair with these margins of A, whose games do not repeat any other.
PairResult pair(std::uint64_t opening, int first, int second) {
    return {opening, {points(first), first, 0}, {points(second), second, 0}};
}

/// The same with moves.
PairResult pair(std::uint64_t opening, int first, int second, const char* moves) {
    PairResult result = pair(opening, first, second);
    result.first.moves = fingerprint(moves);
    result.second.moves = fingerprint(std::string(moves) + " swapped");
    return result;
}

bool is_near(double value, double reference, double tolerance = 0.005) {
    return std::abs(value - reference) <= tolerance;
}

}  // namespace

TEST_CASE("margins and scores of pairs, with Student's interval over openings") {
    const MatchResults results{{pair(1, 12, 2), pair(2, 0, -8), pair(3, 6, -2)}, {}};
    const Summary s = summarise(results);
    CHECK(s.games.wins == 3);
    CHECK(s.games.draws == 1);
    CHECK(s.games.losses == 2);
    CHECK(s.score == doctest::Approx(3.5 / 6));
    CHECK(s.pairs.won_both == 1);
    CHECK(s.pairs.lost_and_drew == 1);
    CHECK(s.pairs.won_and_lost == 1);
    // Pair means 7, -4, 2: mean 5/3, deviation 5.5076, of the mean 3.1798; t with 2 degrees 4.3027
    CHECK(s.margin.value == doctest::Approx(5.0 / 3));
    CHECK(is_near(s.margin.error.value(), 3.17980 * 4.30265, 0.001));
    // By side: 12, 0, 6 and 2, -8, -2
    CHECK(s.margin_first.value == doctest::Approx(6));
    CHECK(s.margin_second.value == doctest::Approx(-8.0 / 3));
    CHECK(is_near(s.margin_first.error.value(), 6 / std::sqrt(3.0) * 4.30265, 0.001));
    CHECK(s.score_first.value == doctest::Approx(2.5 / 3));
    CHECK(s.score_second.value == doctest::Approx(1.0 / 3));
    // The player who moves first gains 5, 4 and 4
    CHECK(s.first_player_margin.value == doctest::Approx(13.0 / 3));
    CHECK(is_near(s.first_player_margin.error.value(), 1.0 / 3 * 4.30265, 0.001));
    CHECK(s.first_player_score.value == doctest::Approx((0.5 + 0.75 + 1) / 3));
    CHECK(s.sample.openings == 3);
    CHECK(s.sample.clusters == 3);
    CHECK_FALSE(repeat_warning(s.sample));
}

TEST_CASE("the interval of the score is the usual one for many pairs") {
    // fastchess's second example (tests/arena/test_elo.cpp): -8.64 +- 10.33, superiority 5.05 %.
    MatchResults results;
    std::uint64_t opening = 0;
    const auto add = [&](int count, int first, int second) {
        for (int i = 0; i < count; ++i) results.pairs.push_back(pair(++opening, first, second));
    };
    add(332, -1, -1);
    add(433, -1, 0);
    add(41, 0, 0);
    add(457, 1, -1);
    add(333, 1, 0);
    add(334, 1, 1);
    const Summary s = summarise(results);
    CHECK(is_near(s.elo.value(), -8.64));
    CHECK(is_near(s.elo_error.value(), 10.33, 0.01));
    CHECK(is_near(100 * s.superiority.value(), 5.05, 0.03));
    CHECK(is_near(s.normalised_elo.value(), -9.17));
    CHECK(is_near(s.sample.effective_pairs, 1930, 0.001));
    const auto usual = test::estimate(s.pairs);
    CHECK(is_near(s.score_low.value(), usual.score - usual.score_error, 0.0001));
    CHECK(is_near(s.score_high.value(), usual.score + usual.score_error, 0.0001));
}

TEST_CASE("games played again do not shrink the intervals") {
    MatchResults once{{pair(1, 12, 2, "a"), pair(2, 0, -8, "b"), pair(3, 6, -2, "c")}, {}};
    MatchResults often;
    for (int i = 0; i < 50; ++i)
        often.pairs.insert(often.pairs.end(), once.pairs.begin(), once.pairs.end());
    const Summary one = summarise(once);
    const Summary many = summarise(often);
    CHECK(many.score == doctest::Approx(one.score));
    CHECK(many.score_low.value() == doctest::Approx(one.score_low.value()));
    CHECK(many.elo_error.value() == doctest::Approx(one.elo_error.value()));
    CHECK(many.margin.error.value() == doctest::Approx(one.margin.error.value()));
    CHECK(many.superiority.value() == doctest::Approx(one.superiority.value()));
    CHECK(many.sample.games == 300);
    CHECK(many.sample.distinct_games == 6);
    CHECK(many.sample.distinct_pairs == 3);
    CHECK(many.sample.effective_pairs == doctest::Approx(one.sample.effective_pairs));
    CHECK(repeat_warning(many.sample).value().starts_with("only 6 of 300 games are distinct"));
    CHECK_FALSE(repeat_warning(one.sample));
    // In the usual formula they do: that is why we do not report it.
    CHECK(test::estimate(many.pairs).score_error < test::estimate(one.pairs).score_error / 5);
}

TEST_CASE("from one opening alone, distinct pairs are the evidence, and one pair is none") {
    MatchResults results{{pair(1, 4, -2, "a"), pair(1, 4, -2, "a"), pair(1, 4, -2, "a")}, {}};
    Summary s = summarise(results);
    CHECK(s.sample.clusters == 1);
    CHECK_FALSE(s.margin.error);
    CHECK_FALSE(s.score_low);
    CHECK_FALSE(s.elo_error);
    CHECK_FALSE(s.superiority);
    CHECK(s.elo.value() == doctest::Approx(0));
    results.pairs.push_back(pair(1, 8, 2, "b"));
    s = summarise(results);
    CHECK(s.sample.clusters == 2);
    CHECK(s.margin.value == doctest::Approx((3 * 1 + 5) / 4.0));
    CHECK(s.margin.error);
}

TEST_CASE("a second opening takes in all games of the first, however many") {
    // A hundred different games from one opening say little about others.
    MatchResults results;
    for (int i = 0; i < 100; ++i) results.pairs.push_back(pair(1, 10, 4));
    for (int i = 0; i < 100; ++i) results.pairs.push_back(pair(2, -2, -4));
    const Summary s = summarise(results);
    CHECK(s.sample.clusters == 2);
    CHECK(s.margin.value == doctest::Approx(2));
    CHECK(is_near(s.margin.error.value(), 5 * 12.7062, 0.001));  // means 7 and -3, one degree
}

TEST_CASE("an interval beyond what is possible is none") {
    // The player who moves first gets 1, 0 and 1/2 of the points, and 4, -6 and 0 seeds.
    const MatchResults few{{pair(1, 4, -4), pair(2, -6, 6), pair(3, 0, 0)}, {}};
    Summary s = summarise(few);
    CHECK(s.first_player_score.value == doctest::Approx(0.5));
    CHECK_FALSE(s.first_player_score.error);
    CHECK_FALSE(s.score_first.error);
    CHECK(s.first_player_margin.error.value() > 10);
    s = summarise(few, 10);  // seeds on the board
    CHECK_FALSE(s.first_player_margin.error);
    CHECK_FALSE(s.margin_first.error);

    MatchResults many;
    for (std::uint64_t i = 0; i < 30; ++i)
        many.pairs.push_back(i % 2 == 0 ? pair(i, 4, -4) : pair(i, -6, 6));
    s = summarise(many, 10);
    CHECK(s.first_player_score.error.value() < 0.2);
    CHECK(s.first_player_margin.error.value() < 2);
}

TEST_CASE("all games alike still leave an interval") {
    // The first player wins all six openings: a score of exactly 1/2, and yet no certainty.
    MatchResults even;
    MatchResults won;
    for (std::uint64_t opening = 0; opening < 6; ++opening) {
        even.pairs.push_back(pair(opening, 5, -5));
        won.pairs.push_back(pair(opening, 5, 3));
    }
    Summary s = summarise(even);
    CHECK(s.score == 0.5);
    CHECK(s.score_error.value() > 0.1);
    CHECK(is_near(s.elo_low.value(), -s.elo_high.value()));
    CHECK(s.superiority.value() == 0.5);
    CHECK(s.first_player_score.value == 1);
    CHECK_FALSE(s.first_player_score.error);  // Student's interval is a single point: none
    // A wins six openings from both sides: no Elo, but a bound. The likelihood loss is
    // 6 log(1/q) = 3 log(1 + t^2/5) with t = 2.5706: q = 0.6563
    s = summarise(won);
    CHECK_FALSE(s.elo);
    CHECK_FALSE(s.elo_high);
    CHECK_FALSE(s.elo_error);
    CHECK(is_near(s.score_low.value(), 0.6563, 0.002));
    CHECK(s.score_high.value() == 1);
    CHECK(s.superiority.value() > 0.97);
    CHECK(s.superiority.value() < 1);
}

TEST_CASE("games without partners count in everything but the pairs") {
    const MatchResults results{{pair(1, 4, -2), pair(2, 6, 0)},
                               {{3, true, {1, 8, 0}}, {4, false, {0, -4, 0}}}};
    const Summary s = summarise(results);
    CHECK(s.games.games() == 6);
    CHECK(s.pairs.pairs() == 2);
    CHECK(s.score == doctest::Approx(3.5 / 6));
    CHECK(s.margin.value == doctest::Approx(2));
    CHECK(s.margin_first.value == doctest::Approx(6));
    CHECK(s.margin_second.value == doctest::Approx(-2));
    CHECK(s.first_player_margin.value == doctest::Approx(3));
    CHECK(s.sample.clusters == 4);
    CHECK(s.score_low.value() < s.score);
    CHECK(s.score_high.value() > s.score);
    const Summary lone = summarise({{}, {{1, true, {1, 8, 0}}}});
    CHECK(lone.score == 1);
    CHECK_FALSE(lone.score_low);
    CHECK(summarise({}).games.games() == 0);
    CHECK_FALSE(summarise({}).elo);
}

TEST_CASE("the same moves against different opponents are different games") {
    std::vector<TournamentGame> games;
    const auto add_pair = [&](int a, int b) {
        for (const auto& who : {std::array{a, b}, std::array{b, a}}) {
            TournamentGame game;
            game.number = games.size();
            game.entrants = who;
            game.start = "1x1";
            game.moves = "1";
            game.margin = 2;
            games.push_back(game);
        }
    };
    add_pair(0, 1);
    add_pair(0, 2);
    add_pair(1, 2);
    const Summary first = summarise(results_of(games, 0));
    CHECK(first.sample.games == 4);
    CHECK(first.sample.distinct_games == 4);
    CHECK(first.sample.distinct_pairs == 2);
    CHECK(first.score == 0.5);
    CHECK(summarise(results_of_all(games)).sample.distinct_games == 6);
    CHECK(meetings_of(games).size() == 3);
    add_pair(2, 0);
    const Summary all = summarise(results_of_all(games));
    CHECK(all.sample.games == 8);
    CHECK(all.sample.distinct_games == 6);
    CHECK(all.first_player_margin.value == 2);
    CHECK(results_of(games, 1).pairs.size() == 2);
    games.pop_back();
    CHECK(results_of(games, 2).singles.size() == 1);
}

TEST_CASE("faults are counted by who lost by them, and by kind") {
    std::vector<TournamentGame> games(3);
    games[0].entrants = {0, 2};
    games[0].loser = Side::north;
    games[0].loss = FaultKind::timeout;
    games[1] = games[0];
    games[1].entrants = {2, 1};
    games[2].entrants = {2, 1};
    const auto lost = lost_by_fault(3, games);
    CHECK(lost[0] == LostBy{});
    CHECK(lost[1][static_cast<std::size_t>(FaultKind::timeout)] == 1);
    CHECK(lost[2][static_cast<std::size_t>(FaultKind::timeout)] == 1);
}

TEST_CASE("fingerprints tell texts apart and are never 0") {
    CHECK(fingerprint("3-6 2") == fingerprint("3-6 2"));
    CHECK(fingerprint("3-6 2") != fingerprint("3-6 1"));
    CHECK(fingerprint("") != 0);
    CHECK(fingerprint("") != fingerprint(std::string_view("\0", 1)));
}

TEST_CASE("the examples of docs/statistics.md are right") {
    MatchResults six{{pair(1, 8, 2, "1"), pair(2, 12, -4, "2"), pair(3, 2, 0, "3"),
                      pair(4, 6, -6, "4"), pair(5, 10, 4, "5"), pair(6, 4, -2, "6")},
                     {}};
    Summary s = summarise(six);
    CHECK(s.games.wins == 8);
    CHECK(s.games.draws == 1);
    CHECK(is_near(s.score, 0.708, 0.0005));
    CHECK(is_near(s.score_low.value(), 0.442, 0.0005));
    CHECK(is_near(s.score_high.value(), 0.901, 0.0005));
    CHECK(is_near(s.elo.value(), 154, 0.5));
    CHECK(is_near(s.elo_low.value(), -41, 0.5));
    CHECK(is_near(s.elo_high.value(), 383, 0.5));
    CHECK(is_near(s.superiority.value(), 0.950, 0.0005));
    CHECK(is_near(s.margin.value, 3));
    CHECK(is_near(s.margin.error.value(), 2.89));
    CHECK(is_near(s.first_player_margin.value, 4));
    CHECK(is_near(s.first_player_margin.error.value(), 2.65));
    CHECK(is_near(s.first_player_score.value, 0.792, 0.0005));
    const auto once = six.pairs;
    for (int i = 1; i < 10; ++i) six.pairs.insert(six.pairs.end(), once.begin(), once.end());
    const auto fooled = test::estimate(summarise(six).pairs);
    CHECK(is_near(fooled.elo_low.value(), 109, 0.5));
    CHECK(is_near(fooled.elo_high.value(), 205, 0.5));
    CHECK(fooled.superiority > 0.9995);
    for (const auto& [openings, bound] : {std::pair{6, 112}, {12, 279}, {50, 557}}) {
        MatchResults won;
        for (int i = 0; i < openings; ++i)
            won.pairs.push_back(pair(static_cast<std::uint64_t>(i), 5, 3));
        CHECK(is_near(summarise(won).elo_low.value(), bound, 0.6));
    }
    const std::vector<Meeting> meetings{{0, 1, 20, 15}, {1, 2, 20, 12}, {0, 2, 20, 17}};
    const auto list = rate(3, meetings);
    constexpr std::array<std::array<double, 2>, 3> kRatings{{{158, 88}, {-40, 78}, {-118, 83}}};
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(is_near(list.players[i].elo.value(), kRatings[i][0], 0.5));
        CHECK(is_near(list.players[i].error.value(), kRatings[i][1], 0.5));
    }
    CHECK(is_near(list.players[0].elo.value() - list.players[1].elo.value(), 198, 0.5));
    CHECK(is_near(list.difference_error(0, 1).value(), 145, 0.5));
    CHECK(is_near(rate(3, meetings, {0, {}, 0}).players[0].elo.value(), 162, 0.5));
}
