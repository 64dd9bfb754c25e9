#include "arena/schedule.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

using namespace kalah;
using arena::Kind;
using arena::Pairing;
using arena::Plan;
using arena::TournamentGame;

namespace {

Plan plan_for(Kind kind, int entrants) {
    Plan plan;
    plan.kind = kind;
    plan.boards = {"6x4"};
    plan.games = 2;
    for (int i = 0; i < entrants; ++i) plan.entrants.push_back({"P" + std::to_string(i), "random"});
    return plan;
}

/// Adds a pair of games of one pairing; `one` and `two` are margins of the first entrant.
void add_pair(std::vector<TournamentGame>& games, int round, Pairing pairing, int one, int two) {
    TournamentGame game;
    game.number = games.size();
    game.round = round;
    game.entrants = {pairing.first, pairing.second};
    game.margin = one;
    games.push_back(game);
    ++game.number;
    game.entrants = {pairing.second, pairing.first};
    game.margin = -two;
    games.push_back(game);
}

/// Plays a whole tournament in which the entrant with the smaller number wins. Returns the pairings
/// of each round.
std::vector<std::vector<Pairing>> favourites_win(const Plan& plan,
                                                 std::vector<TournamentGame>& games) {
    std::vector<std::vector<Pairing>> rounds;
    for (;;) {
        const auto pairings = arena::next_pairings(plan, games);
        if (pairings.empty()) return rounds;
        for (const Pairing& pairing : pairings) {
            const int margin = pairing.first < pairing.second ? 6 : -6;
            add_pair(games, static_cast<int>(rounds.size()), pairing, margin, margin);
        }
        rounds.push_back(pairings);
    }
}

std::vector<int> order(const Plan& plan, const std::vector<TournamentGame>& games) {
    std::vector<int> places;
    for (const auto& standing : arena::standings(plan, games)) places.push_back(standing.entrant);
    return places;
}

}  // namespace

TEST_CASE("in a round robin all meet once, in a gauntlet the first meets all") {
    std::vector<TournamentGame> games;
    CHECK(favourites_win(plan_for(Kind::match, 2), games) ==
          std::vector<std::vector<Pairing>>{{{0, 1}}});
    games.clear();
    const auto robin = favourites_win(plan_for(Kind::round_robin, 4), games);
    REQUIRE(robin.size() == 1);
    CHECK(robin[0] == std::vector<Pairing>{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}});
    CHECK(order(plan_for(Kind::round_robin, 4), games) == std::vector<int>{0, 1, 2, 3});
    games.clear();
    CHECK(favourites_win(plan_for(Kind::gauntlet, 3), games)[0] ==
          std::vector<Pairing>{{0, 1}, {0, 2}});
}

TEST_CASE("in a gauntlet points a game count, for one plays more than the others") {
    const Plan plan = plan_for(Kind::gauntlet, 4);
    std::vector<TournamentGame> games;
    add_pair(games, 0, {0, 1}, 1, 1);
    add_pair(games, 0, {0, 2}, -1, -1);
    add_pair(games, 0, {0, 3}, 1, 1);
    CHECK(order(plan, games) == std::vector<int>{2, 0, 1, 3});
}

TEST_CASE("every opening is played from both sides, and all pairings come along together") {
    Plan plan = plan_for(Kind::round_robin, 3);
    plan.boards = {"6x4", "4x3"};
    plan.games = 6;
    plan.openings = "2-ply";
    const auto setups = *arena::board_setups(plan);
    const auto games = arena::games_of(plan, arena::next_pairings(plan, {}), setups, 2, 100);
    REQUIRE(games.size() == 3 * 2 * 6);
    std::map<std::pair<int, int>, std::set<std::string>> openings;
    for (std::size_t i = 0; i < games.size(); ++i) {
        CHECK(games[i].number == 100 + i);
        CHECK(games[i].round == 2);
        const auto& partner = games[i ^ 1U];
        CHECK(games[i].opening == partner.opening);
        CHECK(games[i].south == partner.north);
        CHECK(games[i].start == plan.boards[static_cast<std::size_t>(games[i].board)]);
        openings[{games[i].south, games[i].board}].insert(games[i].opening);
    }
    // A player takes part in two pairings, with three openings each.
    for (const auto& [who, seen] : openings) CHECK(seen.size() == 6);
    CHECK(games[0].opening != games[2].opening);  // another pairing, another opening
}

TEST_CASE("in a round robin every player meets every opening equally often") {
    for (const int entrants : {2, 3, 4, 7, 8, 12}) {
        CAPTURE(entrants);
        Plan plan = plan_for(Kind::round_robin, entrants);
        plan.games = 4;
        const auto setups = *arena::board_setups(plan);
        const auto games = arena::games_of(plan, arena::next_pairings(plan, {}), setups, 0, 0);
        std::map<int, std::multiset<std::string>> met;
        std::set<std::string> all;
        for (const auto& game : games) {
            met[game.south].insert(game.opening);
            met[game.north].insert(game.opening);
            all.insert(game.opening);
        }
        const std::size_t blocks = arena::opening_blocks(plan);
        CHECK(blocks == static_cast<std::size_t>(entrants - (entrants % 2 == 0 ? 1 : 0)));
        CHECK(all.size() == 2 * blocks);
        for (const auto& [player, openings] : met) {
            const std::set<std::string> distinct(openings.begin(), openings.end());
            // Each opening once from each side. If the number of players is odd, each misses the
            // openings of the round in which it rests.
            CHECK(distinct.size() == 2 * static_cast<std::size_t>(entrants - 1));
            CHECK(openings.size() == 2 * distinct.size());
        }
    }
}

