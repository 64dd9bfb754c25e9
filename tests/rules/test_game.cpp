#include "kalah/game.hpp"

#include <doctest/doctest.h>

#include "kalah/notation.hpp"

using namespace kalah;

namespace {

Game game_from(const char* start, const char* rules = "standard") {
    return Game(parse_rules(rules)->rules, *parse_start(start));
}

std::string error_of(Game game, const char* moves) {
    const auto played = game.play_text(moves);
    return played ? "played" : to_text(played.error());
}

}  // namespace

TEST_CASE("moves of one turn may be joined or separated, and are written joined") {
    for (const char* moves : {"3-6 2 1", "3 6 2 1", "3-6 2-1", " 3  6   2 1 "}) {
        CAPTURE(moves);
        Game game = game_from("6x4");
        REQUIRE(game.play_text(moves));
        CHECK(moves_text(game) == "3-6 2-1");
    }
}

TEST_CASE("pits may be named A1 and B1 as in documents, by the letter of the side to move only") {
    for (const char* moves : {"A3-A6 B1 A1", "a3 a6 b1 1", "A3-6 1 A1"}) {
        CAPTURE(moves);
        Game game = game_from("6x4");
        REQUIRE(game.play_text(moves));
        CHECK(moves_text(game) == "3-6 1 1");
    }
    const Game game = game_from("6x4");
    CHECK(error_of(game, "B1") == "column 1: south is to move, whose pits are A1 to A6");
    CHECK(error_of(game, "1 A1") == "column 3: north is to move, whose pits are B1 to B6");
    CHECK(error_of(game, "A7") == "column 1: pit 7 does not exist: the pits are 1 to 6");
    CHECK(error_of(game, "A") == "column 2: expected a pit number, found the end");
    CHECK(error_of(game, "C1") == "column 1: expected a pit number, found 'C'");
}

TEST_CASE("a move that cannot be played is named with its column, and nothing is played") {
    const Game game = game_from("6x4");
    CHECK(error_of(game, "3-6-2") ==
          "column 4: '-' after pit 6, which gave no extra turn: write a blank");
    CHECK(error_of(game, "3-7") == "column 3: pit 7 does not exist: the pits are 1 to 6");
    CHECK(error_of(game, "0") == "column 1: pit 0 does not exist: the pits are 1 to 6");
    CHECK(error_of(game, "3 3") == "column 3: pit 3 of south is empty");
    CHECK(error_of(game, "3-") == "column 3: a move must follow '-'");
    CHECK(error_of(game, "3- 6") == "column 3: expected a pit number, found ' '");
    CHECK(error_of(game, "3--6") == "column 3: expected a pit number, found '-'");
    CHECK(error_of(game, "3,6") == "column 2: expected a blank or '-', found ','");
    CHECK(error_of(game, "x") == "column 1: expected a pit number, found 'x'");
    CHECK(error_of(game, "03") == "column 1: a pit number: 03 has a leading zero");

    Game unchanged = game;
    REQUIRE_FALSE(unchanged.play_text("3-6 2 9"));
    CHECK(unchanged.board() == game.board());
    CHECK(unchanged.played().empty());
}

TEST_CASE("after the last move nothing can be played, even if seeds are left") {
    Game game = game_from("<2,3,3,0,1,2,1>", "multilap");  // sweep none
    REQUIRE(game.play_text("2"));
    CHECK(game.over());
    CHECK(to_text(game.board()) == "<2,4,3,0,0,2,1> n");
    REQUIRE(game.validate(0));
    CHECK(game.validate(0)->code == "game_over");
    CHECK(error_of(game_from("<1,0,0,1,1>"), "1-1") == "column 3: the game is over");
}

TEST_CASE("the first position is not judged: it is played if the mover has seeds in the pit") {
    Game game = game_from("<2,9,0,1,1,0,0>");  // north is empty already
    REQUIRE_FALSE(game.over());
    REQUIRE(game.play_text("1"));
    CHECK(game.over());
}

