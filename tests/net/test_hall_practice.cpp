// Hall: the modes verify and eval.
#include <doctest/doctest.h>

#include <regex>

#include "kalah/notation.hpp"
#include "support/hall.hpp"

using namespace kalah;
using namespace std::chrono_literals;
using test::has;
using test::last_state;
using test::options_of;
using test::TestHall;

TEST_CASE("verify: right and wrong solutions, both spellings, and the next problem") {
    TestHall hall;
    const auto client = hall.connect();
    client->heard();
    hall.say(*client, "1 mode \"verify\"\n");
    for (int round = 0; round < 50; ++round) {
        const std::string heard = client->heard();
        static const std::regex pattern("(\\d+) problem (<[0-9,]+>) (\\d+)\n$");
        std::smatch match;
        REQUIRE(std::regex_search(heard, match, pattern));
        Board board = *parse_position(match[2].str());
        Rules rules;
        rules.majority_stop = true;
        const MoveResult played = apply(rules, board, std::stoi(match[3]));
        board.to_move = Side::south;
        std::string flag = played.extra_turn ? "true" : "false";
        if (round % 4 == 1) flag = played.extra_turn ? "1" : "0";
        if (round % 4 == 2) flag = played.extra_turn ? "no" : "YES";
        std::string answer = "@" + match[1].str() + " solution " + to_text(board) + " " + flag;
        if (round % 4 == 3) {
            board.store(Side::south)++;
            answer = "@" + match[1].str() + " solution " + to_text(board) + " " + flag;
        }
        hall.say(*client, "7" + answer + "\n");
        if (round % 4 < 2) CHECK(has(client->text, "@7 ok\r\n"));
        if (round % 4 == 2)
            CHECK(has(client->text, played.extra_turn ? "error \"Was a repeat move\""
                                                      : "error \"Was not a repeat"));
        if (round % 4 == 3) CHECK(has(client->text, "error \"Expected state <"));
    }
    client->heard();
    hall.say(*client, "9@3 solution <1,0,0,1,1> true\n");
    CHECK(has(client->heard(), "@9 error \"Invalid reference\"\n"));
    hall.say(*client, "11 solution <x> true\n13 solution <1,0,0,1> 1\n15 foo\n");
    const std::string heard = client->heard();
    CHECK(has(heard, "@13 error \"Malformed solution"));
    CHECK(has(heard, "@15 error \"Unknown command\""));
    CHECK_FALSE(client->finished);
}

TEST_CASE("eval: an answer is judged, then comes the next position, and silence is pinged") {
    TestHall hall(options_of("6x4", 2s));
    const auto client = hall.connect();
    client->heard();
    hall.say(*client, "1 mode eval\n");
    const std::string first = last_state(client->heard());
    REQUIRE(first == "4");
    hall.say(*client, "3@4 eval -1.5\n");
    CHECK(client->heard() == "6@4 stop\n");
    REQUIRE(hall.backstage.opinions.size() == 1);
    CHECK(hall.backstage.opinions[0].value == -1.5);
    CHECK(legal_moves(hall.backstage.opinions[0].board).size() > 1);
    hall.say(*client, "@4 eval 2\n");  // after the stop
    CHECK(client->heard().empty());
    hall.hall.opinion_kept(client->session, hall.now);
    CHECK(last_state(client->heard()) == "8");
    hall.say(*client, "5@2 eval 1\n");
    CHECK(client->heard() == "10@5 error \"No state associated with id\"\n");
    hall.pass(2s);
    const std::string heard = client->heard();
    CHECK(has(heard, "12 ping\n14@8 stop\n16 state <"));
}

TEST_CASE("in verify mode wrong answers are taken from the budget") {
    TestHall hall;
    const auto client = hall.connect();
    hall.say(*client, "mode verify\n");
    for (int i = 0; i < 2'100 && !client->finished; ++i) {
        static const std::regex pattern("(\\d+) problem [^\n]*\n$");
        const std::string heard = client->heard();
        std::smatch match;
        REQUIRE(std::regex_search(heard, match, pattern));
        hall.say(*client, "@" + match[1].str() + " solution <1,0,0,1,1> 1\n");
    }
    CHECK(client->finished);
    CHECK(has(client->heard(), "error \"Too many lines\""));
}