TEST_CASE("all pairings of gauntlets, knockouts and Swiss rounds have openings of their own") {
    for (const Kind kind : {Kind::gauntlet, Kind::knockout, Kind::swiss}) {
        Plan plan = plan_for(kind, 12);
        plan.games = 2;
        const auto setups = *arena::board_setups(plan);
        std::vector<TournamentGame> results;
        std::set<std::string> openings;
        std::size_t pairings = 0;
        std::size_t number = 0;
        for (const auto& round : favourites_win(plan, results)) {
            for (const auto& game : arena::games_of(plan, round, setups, 0, number)) {
                openings.insert(game.opening);
                ++number;
            }
            pairings += round.size();
        }
        CHECK(pairings == arena::opening_blocks(plan));
        CHECK(openings.size() == pairings);
    }
}

TEST_CASE("where openings are few, blocks begin anew and pairings do not repeat theirs") {
    Plan plan = plan_for(Kind::gauntlet, 9);
    plan.openings = "first-move";
    plan.games = 8;
    const auto setups = *arena::board_setups(plan);
    REQUIRE(setups[0].openings.size() == 6);
    std::map<std::pair<int, int>, std::set<std::string>> openings;
    for (const auto& game : arena::games_of(plan, arena::next_pairings(plan, {}), setups, 0, 0))
        openings[std::minmax(game.south, game.north)].insert(game.opening);
    REQUIRE(openings.size() == 8);
    for (const auto& [who, seen] : openings) CHECK(seen.size() == 4);
}

TEST_CASE("openings come again when there are too few, and the setup says so") {
    Plan plan = plan_for(Kind::match, 2);
    plan.openings = "first-move";
    plan.games = 16;
    const auto setups = *arena::board_setups(plan);
    CHECK(setups[0].pairs == 8);
    CHECK(setups[0].openings.size() == 6);
    const auto games = arena::games_of(plan, arena::next_pairings(plan, {}), setups, 0, 0);
    REQUIRE(games.size() == 16);
    CHECK(games[12].opening == games[0].opening);
    CHECK_FALSE(arena::too_many_games(plan, setups));
    plan.games = 4;
    CHECK((*arena::board_setups(plan))[0].openings.size() == 2);
    plan.games = 0;
    CHECK((*arena::board_setups(plan))[0].pairs == 6);
    plan.games = 1'000'000;
    CHECK_FALSE(arena::too_many_games(plan, *arena::board_setups(plan)));
    plan = plan_for(Kind::round_robin, 4);
    plan.games = 1'000'000;
    CHECK(arena::too_many_games(plan, *arena::board_setups(plan)));
}

TEST_CASE("a knockout is seeded: the favourites meet last, and get the free places") {
    std::vector<TournamentGame> games;
    auto rounds = favourites_win(plan_for(Kind::knockout, 8), games);
    REQUIRE(rounds.size() == 3);
    CHECK(rounds[0] == std::vector<Pairing>{{0, 7}, {3, 4}, {1, 6}, {2, 5}});
    CHECK(rounds[1] == std::vector<Pairing>{{0, 3}, {1, 2}});
    CHECK(rounds[2] == std::vector<Pairing>{{0, 1}});
    CHECK(order(plan_for(Kind::knockout, 8), games)[0] == 0);
    CHECK(order(plan_for(Kind::knockout, 8), games)[1] == 1);

    games.clear();
    rounds = favourites_win(plan_for(Kind::knockout, 5), games);
    REQUIRE(rounds.size() == 3);
    CHECK(rounds[0] == std::vector<Pairing>{{3, 4}});
    CHECK(rounds[1] == std::vector<Pairing>{{0, 3}, {1, 2}});
    for (int entrants = 2; entrants < 40; ++entrants) {
        games.clear();
        const auto all = favourites_win(plan_for(Kind::knockout, entrants), games);
        std::size_t pairings = 0;
        for (const auto& round : all) pairings += round.size();
        CHECK(pairings == static_cast<std::size_t>(entrants) - 1);  // each eliminates one
        CHECK(order(plan_for(Kind::knockout, entrants), games)[0] == 0);
    }
}

