#include "arena/match.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "arena/openings.hpp"
#include "rules/notation.hpp"
#include "support/process.hpp"

using namespace kalah;

namespace {

players::Spec spec(const char* text) {
    return *players::parse_player(text);
}

std::vector<std::string> texts(const std::vector<arena::MatchGame>& games) {
    std::vector<std::string> all;
    for (const auto& game : games) all.push_back(moves_text(game.record.game));
    return all;
}

arena::MatchGame game_with(std::size_t number, int south, int north) {
    Board board;
    board.stores = {static_cast<std::uint16_t>(south), static_cast<std::uint16_t>(north)};
    return {number, number % 2 == 0 ? Side::south : Side::north, GameRecord{Game({}, board)}};
}

/// Answers with a pit that does not exist.
class Cheat : public Player {
  public:
    [[nodiscard]] std::string name() const override { return "cheat"; }
    void new_game(std::uint64_t) override {}
    Decision choose(const Game&, const std::atomic<bool>&) override { return {12, ""}; }
};

}  // namespace

TEST_CASE("openings are all distinct positions, and the seed decides their order") {
    const auto first = arena::first_move_openings({}, start_board({6, 4}));
    CHECK(first.size() == 6);
    auto four = arena::ply_openings({}, start_board({6, 4}), 4, 1);
    CHECK(four.size() == 942);
    const auto other = arena::ply_openings({}, start_board({6, 4}), 4, 2);
    CHECK(moves_text(four[0]) != moves_text(other[0]));
    CHECK(moves_text(four[0]) == moves_text(arena::ply_openings({}, start_board({6, 4}), 4, 1)[0]));
    std::vector<std::string> boards;
    for (const Game& game : four) {
        CHECK(game.played().size() == 4);
        boards.push_back(to_text(game.board()));
    }
    std::sort(boards.begin(), boards.end());
    CHECK(std::unique(boards.begin(), boards.end()) == boards.end());
}

TEST_CASE("a match is the same whatever the number of games at one time") {
    const auto openings = arena::ply_openings({}, start_board({4, 3}), 2, 7);
    const std::atomic<bool> never{false};
    const auto one = arena::play_match(spec("random"), spec("alphabeta:depth=3,ties=random"),
                                       openings, {1, 5}, never, {});
    const auto four = arena::play_match(spec("random"), spec("alphabeta:depth=3,ties=random"),
                                        openings, {4, 5}, never, {});
    REQUIRE(one.size() == 2 * openings.size());
    CHECK(texts(one) == texts(four));
    const auto reseeded = arena::play_match(spec("random"), spec("alphabeta:depth=3,ties=random"),
                                            openings, {1, 6}, never, {});
    CHECK(texts(one) != texts(reseeded));
    for (std::size_t i = 0; i < one.size(); ++i) {
        CHECK(one[i].number == i);
        CHECK(one[i].side_of_a == (i % 2 == 0 ? Side::south : Side::north));
        CHECK(one[i].record.game.over());
    }
}

TEST_CASE("the summary counts from A's side, with intervals over pairs") {
    // A wins 30-18 and 25-23 as north, then draws and loses 20-28 as north.
    const std::vector<arena::MatchGame> games{game_with(0, 30, 18), game_with(1, 23, 25),
                                              game_with(2, 24, 24), game_with(3, 28, 20)};
    const auto summary = arena::summarise(games);
    CHECK(summary.games == 4);
    CHECK(summary.wins == 2);
    CHECK(summary.draws == 1);
    CHECK(summary.losses == 1);
    CHECK(summary.score == doctest::Approx(0.625));
    CHECK(summary.margin == doctest::Approx((12 + 2 + 0 - 8) / 4.0));
    // Pairs score 1 and 0.25: standard deviation 0.5303, of the mean 0.375
    REQUIRE(summary.score_error);
    CHECK(*summary.score_error == doctest::Approx(1.959964 * 0.375));
    // Pair margins 7 and -4: 11/2
    CHECK(summary.margin_error.value() == doctest::Approx(1.959964 * 5.5));
    REQUIRE(summary.elo);
    CHECK(*summary.elo == doctest::Approx(88.74).epsilon(0.001));
    CHECK_FALSE(arena::summarise({game_with(0, 30, 18)}).elo);
    CHECK_FALSE(arena::summarise({game_with(0, 30, 18), game_with(1, 20, 28)}).score_error);
    CHECK(arena::summarise({}).games == 0);
}

TEST_CASE("an answer that is no legal move loses by a fault") {
    Cheat cheat;
    const auto honest = players::make_player(spec("greedy"));
    const std::atomic<bool> never{false};
    const auto record = play_game(Game({}, start_board({6, 4})), *honest, cheat, {}, never);
    CHECK(record.loser == Side::north);
    CHECK(record.ending == Ending::illegal);
    REQUIRE(record.faults.size() == 1);
    CHECK(record.faults[0].text == "pit 13 does not exist: the pits are 1 to 6");
    CHECK(record.margin() == 48);
}

TEST_CASE("a match goes on with fewer games at one time where threads or memory are short") {
    if (!test::kCanLimitMemory) return;
    const auto openings = arena::first_move_openings({}, start_board({6, 4}));
    const std::atomic<bool> never{false};
    for (const std::string player : {"random", "alphabeta:depth=2,tt=16M"}) {
        CAPTURE(player);
        const auto one = spec(player.c_str());
        const int status = test::status_of([&] {
            test::limit_memory(60 << 20);  // a few stacks, or the tables of one pair of players
            const auto games = arena::play_match(one, one, openings, {64, 1}, never, {});
            return games.size() == 2 * openings.size() ? 0 : 1;
        });
        CHECK(status == 0);
    }
}

TEST_CASE("a match whose players cannot be had at all says so") {
    if (!test::kCanLimitMemory) return;
    const auto openings = arena::first_move_openings({}, start_board({6, 4}));
    const std::atomic<bool> never{false};
    const auto greedy = spec("greedy");
    auto large = spec("mtdf:depth=2");
    large.settings.table_bytes = std::size_t{1} << 60;
    CHECK_THROWS_AS(
        static_cast<void>(arena::play_match(greedy, large, openings, {4, 1}, never, {})),
        search::NoRoomForTable);
}
