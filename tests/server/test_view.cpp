#include "server/view.hpp"

#include <doctest/doctest.h>

#include "kalah/notation.hpp"
#include "server/game_text.hpp"
#include "support/random_boards.hpp"
#include "support/scale.hpp"

using namespace kalah;
using namespace kalah::server;
using test::Random;

namespace {

/// The places of a board, and what a server does with them: it knows no rules.
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

Result<Json> ask(const std::string& message) {
    auto request = Request::parse(message);
    REQUIRE(request);
    Request asked = *request;
    const auto answer = answer_about_text(asked);
    return answer ? *answer : Error{"nobody does that"};
}

std::string refusal(const std::string& message) {
    const auto answer = ask(message);
    if (answer) return answer->line();
    std::string code = answer.error().code;
    for (const auto& [key, value] : answer.error().args) code += " " + key + "=" + value;
    if (answer.error().column > 0) code += " column " + std::to_string(answer.error().column);
    return code;
}

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
    CHECK(
        refusal(R"({"id":1,"do":"sow","rules":"standard","start":"6x4","pit":3})")
            .find(
                R"("sowing":{"side":"south","pit":3,"laps":[{"from":2,"to":[3,4,5,6]}],"capture":null,"sweep":[]})") !=
        std::string::npos);
    // North's third pit is place 9, his fourth faces south's third.
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

TEST_CASE("a view has the line in its normal form, the legal moves and those played") {
    const auto answer =
        ask(R"({"id":1,"do":"position","rules":"standard","start":"6x4","moves":" 3 6  2 "})");
    REQUIRE(answer);
    const Json view = *answer->find("view");
    CHECK(view.find("moves")->as_string() == "3-6 2");
    CHECK(view.find("position")->as_string() == "<6,2,1,4,4,0,5,5,0,5,0,6,6,5,5> n");
    CHECK(view.find("to_move")->as_string() == "north");
    CHECK(view.find("over")->as_bool() == false);
    CHECK(view.find("result")->is_null());
    CHECK(view.find("legal")->items().size() == 5);
    CHECK(
        view.find("legal")->items().at(0).line() ==
        R"({"pit":1,"place":7,"sown":5,"laps":1,"last":12,"extra_turn":false,"captured":0,"over":false})");
    CHECK(
        view.find("played")->items().at(0).line() ==
        R"({"pit":3,"place":2,"sown":4,"laps":1,"last":6,"extra_turn":true,"captured":0,"over":false,)"
        R"("side":"south","seeds":[4,4,0,5,5,5,1,4,4,4,4,4,4,0]})");
}

TEST_CASE("a finished game has a result and no legal move") {
    const auto answer =
        ask(R"({"id":1,"do":"position","rules":"standard","start":"<2,1,2,0,1,3,0>","moves":"2"})");
    REQUIRE(answer);
    const Json view = *answer->find("view");
    CHECK(view.find("over")->as_bool() == true);
    CHECK(view.find("result")->line() == R"({"south":2,"north":5,"winner":"north"})");
    CHECK(view.find("legal")->items().empty());
    CHECK(
        refusal(
            R"({"id":1,"do":"sow","rules":"standard","start":"<2,1,2,0,1,3,0>","moves":"2","pit":1})") ==
        "game_over");
}

TEST_CASE("a game that was written is read as the same line") {
    const auto written = ask(
        R"({"id":1,"do":"write","rules":"standard,majority-stop=yes","start":"6x4","moves":"3-6 2"})");
    REQUIRE(written);
    const std::string text = *written->find("text")->as_string();
    CHECK(text == "kalah-game 1\nrules standard,majority-stop=yes\nstart 6x4\nmoves 3-6 2\n");
    const auto read =
        ask(Json::object().set("id", 1).set("do", "read").set("text", "\n " + text).line());
    REQUIRE(read);
    CHECK(read->find("view")->find("rules")->as_string() == "standard,majority-stop=yes");
    CHECK(read->find("view")->find("moves")->as_string() == "3-6 2");
    const auto position = ask(R"({"id":1,"do":"read","text":" <1,0,0,2,3> n\n"})");
    REQUIRE(position);
    CHECK(position->find("view")->find("start")->as_string() == "<1,0,0,2,3> n");
    CHECK(ask(R"({"id":1,"do":"read","text":"4x3"})"));
}

TEST_CASE("lines that cannot be obeyed are refused with their place") {
    CHECK(refusal(R"({"id":1,"do":"position","rules":"chess","start":"6x4"})") ==
          "input in=rules column 1");
    CHECK(refusal(R"({"id":1,"do":"position","rules":"standard","start":"6y4"})") ==
          "input in=start column 2");
    CHECK(
        refusal(R"({"id":1,"do":"position","rules":"standard","start":"6x4","moves":"3-6 2 7"})") ==
        "no_such_pit pit=7 pits=6 column 7");
    CHECK(refusal(R"({"id":1,"do":"sow","rules":"standard","start":"6x4","moves":"3","pit":3})") ==
          "empty_pit pit=3 side=south");
    CHECK(refusal(R"({"id":1,"do":"sow","rules":"standard","start":"6x4","pit":13})") ==
          "out_of_range key=pit least=1 most=12");
    CHECK(refusal(R"({"id":1,"do":"position","rule":"standard","start":"6x4"})") ==
          "missing_key key=rules");
    CHECK(refusal(R"({"id":1,"do":"position","rules":"standard","start":"6x4","move":"3"})") ==
          "unknown_key key=move");
    CHECK(refusal(R"({"id":1,"do":"read","text":""})") == "input in=text");
    CHECK(
        refusal(
            R"({"id":1,"do":"read","text":"kalah-game 1\nrules standard\nstart 6x4\nmoves 9"})") ==
        "input in=text");
}

TEST_CASE("lines of strangers may be neither long nor full of seeds") {
    std::string moves;
    for (int i = 0; i < 2001; ++i) moves += "1 ";
    const auto with_moves = [&](const char* start) {
        return R"({"id":1,"do":"position","rules":"standard","start":")" + std::string(start) +
               R"(","moves":")" + moves + "\"}";
    };
    CHECK(refusal(with_moves("6x4")) == "too_many_moves most=2000");
    CHECK(refusal(with_moves("12x26")) == "too_many_seeds most=600");
    CHECK(refusal(R"({"id":1,"do":"read","text":"<1,0,0,60000,1>"})") == "too_many_seeds most=600");
    CHECK(
        refusal(
            R"({"id":1,"do":"read","text":"kalah-game 1\nrules multilap\nstart 12x999\nmoves 1"})") ==
        "too_many_seeds most=600");
    CHECK(refusal(R"({"id":1,"do":"read","text":"kalah-game 1\nrules multilap\nstart 1x1\nmoves )" +
                  moves + R"("})") == "too_many_moves most=2000");
}
