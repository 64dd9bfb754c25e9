#include "referee/game_json.hpp"

#include <doctest/doctest.h>

#include "kalah/notation.hpp"
#include "support/random_boards.hpp"
#include "support/scale.hpp"

using namespace kalah;
using test::Random;

namespace {

/// The places of a board, changed as a page does it, without knowing any rules.
class Drawn {
  public:
    explicit Drawn(const Board& board) {
        const Json all = seeds_json(board);
        for (const Json& seeds : all.items()) seeds_.push_back(*seeds.as_integer());
    }

    void sow(const Json& sowing) {
        for (const Json& lap : sowing.find("laps")->items()) {
            const auto to = lap.find("to")->items();
            REQUIRE(take(lap, "from") == static_cast<std::int64_t>(to.size()));
            for (const Json& place : to) ++at(place);
        }
        if (const Json capture = *sowing.find("capture"); !capture.is_null()) {
            std::int64_t taken = 0;
            for (const Json& place : capture.find("from")->items()) {
                REQUIRE(at(place) > 0);
                taken += std::exchange(at(place), 0);
            }
            REQUIRE(taken == capture.find("seeds")->as_integer());
            at(*capture.find("to")) += taken;
        }
        for (const Json& swept : sowing.find("sweep")->items()) {
            const auto taken = take(swept, "from");
            REQUIRE(taken > 0);
            REQUIRE(taken == swept.find("seeds")->as_integer());
            at(*swept.find("to")) += taken;
        }
    }
    bool operator==(const Drawn&) const = default;

  private:
    std::int64_t& at(const Json& place) {
        return seeds_.at(static_cast<std::size_t>(*place.as_integer()));
    }
    std::int64_t take(const Json& from, const char* key) {
        return std::exchange(at(*from.find(key)), 0);
    }
    std::vector<std::int64_t> seeds_;
};

}  // namespace

