#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

#include "arena/results.hpp"
#include "arena/schedule.hpp"

using namespace kalah;
using namespace kalah::arena;

namespace {

TournamentGame game_of(std::array<int, 2> entrants, const std::string& opening,
                       const std::string& moves, std::optional<Side> loser = {}) {
    TournamentGame game;
    game.entrants = entrants;
    game.start = "6x4";
    game.opening = opening;
    game.moves = moves;
    game.loser = loser;
    game.margin = !loser ? 4 : *loser == Side::south ? -48 : 48;
    game.ending = loser ? Ending::gone : Ending::finished;
    return game;
}

Plan plan_of(int entrants, int max_faults = 0) {
    Plan plan;
    plan.kind = Kind::round_robin;
    plan.max_faults = max_faults;
    for (int i = 0; i < entrants; ++i) plan.entrants.push_back({std::string(1, char('a' + i)), ""});
    return plan;
}

/// Numbers the games and counts forfeits one game after the other, as a tournament does.
std::vector<TournamentGame> settled(const Plan& plan, const std::vector<TournamentGame>& all) {
    std::vector<TournamentGame> games;
    Forfeits forfeits(plan);
    for (const TournamentGame& game : all) {
        games.push_back(game);
        games.back().number = games.size() - 1;
        forfeits.count(games, games.size() - 1);
    }
    return games;
}

Standing standing_of(const Plan& plan, const std::vector<TournamentGame>& games, int entrant) {
    for (const Standing& standing : standings(plan, games))
        if (standing.entrant == entrant) return standing;
    FAIL("no such entrant");
    return {};
}

}  // namespace

TEST_CASE("a game is forfeited if its loser made no move after the opening") {
    using enum Side;
    // South opens with 3-6 (two moves of one turn) and 2; north is to move.
    const std::string opening = "3-6 1 2";
    CHECK(game_of({0, 1}, opening, opening, north).forfeited());
    CHECK(game_of({0, 1}, opening, opening, south).forfeited());
    // North moves twice, then south is gone: south has not moved.
    CHECK(game_of({0, 1}, opening, opening + " 4-5", south).forfeited());
    CHECK_FALSE(game_of({0, 1}, opening, opening + " 4-5", north).forfeited());
    CHECK_FALSE(game_of({0, 1}, opening, opening + " 4-5 1", south).forfeited());
    CHECK_FALSE(game_of({0, 1}, opening, opening + " 4-5 1").forfeited());
    CHECK(game_of({0, 1}, opening, opening + " 4-5 1").moves_of(north) == 2);
    // The opening may end within a turn: south goes on.
    CHECK(game_of({0, 1}, "3", "3-6-1 2", south).moves_of(south) == 2);
    CHECK(game_of({0, 1}, "3", "3-6-1 2", south).moves_of(north) == 1);
    // North begins.
    TournamentGame other = game_of({0, 1}, "", "3", south);
    other.begins = north;
    CHECK(other.forfeited());
    other.loser = north;
    CHECK_FALSE(other.forfeited());
}

TEST_CASE("a forfeited game brings a point, and counts in nothing else") {
    const Plan plan = plan_of(3);
    const auto games =
        settled(plan, {game_of({0, 1}, "", "1 2"), game_of({1, 0}, "", "1 3"),
                       game_of({0, 2}, "", "", Side::north), game_of({2, 0}, "", "", Side::south)});
    CHECK(count_forfeited(games) == 2);
    const Standing first = standing_of(plan, games, 0);
    CHECK(first.points == 3);
    CHECK(first.games == 4);
    CHECK(first.played() == 2);
    CHECK(first.wins == 1);
    CHECK(first.forfeits_won == 2);
    CHECK(first.mean_margin() == 0);
    const Standing broken = standing_of(plan, games, 2);
    CHECK(broken.forfeits_lost == 2);
    CHECK(broken.losses == 0);
    CHECK_FALSE(broken.mean_margin());
    CHECK(broken.lost_by_fault == 2);
    const Summary summary = summarise(results_of_all(games));
    CHECK(summary.sample.games == 2);
    CHECK(summary.first_player_margin.value == 4);
    CHECK(summarise(results_of(games, 2)).sample.games == 0);
    CHECK(meetings_of(games).size() == 1);
}

TEST_CASE("a game whose partner was forfeited is single") {
    for (const bool first : {true, false}) {
        std::vector<TournamentGame> games{game_of({0, 1}, "", "1 2"), game_of({1, 0}, "", "1 3")};
        games[1].number = 1;
        TournamentGame& forfeited = games[first ? 0 : 1];
        forfeited.moves.clear();
        forfeited.loser = Side::north;
        const MatchResults results = results_of_all(games);
        CHECK(results.pairs.empty());
        REQUIRE(results.singles.size() == 1);
        CHECK(results.singles[0].plays_first == !first);
    }
}

TEST_CASE("two broken programs do not win against each other") {
    const Plan plan = plan_of(3);
    const auto games =
        settled(plan, {game_of({0, 1}, "", "", Side::south), game_of({1, 0}, "", "", Side::south),
                       game_of({2, 0}, "", "4", Side::north)});
    for (const int broken : {0, 1}) {
        const Standing standing = standing_of(plan, games, broken);
        CHECK(standing.points == 0);
        CHECK(standing.forfeits_won == 0);
        CHECK(standing.forfeits_lost == (broken == 0 ? 3 : 2));
    }
    CHECK(standing_of(plan, games, 2).points == 1);
}

TEST_CASE("a player wins by forfeit unless it lost by a fault itself and never moved") {
    const Plan plan = plan_of(2);
    std::vector<TournamentGame> all{game_of({0, 1}, "", "", Side::south),
                                    game_of({1, 0}, "", "", Side::north)};
    CHECK(standing_of(plan, settled(plan, all), 1).points == 2);
    all.push_back(game_of({1, 0}, "", "", Side::south));
    CHECK(standing_of(plan, settled(plan, all), 1).points == 0);
    all.push_back(game_of({1, 0}, "", "4", Side::north));
    CHECK(standing_of(plan, settled(plan, all), 1).points == 3);
}

TEST_CASE("a player that is withdrawn wins nothing by forfeit") {
    const Plan plan = plan_of(2, 1);
    std::vector<TournamentGame> all{game_of({0, 1}, "", "1 2 3", Side::south),
                                    game_of({1, 0}, "", "", Side::north)};
    CHECK(standing_of(plan, settled(plan, all), 1).points == 2);
    all.push_back(game_of({1, 0}, "", "5 5 5", Side::south));
    const auto games = settled(plan, all);
    CHECK(standing_of(plan, games, 1).points == 1);
    CHECK(standing_of(plan, games, 0).points == 1);
    CHECK(standing_of(plan, games, 1).withdrawn);
}

TEST_CASE("a knockout is not decided by the seeds of forfeits") {
    const Plan plan = plan_of(2);
    std::vector<TournamentGame> games{game_of({0, 1}, "", "", Side::south),
                                      game_of({1, 0}, "", "", Side::south)};
    for (TournamentGame& game : games) game.won_by_nobody = true;
    CHECK(knockout_meetings(2, games).at(0).winner == 0);
    games[0].won_by_nobody = false;
    CHECK(knockout_meetings(2, games).at(0).winner == 1);
    // If nobody has points, the entrant with fewer faults advances.
    games = {game_of({0, 1}, "", "", Side::south), game_of({1, 0}, "", "", Side::north)};
    for (TournamentGame& game : games) game.won_by_nobody = true;
    CHECK(knockout_meetings(2, games).at(0).winner == 1);
}