TEST_CASE("a game is written in a few lines that a person can read") {
    Game game = game_from("3x2", "standard,majority-stop=yes");
    REQUIRE(game.play_text("2-3 1-2"));
    CHECK(to_text(game) ==
          "kalah-game 1\n"
          "rules standard,majority-stop=yes\n"
          "start 3x2\n"
          "moves 2-3 1-2\n");
    Game over = game_from("<1,2,0,1,5>");
    REQUIRE(over.play_text("1"));
    CHECK(to_text(over) ==
          "kalah-game 1\n"
          "rules standard\n"
          "start <1,2,0,1,5>\n"
          "moves 1\n"
          "result 3-5\n");
}

TEST_CASE("a first position that is not a start is written in full") {
    CHECK(start_text(start_board({6, 4})) == "6x4");
    for (const char* text : {"<2,0,0,3,3,3,3> n", "<2,1,0,3,3,3,3>", "<2,0,0,3,3,3,4>",
                             "<2,0,0,60000,0,0,0>", "<2,0,0,0,0,0,0>"})
        CHECK(start_text(*parse_position(text)) == text);
}

TEST_CASE("a game may have no moves, or several lines of them") {
    const auto none = parse_game("kalah-game 1\nrules standard\nstart 6x4\n");
    REQUIRE(none);
    CHECK(none->played().empty());
    const auto empty = parse_game("kalah-game 1\nrules standard\nstart 6x4\nmoves \n");
    REQUIRE(empty);
    const auto foreign = parse_game("kalah-game 1\r\nrules standard\r\nstart 6x4\r\nmoves 3-6\r\n");
    REQUIRE(foreign);
    CHECK(moves_text(*foreign) == "3-6");
    const auto lines = parse_game("kalah-game 1\nrules standard\nstart 6x4\nmoves 3\nmoves 6 2\n");
    REQUIRE(lines);
    CHECK(moves_text(*lines) == "3-6 2");
}

TEST_CASE("a game that does not parse says in which line and column") {
    const auto error = [](const std::string& text) {
        const auto game = parse_game(text);
        return game ? "parsed" : to_text(game.error());
    };
    const std::string head = "kalah-game 1\nrules standard\nstart 6x4\n";
    CHECK(error("") == "the file is empty");
    CHECK(error("[Event \"?\"]\n") == "line 1, column 1: expected \"kalah-game 1\"");
    CHECK(error("kalah-game 1\nrules standard\n") == "no game: the line \"start …\" is missing");
    CHECK(error("kalah-game 1\nstart 6x4\n") ==
          "line 2, column 1: the line \"rules …\" must come before this one");
    CHECK(error("kalah-game 1\nrules standard\nmoves 3\n") ==
          "line 3, column 1: the line \"start …\" must come before this one");
    CHECK(error("kalah-game 1\nrules chess\n").substr(0, 38) ==
          "line 2, column 7: no rules \"chess\": th");
    CHECK(error("kalah-game 1\nrules standard\nstart 6x\n") ==
          "line 3, column 9: expected the number of seeds, found the end");
    CHECK(error(head + "moves 3-7\n") ==
          "line 4, column 9: pit 7 does not exist: the pits are 1 to 6");
    CHECK(error(head + "rules standard\n") ==
          "line 4, column 1: rules stand here for the second time");
    CHECK(error(head + "start 6x4\n") == "line 4, column 1: start stands here for the second time");
    CHECK(error(head + "result 1-2\n") == "line 4, column 1: a result, but the game is not over");
    CHECK(error(head + "\n") == "line 4, column 1: expected rules, start, moves or result");
    const std::string won = "kalah-game 1\nrules standard\nstart <1,2,0,1,5>\nmoves 1\n";
    CHECK(error(won + "result 5-3\n") == "line 5, column 8: the moves lead to the result 3-5");
    CHECK(error(won + "result 3-5\nmoves 1\n") ==
          "line 6, column 1: nothing may follow the result");
}
