#include "server/game_text.hpp"

#include <doctest/doctest.h>

using namespace kalah;
using namespace kalah::server;

namespace {

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

TEST_CASE("a sowing comes with the view after it") {
    const auto answer = ask(R"({"id":1,"do":"sow","rules":"standard","start":"6x4","pit":3})");
    REQUIRE(answer);
    CHECK(answer->find("sowing")->line() ==
          R"({"side":"south","pit":3,"laps":[{"from":2,"to":[3,4,5,6]}],)"
          R"("capture":null,"sweep":[]})");
    CHECK(answer->find("view")->find("moves")->as_string() == "3");
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

TEST_CASE("moves are read without a start, and with one") {
    const auto read = [](const std::string& text) {
        const auto answer =
            ask(Json::object().set("id", 1).set("do", "read").set("text", text).line());
        REQUIRE(answer);
        const Json view = *answer->find("view");
        return *view.find("rules")->as_string() + " " + *view.find("start")->as_string() + " " +
               *view.find("moves")->as_string();
    };
    CHECK(read("3-6 2") == "standard 6x4 3-6 2");
    CHECK(read("3") == "standard 6x4 3");
    CHECK(read("3-6\n2\n") == "standard 6x4 3-6 2");
    CHECK(read("6x4 3-6 2") == "standard 6x4 3-6 2");
    CHECK(read("4x3 multilap 1") == "multilap 4x3 1");
    CHECK(read("<1,0,0,2,3> n 1") == "standard <1,0,0,2,3> n 1");
    CHECK(refusal(R"({"id":1,"do":"read","text":"3-6 2 7"})") ==
          "no_such_pit pit=7 pits=6 column 7");
    CHECK(refusal(R"({"id":1,"do":"read","text":"hello"})").starts_with("input in=text"));
    CHECK(refusal(R"({"id":1,"do":"read","text":"12x99 1"})") == "too_many_seeds most=600");
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