TEST_CASE("a knockout's meeting is won by points, then seeds, then the better place") {
    const Plan plan = plan_for(Kind::knockout, 4);
    const auto winner = [&](int one, int two) {
        std::vector<TournamentGame> games;
        add_pair(games, 0, {0, 3}, one, two);
        add_pair(games, 0, {1, 2}, 1, 1);
        return arena::next_pairings(plan, games)[0].first;
    };
    CHECK(winner(2, 2) == 0);
    CHECK(winner(-2, -2) == 3);
    CHECK(winner(20, -1) == 0);
    CHECK(winner(2, -10) == 3);
    CHECK(winner(0, 0) == 0);
    CHECK(winner(5, -5) == 0);

    std::vector<TournamentGame> games;
    add_pair(games, 0, {0, 3}, 1, 1);
    add_pair(games, 0, {0, 3}, 1, -40);  // three games won, more seeds lost
    add_pair(games, 0, {1, 2}, 1, 1);
    CHECK(arena::next_pairings(plan, games)[0].first == 0);
}

TEST_CASE("in a Swiss tournament nobody meets twice while that can be, and equals meet") {
    for (int entrants = 2; entrants < 20; ++entrants) {
        CAPTURE(entrants);
        const Plan plan = plan_for(Kind::swiss, entrants);
        std::vector<TournamentGame> games;
        const auto rounds = favourites_win(plan, games);
        CHECK(static_cast<int>(rounds.size()) == arena::rounds_of(plan));
        std::set<std::pair<int, int>> met;
        for (const auto& round : rounds) {
            CHECK(round.size() == static_cast<std::size_t>(entrants) / 2);
            std::set<int> playing;
            for (const Pairing& pairing : round) {
                CHECK(met.insert(std::minmax(pairing.first, pairing.second)).second);
                CHECK(playing.insert(pairing.first).second);
                CHECK(playing.insert(pairing.second).second);
            }
        }
        // Nobody sits out twice before everybody else has once.
        const auto rested = arena::byes(plan, games);
        CHECK(rested.size() == (entrants % 2 == 0 ? 0 : rounds.size()));
        CHECK(std::set<int>(rested.begin(), rested.end()).size() == rested.size());
        if (entrants > 2) CHECK(order(plan, games)[0] == 0);
    }
}

TEST_CASE("a Swiss tournament of more rounds than opponents meets again") {
    Plan plan = plan_for(Kind::swiss, 4);
    plan.rounds = 5;
    std::vector<TournamentGame> games;
    const auto rounds = favourites_win(plan, games);
    REQUIRE(rounds.size() == 5);
    for (const auto& round : rounds) CHECK(round.size() == 2);
}

TEST_CASE("a round without opponent brings all its points, Buchholz breaks ties") {
    const Plan plan = plan_for(Kind::swiss, 3);
    std::vector<TournamentGame> games;
    add_pair(games, 0, {0, 1}, 2, 2);
    auto standings = arena::standings(plan, games);
    CHECK(arena::byes(plan, games) == std::vector<int>{2});
    CHECK(standings[0].entrant == 0);
    CHECK(standings[1].entrant == 2);  // two points from the bye, smaller margin
    CHECK(standings[1].points == 2);
    CHECK(standings[1].sat_out == 2);
    CHECK(standings[2].points == 0);
    CHECK(standings[2].buchholz == 4);  // two games against an opponent with two points
}

TEST_CASE("equal results share a rank, and the next one is counted on: 1, 2, 2, 4") {
    const auto ranks = [](const Plan& plan, const std::vector<TournamentGame>& games) {
        std::vector<int> all;
        for (const Standing& standing : arena::standings(plan, games)) all.push_back(standing.rank);
        return all;
    };
    Plan plan = plan_for(Kind::round_robin, 4);
    std::vector<TournamentGame> games;
    CHECK(ranks(plan, games) == std::vector<int>{1, 1, 1, 1});
    add_pair(games, 0, {3, 0}, 6, 6);  // a pair is won or lost by this many seeds a game
    CHECK(ranks(plan, games) == std::vector<int>{1, 2, 2, 4});
    add_pair(games, 0, {1, 2}, 2, 2);  // fewer seeds
    CHECK(ranks(plan, games) == std::vector<int>{1, 2, 3, 4});
    plan.kind = Kind::gauntlet;  // points per game alone
    CHECK(ranks(plan, games) == std::vector<int>{1, 1, 3, 3});
}

TEST_CASE("standings count wins, seeds and faults, and say who was withdrawn") {
    Plan plan = plan_for(Kind::round_robin, 3);
    plan.max_faults = 1;
    std::vector<TournamentGame> games;
    add_pair(games, 0, {0, 1}, 4, 0);
    add_pair(games, 0, {1, 2}, 10, 48);
    games.back().loser = Side::south;  // entrant 2, in the middle of a game
    games.back().moves = "3 2 1";
    games.back().faults = {3, 1};
    const auto standings = arena::standings(plan, games);
    REQUIRE(standings.size() == 3);
    CHECK(standings[0].entrant == 1);
    CHECK(standings[0].points == 2.5);
    CHECK(standings[0].wins == 2);
    CHECK(standings[0].draws == 1);
    CHECK(standings[0].losses == 1);
    CHECK(standings[0].margin == 54);
    CHECK(standings[0].faults == 1);
    CHECK_FALSE(standings[0].withdrawn);
    CHECK(standings[2].entrant == 2);
    CHECK(standings[2].lost_by_fault == 1);
    CHECK(standings[2].faults == 3);
    CHECK(standings[2].withdrawn);
}
