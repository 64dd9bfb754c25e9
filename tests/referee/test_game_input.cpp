#include "referee/game_input.hpp"

#include <doctest/doctest.h>

#include "kalah/notation.hpp"
#include "referee/game_json.hpp"

using namespace kalah;

namespace {

const GameDefaults kDefaults{{}, std::nullopt, {{"one", "two"}}};

/// What is wrong with a line: "column 5: pit 1 of north is empty".
std::string wrong(std::string_view line, const GameDefaults& defaults = kDefaults) {
    const auto record = parse_game_line(line, defaults);
    return record ? "nothing" : to_text(record.error());
}

constexpr const char* kWhole = "2-3 3 1-3-2";  // of a game of 3x2, 8-4

}  // namespace

TEST_CASE("a line of moves is a game") {
    const auto record = parse_game_line(std::string("3x2 standard ") + kWhole, kDefaults);
    REQUIRE(record);
    CHECK(record->ending == Ending::finished);
    CHECK(moves_text(record->game) == kWhole);
    CHECK(record->points(Side::south) == 8);
    CHECK(record->name_of(Side::south) == "one");
    CHECK(record->name_of(Side::north) == "two");
}

TEST_CASE("keys may stand anywhere in a line of moves, and rules may be absent") {
    const auto record = parse_game_line(
        "  north=\"Bo \\\"B\\\" =x\" 3x2\t2-3 3 result=8-4 1-3-2   south=Ann ", kDefaults);
    REQUIRE(record);
    CHECK(record->names == PerSide<std::string>{{"Ann", "Bo \"B\" =x"}});
    CHECK(record->ending == Ending::finished);
    const auto position =
        parse_game_line("<2,0,0,3,3,3,4> n empty-capture,majority-stop=yes B1", {});
    REQUIRE(position);
    CHECK(position->game.start().to_move == Side::north);
    CHECK(to_text(position->game.rules()) == "empty-capture,majority-stop=yes");
    CHECK(moves_text(position->game) == "1");
}

TEST_CASE("a line of moves without an end has no result, unless it names the winner") {
    const auto open = parse_game_line("3x2 2-3", kDefaults);
    REQUIRE(open);
    CHECK(open->ending == Ending::stopped);
    const auto won = parse_game_line("3x2 2-3 result=north", kDefaults);
    REQUIRE(won);
    CHECK(won->ending == Ending::resigned);
    CHECK(won->loser == Side::south);
    CHECK(won->points(Side::north) == 12);
    for (const char* result : {"8-4", "south"})
        CHECK(parse_game_line(std::string("3x2 ") + kWhole + " result=" + result, kDefaults));
}

TEST_CASE("what is wrong with a line of moves has its column") {
    CHECK(wrong("3x2 2-3 3 3") == "column 11: pit 3 of south is empty");
    CHECK(wrong("3x2 standard 2-3 4") == "column 18: pit 4 does not exist: the pits are 1 to 3");
    CHECK(wrong("south=Ann 3x2 2-3-3").starts_with("column 18: '-' after pit 3"));
    CHECK(wrong("2 3") == "column 1: expected a size or a position, such as 6x4");
    CHECK(wrong("<2,0,0,3,3,3> 1").starts_with("column 13: "));
    CHECK(wrong("<2,0,0,3").starts_with("column 9: "));
    CHECK(wrong("3x2 nonsense 1").starts_with("column 5: "));
    CHECK(wrong("3x2 1 south=").starts_with("column 13: a value"));
    CHECK(wrong("3x2 1 south=\"Ann").starts_with("column 13: a closing quote"));
    CHECK(wrong("3x2 south=a south=b 1") == "column 13: a second south=");
    CHECK(wrong("3x2 2-3 3 1-3-2 result=9-3") ==
          "column 24: a result of \"9-3\", but the moves lead to 8-4");
    CHECK(wrong("3x2 2-3 3 1-3-2 result=north") ==
          "column 24: a result of \"north\", but the moves lead to 8-4");
    CHECK(wrong("3x2 2-3 result=8-4") ==
          "column 16: a result of \"8-4\", but the moves do not end the game");
    CHECK(wrong("3x2 2-3 result=draw").starts_with("column 16: "));
    CHECK(wrong("1 2", {{}, *parse_start("3x2"), {}}) == "nothing");
}

TEST_CASE("a record comes back from its JSON") {
    GameRecord record{Game({}, start_board({3, 2})), {{"Ann", "=Bo\n"}}};
    record.started = 1'794'945'783'909;
    record.finished = record.started + 17;
    record.faults = {{1, Side::north, FaultKind::garbage, "what?"}};
    int depth = 0;
    for (const int pit : {1, 2, 2, 0, 2, 1})
        record.play(pit, {0.25 * pit, "pit", static_cast<MoveSource>(depth), depth++, pit});
    REQUIRE(record.ending == Ending::finished);
    const auto check = [](const GameRecord& game) {
        const auto read = parse_record(*Json::parse(record_json(game).line()));
        REQUIRE(read);
        CHECK(record_json(*read).line() == record_json(game).line());
    };
    check(record);
    GameRecord lost{Game({}, start_board({3, 2})), {{"Ann", "Bo"}}};
    lost.lose(Side::north, Ending::timeout, FaultKind::timeout, "named no move in time");
    check(lost);
}

TEST_CASE("JSON that contradicts itself is no record") {
    GameRecord record{Game({}, start_board({3, 2})), {{"Ann", "Bo"}}};
    for (const int pit : {1, 2, 2, 0, 2, 1}) record.play(pit, {});
    const Json good = record_json(record);
    const auto wrong_with = [&](const char* key, const Json& value) {
        Json changed = Json::object();
        for (const std::string& each : good.keys())
            changed.set(each, each == key ? value : *good.find(each));
        const auto read = parse_record(changed);
        return read ? "nothing" : read.error().message;
    };
    CHECK(wrong_with("none", {}) == "nothing");
    CHECK(wrong_with("moves", "2-3 3 3") == "\"moves\" at column 7: pit 3 of south is empty");
    CHECK(wrong_with("moves", "2-3") == "\"notes\" are more than moves");
    GameRecord open{Game({}, start_board({3, 2}))};
    open.ending = Ending::finished;
    CHECK(parse_record(record_json(open)).error().message ==
          "\"ending\" is \"finished\", but the moves do not end it");
    CHECK(wrong_with("ending", "stopped") ==
          "\"ending\" is \"stopped\", but the moves end the game");
    CHECK(wrong_with("ending", "gone").starts_with("\"loser\" does not fit"));
    CHECK(wrong_with("ending", "over").starts_with("\"ending\" is \"over\""));
    CHECK(wrong_with("points", Json().set("south", 9).set("north", 3)) ==
          "\"points\" differ from what the moves lead to, 8-4");
    CHECK(wrong_with("start", "3x").starts_with("\"start\" \"3x\", column 3"));
    CHECK(wrong_with("rules", 3) == "\"rules\" is not a text");
    CHECK(wrong_with("names", {}) == "\"names\" of \"south\" is missing");
    CHECK(wrong_with("names", Json().set("south", std::string("a\0b", 3)).set("north", "c")) ==
          "\"names\" of \"south\" holds a NUL");
    CHECK(wrong_with("started", -1).starts_with("\"started\" is not a number"));
    CHECK(wrong_with("notes", Json::array().push(Json().set("seconds", "x")))
              .starts_with("\"notes\" of move 1"));
    CHECK(wrong_with("faults", Json::array().push(Json().set("ply", 99)))
              .starts_with("\"faults\" have an entry"));
    CHECK_FALSE(parse_record(Json(3)));
}