TEST_CASE("sowings drawn seed by seed lead to the board of the rules, under all rules") {
    Random random(80001);
    std::size_t moves = 0;
    for (const Rules& rules : test::all_rules()) {
        for (const BoardSize size : {BoardSize{1, 3}, BoardSize{2, 2}, BoardSize{3, 9},
                                     BoardSize{6, 4}, BoardSize{12, 12}}) {
            const Game game = test::random_game(random, rules, start_board(size));
            INFO("rules ", to_text(rules), ", moves ", moves_text(game));
            for (std::size_t i = 0; i < game.played().size(); ++i, ++moves) {
                Drawn drawn(game.board_after(i));
                drawn.sow(sowing_json(rules, game.board_after(i), game.played()[i].pit));
                REQUIRE(drawn == Drawn(game.board_after(i + 1)));
            }
        }
        for (int i = 0; i < test::scaled(20, 500); ++i, ++moves) {
            const Board before = test::random_board(random, test::pick(random, 1, 12), 40);
            const int pit = test::random_pit(random, before);
            INFO("rules ", to_text(rules), ", ", to_text(before), " pit ", pit + 1);
            Board after = before;
            apply(rules, after, pit);
            Drawn drawn(before);
            drawn.sow(sowing_json(rules, before, pit));
            REQUIRE(drawn == Drawn(after));
        }
    }
    CHECK(moves > 10'000);
}

TEST_CASE("a sowing tells laps, captures and sweeps by place") {
    CHECK(sowing_json(Rules{}, start_board({6, 4}), 2).line() ==
          R"({"side":"south","pit":3,"laps":[{"from":2,"to":[3,4,5,6]}],)"
          R"("capture":null,"sweep":[]})");
    // North's third pit is place 9; its fourth is opposite south's third.
    const auto board = parse_position("<6,0,0,0,0,5,0,0,4,1,0,1,0,0,0> n");
    CHECK(sowing_json(Rules{}, *board, 2).line() ==
          R"({"side":"north","pit":3,"laps":[{"from":9,"to":[10]}],)"
          R"("capture":{"from":[10,2],"to":13,"seeds":6},"sweep":[]})");
    CHECK(
        sowing_json(parse_rules("empty-capture")->rules, *parse_position("<3,0,0,1,0,0,2,1,0>"), 0)
            .line() == R"({"side":"south","pit":1,"laps":[{"from":0,"to":[1]}],)"
                       R"("capture":{"from":[1,5],"to":3,"seeds":2},)"
                       R"("sweep":[{"from":4,"to":7,"seeds":2}]})");
}

TEST_CASE("a game has its position, the legal moves and those played") {
    Game game({}, start_board({6, 4}));
    REQUIRE(game.play_text("3-6 2"));
    const Json json = game_json(game);
    CHECK(json.find("moves")->as_string() == "3-6 2");
    CHECK(json.find("position")->as_string() == "<6,2,1,4,4,0,5,5,0,5,0,6,6,5,5> n");
    CHECK(json.find("to_move")->as_string() == "north");
    CHECK(json.find("over")->as_bool() == false);
    CHECK(json.find("result")->is_null());
    CHECK(json.find("legal")->items().size() == 5);
    CHECK(json.find("legal")->items().at(0).line() ==
          R"({"pit":1,"place":7,"sown":5,"laps":1,"last":12,"extra_turn":false,"captured":0,)"
          R"("over":false})");
    CHECK(json.find("played")->items().at(0).line() ==
          R"({"pit":3,"place":2,"sown":4,"laps":1,"last":6,"extra_turn":true,"captured":0,)"
          R"("over":false,"side":"south","seeds":[4,4,0,5,5,5,1,4,4,4,4,4,4,0]})");
}

TEST_CASE("a game is over if the side to move has no seeds from the start") {
    const Game game({}, *parse_position("<2,3,1,0,0,2,3>"));
    const Json json = game_json(game);
    CHECK(json.find("over")->as_bool() == true);
    CHECK(json.find("result")->line() == R"({"south":3,"north":6,"winner":"north"})");
    CHECK(json.find("legal")->items().empty());
    const Game nobody(parse_rules("multilap")->rules, *parse_position("<2,3,1,0,0,2,3>"));
    CHECK(game_json(nobody).find("result")->line() == R"({"south":3,"north":1,"winner":"south"})");
}

TEST_CASE("a finished game has a result and no legal move") {
    Game game({}, *parse_position("<2,1,2,0,1,3,0>"));
    game.play(1);
    const Json json = game_json(game);
    CHECK(json.find("over")->as_bool() == true);
    CHECK(json.find("result")->line() == R"({"south":2,"north":5,"winner":"north"})");
    CHECK(json.find("legal")->items().empty());
}

TEST_CASE("a record says who played, how each move was found and who lost by what") {
    GameRecord record{Game({}, start_board({6, 4}))};
    record.names = {"Ann", "Bo"};
    record.started = 1;
    record.play(2, {0.5, "deep", MoveSource::search, 9, 7});
    CHECK(record_json(record).find("points")->is_null());
    CHECK(record_json(record).find("finished")->is_null());
    record.lose(Side::north, Ending::resigned, FaultKind::resigned, "no hope");
    const Json json = record_json(record);
    CHECK(json.find("names")->line() == R"({"south":"Ann","north":"Bo"})");
    CHECK(json.find("started")->as_integer() == 1);
    CHECK(json.find("ending")->as_string() == "resigned");
    CHECK(json.find("loser")->as_string() == "north");
    CHECK(json.find("result")->is_null());
    CHECK(json.find("points")->line() == R"({"south":48,"north":0,"winner":"south"})");
    CHECK(json.find("notes")->line() ==
          R"([{"seconds":0.5,"source":"search","depth":9,"takeover":7,"comment":"deep"}])");
    CHECK(json.find("faults")->line() ==
          R"([{"ply":1,"side":"north","kind":"resigned","text":"no hope"}])");
}
