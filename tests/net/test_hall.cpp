#include "net/hall.hpp"

#include <doctest/doctest.h>

#include <regex>
#include <string>

#include "rules/notation.hpp"
#include "support/hall.hpp"

using namespace kalah;
using namespace std::chrono_literals;
using test::TestClient;
using test::TestHall;

namespace {

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// The id of the last state in what was heard; "0" if there is none.
std::string last_state(const std::string& heard) {
    static const std::regex pattern("(\\d+) state <");
    std::string id = "0";
    for (std::sregex_iterator it(heard.begin(), heard.end(), pattern), end; it != end; ++it)
        id = (*it)[1];
    return id;
}

net::HallOptions options_of(const std::string& board, std::chrono::milliseconds limit = 2s) {
    net::HallOptions options;
    options.start = *parse_start(board);
    options.time.limit = limit;
    return options;
}

/// Two who play: the first to come is south.
struct Pair {
    explicit Pair(TestHall& hall) : south(hall.connect("a")), north(hall.connect("b")) {}
    std::unique_ptr<TestClient> south;
    std::unique_ptr<TestClient> north;
};

}  // namespace

TEST_CASE("the server speaks first, and confirms freeplay") {
    TestHall hall;
    const auto client = hall.connect();
    CHECK(client->heard() == "2 kgp 1 0 1\n");
    hall.say(*client, "1 set info:name \"a\"\r\n3 mode freeplay\r\n");
    CHECK(client->heard() == "4@3 ok\n");
}

TEST_CASE("two waiting clients are paired at once, with all options before the state") {
    TestHall hall(options_of("6x4", 2500ms));
    const Pair pair(hall);
    CHECK(pair.south->heard() ==
          "2 kgp 1 0 1\n4 ok\n"
          "6 set \"info:name\" \"kalah\"\n8 set \"game:id\" \"1\"\n10 set \"game:uri\" \"\"\n"
          "12 set \"game:opponent\" \"b\"\n14 set \"game:rules\" \"standard\"\n"
          "16 set \"time:mode\" \"relative\"\n18 set \"time:clock\" 2\n"
          "20 set \"time:opclock\" 2\n22 set \"time:clock-ms\" \"2500\"\n"
          "24 state <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>\n");
    CHECK(has(pair.north->heard(), "set \"game:opponent\" \"a\"\n"));
}

TEST_CASE("the last of repeated moves counts, and the next state is the opponent's view") {
    TestHall hall(options_of("6x4"));
    const Pair pair(hall);
    pair.north->heard();
    hall.say(*pair.south, "@22 move 1\n@22 move 6\n@22 move 2\n@22 yield\n");
    CHECK(has(pair.south->heard(), "24@22 stop\n"));
    CHECK(pair.north->heard() == "22 state <6,0,0,4,4,4,4,4,4,4,0,5,5,5,5>\n");
}

TEST_CASE("an extra turn is another state for the same client") {
    TestHall hall(options_of("6x4"));
    const Pair pair(hall);
    pair.north->heard();
    hall.say(*pair.south, "@22 move 3\n@22 yield\n");
    CHECK(has(pair.south->heard(), "24@22 stop\n26 state <6,1,0,4,4,0,5,5,5,4,4,4,4,4,4>\n"));
    CHECK(pair.north->heard().empty());
}

TEST_CASE("clients with the same token do not play each other; without one everybody does") {
    TestHall hall;
    const auto a = hall.connect();
    const auto b = hall.connect();
    hall.say(*a, "set auth:token \"t\"\nmode freeplay\n");
    hall.say(*b, "set auth:token \"t\"\nmode freeplay\n");
    CHECK(hall.hall.counts().games == 0);
    const auto c = hall.connect("c");
    CHECK(hall.hall.counts().games == 1);
    CHECK(has(a->heard(), "state"));
    const auto d = hall.connect("d");
    CHECK(hall.hall.counts().games == 2);
    CHECK(has(b->heard(), "\"game:opponent\" \"d\""));
}

TEST_CASE("a token that changes while its client waits can make it playable") {
    TestHall hall;
    const auto a = hall.connect();
    const auto b = hall.connect();
    hall.say(*a, "set auth:token t\nmode freeplay\n");
    hall.say(*b, "set auth:token t\nmode freeplay\n");
    CHECK(hall.hall.counts().games == 0);
    hall.say(*b, "set auth:token u\n");
    CHECK(hall.hall.counts().games == 1);
}

TEST_CASE("after a game both hear the result, answer a ping and play again with sides exchanged") {
    TestHall hall(options_of("<2,0,0,3,0,1,1>"));
    const Pair pair(hall);
    // South's single move was played without asking; north has the choice.
    CHECK(last_state(pair.south->heard()) == "0");
    const std::string asked = last_state(pair.north->heard());
    REQUIRE(asked != "0");
    hall.say(*pair.north, "@" + asked + " move 2\n@" + asked + " yield\n");
    REQUIRE(hall.backstage.ended.size() == 1);
    const GameRecord& record = hall.backstage.ended[0].second;
    CHECK(record.ending == Ending::finished);
    CHECK(record.notes[0].chosen_by == Chooser::referee);
    CHECK(record.notes[1].chosen_by == Chooser::player);
    const std::string south = pair.south->heard();
    CHECK(has(south, "set \"game:result\" \"" + std::to_string(record.points(Side::south)) + "-" +
                         std::to_string(record.points(Side::north)) + " finished\""));
    CHECK(has(pair.north->heard(), "set \"game:result\" \"" +
                                       std::to_string(record.points(Side::north)) + "-" +
                                       std::to_string(record.points(Side::south)) + " finished\""));
    CHECK(hall.hall.counts().games == 0);
    hall.say(*pair.south, "pong\n");
    CHECK(hall.hall.counts().games == 0);
    hall.say(*pair.north, "@24 pong \"x\"\n");
    REQUIRE(hall.hall.counts().games == 1);
    CHECK(last_state(pair.south->heard()) != "0");  // he is north now
    CHECK(last_state(pair.north->heard()) == "0");
}

TEST_CASE("who says goodbye after the result is in no game") {
    TestHall hall(options_of("<2,0,0,3,0,1,1>"));
    const Pair pair(hall);
    const std::string asked = last_state(pair.north->heard());
    hall.say(*pair.north, "@" + asked + " move 2\n@" + asked + " yield\n");
    hall.say(*pair.south, "pong\n");
    hall.say(*pair.north, "goodbye\n");
    CHECK(has(pair.north->heard(), "goodbye\n"));
    CHECK(pair.north->finished);
    CHECK(hall.backstage.ended.size() == 1);
    CHECK(hall.backstage.begins.empty());
}

TEST_CASE("no move in time: ping, stop, and a random move; with a move, that one") {
    TestHall hall(options_of("6x4", 2s));
    const Pair pair(hall);
    pair.south->heard();
    hall.pass(1999ms);
    CHECK(pair.south->heard().empty());
    hall.pass(1ms);
    const std::string heard = pair.south->heard();
    CHECK(has(heard, "24 ping\n26@22 stop\n"));
    hall.say(*pair.south, "@24 pong\n@22 move 6\n");  // late: ignored, noted
    hall.closed_by(*pair.north);
    const GameRecord& record = hall.backstage.ended.at(0).second;
    CHECK(record.notes.at(0).chosen_by == Chooser::referee);
    CHECK(record.notes[0].seconds == doctest::Approx(2));
    REQUIRE(record.faults.size() >= 2);
    CHECK(record.faults[0].kind == FaultKind::timeout);
    CHECK(record.faults[1].kind == FaultKind::late);

    TestHall again(options_of("6x4", 2s));
    const Pair other_pair(again);
    again.say(*other_pair.south, "@22 move 6\n");
    again.pass(2s);
    CHECK(has(other_pair.north->heard(), "state <6,0,1,5,5,5,4,4,4,4,4,4,4,4,0>"));
}

TEST_CASE("moves do not restart the time limit") {
    TestHall hall(options_of("6x4", 2s));
    const Pair pair(hall);
    pair.south->heard();
    for (int i = 0; i < 3; ++i) {
        hall.pass(500ms);
        hall.say(*pair.south, "@22 move 1\n");
        CHECK(pair.south->heard().empty());
    }
    hall.pass(500ms);
    CHECK(has(pair.south->heard(), "stop"));
}

TEST_CASE("where no move loses, no move loses") {
    auto options = options_of("6x4", 2s);
    options.time.without_move = net::TimeRule::WithoutMove::loses;
    for (const bool yields : {false, true}) {
        TestHall hall(options);
        const Pair pair(hall);
        if (yields)
            hall.say(*pair.south, "@22 yield\n");
        else
            hall.pass(2s);
        REQUIRE(hall.backstage.ended.size() == 1);
        CHECK(hall.backstage.ended[0].second.ending == Ending::timeout);
        CHECK(hall.backstage.ended[0].second.loser == Side::south);
        CHECK(has(pair.north->heard(), "\"48-0 timeout\""));
    }
}

TEST_CASE("an illegal final move loses the game, a repaired one does not") {
    for (const char* pit : {"0", "7", "-3", "99999"}) {
        TestHall hall(options_of("6x4"));
        const Pair pair(hall);
        hall.say(*pair.south, std::string("@22 move ") + pit + "\n@22 yield\n");
        REQUIRE(hall.backstage.ended.size() == 1);
        CHECK(hall.backstage.ended[0].second.ending == Ending::illegal);
        CHECK(has(pair.south->heard(), "@22 stop\n"));
        CHECK(has(pair.north->heard(), "\"48-0 illegal\""));
    }
    TestHall hall(options_of("6x4"));
    const Pair pair(hall);
    hall.say(*pair.south, "@22 move 0\n@22 move 1\n@22 yield\n");
    CHECK(hall.backstage.ended.empty());
}

TEST_CASE("answers to no state, to another one and after the stop are told apart") {
    TestHall hall(options_of("6x4"));
    const Pair pair(hall);
    pair.south->heard();
    hall.say(*pair.south, "23 move 6\n");
    CHECK(pair.south->heard() == "24@23 error \"No state associated with id\"\n");
    hall.say(*pair.south, "27@3277 move 4\n29@3276 yield\n31@18 move 1\n");
    CHECK(pair.south->heard() ==
          "26@27 error \"No state associated with id\"\n"
          "28@29 error \"No state associated with id\"\n"
          "30@31 error \"No state associated with id\"\n");
    hall.say(*pair.north, "@22 move 1\n@22 yield\n");  // north was asked nothing yet
    CHECK(has(pair.north->heard(), "error \"No state associated with id\""));
    hall.say(*pair.south, "@22 yield\n@22 move 6\n@22 yield\n");
    const std::string heard = pair.south->heard();
    CHECK(heard.starts_with("32@22 stop\n"));
    CHECK_FALSE(has(heard, "error"));
    hall.say(*pair.south, "goodbye\n");
    const auto& faults = hall.backstage.ended.at(0).second.faults;
    REQUIRE(faults.size() == 8);
    for (std::size_t i = 0; i < 6; ++i) CHECK(faults[i].kind == FaultKind::wrong_game);
    CHECK(faults[4].side == Side::north);
    CHECK(faults[6].kind == FaultKind::repeated);
    CHECK(faults[7].kind == FaultKind::gone);
}

TEST_CASE("a comment belongs to the next move only, line breaks and all") {
    TestHall hall(options_of("6x4"));
    const Pair pair(hall);
    hall.say(*pair.south,
             "set info:comment \"depth 3\\nsaid \\\"hi\\\"\"\n@22 move 6\n@22 yield\n");
    hall.say(*pair.north, "@22 move 1\n@22 yield\n");
    hall.closed_by(*pair.south);
    const auto& notes = hall.backstage.ended.at(0).second.notes;
    CHECK(notes.at(0).comment == "depth 3\nsaid \"hi\"");
    CHECK(notes.at(1).comment.empty());
}

TEST_CASE("leaving loses the game, before it was noted down too") {
    for (const bool noted : {true, false}) {
        TestHall hall;
        hall.answer_begins = noted;
        const Pair pair(hall);
        hall.closed_by(*pair.south);
        hall.answer_begins = true;
        hall.settle();
        REQUIRE(hall.backstage.ended.size() == 1);
        CHECK(hall.backstage.ended[0].second.ending == Ending::gone);
        CHECK(hall.backstage.ended[0].second.loser == Side::south);
        CHECK(has(pair.north->heard(), "\"72-0 gone\""));
        CHECK(hall.hall.counts().games == 0);
    }
}

TEST_CASE("a game that ends under an open state stops it first, and its answer is no fault") {
    enum class How { leaves, floods, is_stopped };
    for (const How how : {How::leaves, How::floods, How::is_stopped}) {
        TestHall hall(options_of("6x4", 60s));
        const Pair pair(hall);
        pair.south->heard();
        if (how == How::leaves) hall.closed_by(*pair.north);
        if (how == How::floods) hall.say(*pair.north, std::string(16'385, 'x'));
        if (how == How::is_stopped) {
            hall.hall.close_doors(hall.now);
            hall.hall.stop_games(hall.now);
        }
        CHECK(pair.south->heard().starts_with("24@22 stop\n26 set \"game:result\""));
        if (how == How::is_stopped) continue;
        const auto next = hall.connect("c");
        hall.say(*pair.south, "pong\n@22 move 1\n@22 yield\n");
        REQUIRE(hall.hall.counts().games == 1);
        CHECK_FALSE(has(pair.south->heard(), "error"));
        hall.closed_by(*next);
        for (const Fault& fault : hall.backstage.ended.at(1).second.faults)
            CHECK(fault.kind != FaultKind::wrong_game);
    }
}

TEST_CASE("what comes after the time is late, though nobody has looked at the clock since") {
    TestHall hall(options_of("6x4", 2s));
    const Pair pair(hall);
    pair.south->heard();
    hall.now += 2s;  // the alarm has not come yet
    hall.say(*pair.south, "@22 move 6\n@22 yield\n");
    CHECK(has(pair.south->heard(), "24 ping\n26@22 stop\n"));
    hall.closed_by(*pair.north);
    const GameRecord& record = hall.backstage.ended.at(0).second;
    CHECK(record.notes.at(0).chosen_by == Chooser::referee);
    REQUIRE(record.faults.size() >= 2);
    CHECK(record.faults[0].kind == FaultKind::timeout);
    CHECK(record.faults[1].kind == FaultKind::late);

    TestHall evals(options_of("6x4", 2s));
    const auto client = evals.connect();
    evals.say(*client, "mode eval\n");
    client->heard();
    evals.now += 2s;
    evals.say(*client, "@4 eval 1\n");
    CHECK(has(client->heard(), "6 ping\n8@4 stop\n10 state <"));
    CHECK(evals.backstage.opinions.empty());
}

TEST_CASE("an id that was no state is none later either") {
    TestHall hall(options_of("6x4", 60s));
    const Pair pair(hall);
    for (int settled = 0; settled < 40; ++settled) {
        for (TestClient* client : {pair.south.get(), pair.north.get()}) {
            const std::string asked = last_state(client->heard());
            if (asked == "0") continue;
            hall.say(*client, "@" + asked + " yield\n");
        }
        if (hall.hall.counts().moves > 20) break;
    }
    REQUIRE(hall.hall.counts().moves > 20);
    pair.south->heard();
    hall.say(*pair.south, "7@4 yield\n9@22 yield\n");
    const std::string heard = pair.south->heard();
    CHECK(has(heard, "@7 error \"No state associated with id\"\n"));
    CHECK_FALSE(has(heard, "@9 error"));
}

TEST_CASE("no mode for 20 seconds ends the session, a bad one does not") {
    TestHall hall;
    const auto client = hall.connect();
    hall.say(*client, "1 mode chess\n");
    CHECK(has(client->heard(), "4@1 error \"Unsupported mode chess\"\n"));
    hall.pass(19999ms);
    CHECK(client->heard().empty());
    hall.pass(1ms);
    CHECK(client->heard() == "6 error \"Requested no mode\"\n8 goodbye\n");
    CHECK(client->finished);
    CHECK(hall.hall.is_empty());
}

TEST_CASE("a second mode, and the removed one, end the session") {
    TestHall hall;
    const auto twice = hall.connect("a");
    hall.say(*twice, "mode freeplay\n");
    CHECK(has(twice->heard(), "error \"The mode was chosen already\"\n8 goodbye\n"));
    CHECK(twice->finished);
    const auto simple = hall.connect();
    hall.say(*simple, "mode simple\n");
    CHECK(has(simple->heard(), "goodbye"));
    CHECK(simple->finished);
    CHECK(hall.hall.is_empty());
}

TEST_CASE("who waits in silence is pinged, and sent away without a pong") {
    TestHall hall;
    const auto dead = hall.connect("dead");
    dead->heard();
    hall.pass(10s);
    CHECK(dead->heard() == "6 ping\n");
    // Nobody is paired with one who may be dead.
    const auto lively = hall.connect("lively");
    CHECK(hall.hall.counts().games == 0);
    hall.pass(10s);
    hall.say(*lively, "pong\n");
    hall.pass(10s);
    CHECK(dead->heard() == "8 error \"Received no pong\"\n10 goodbye\n");
    CHECK(dead->finished);
    const auto third = hall.connect("third");
    CHECK(hall.hall.counts().games == 0);  // lively was pinged again just now
    hall.say(*lively, "pong\n");
    CHECK(hall.hall.counts().games == 1);
}

TEST_CASE("no pong after a time-out resigns the game") {
    TestHall hall(options_of("6x4", 2s));
    const Pair pair(hall);
    pair.north->heard();
    hall.pass(2s);
    hall.say(*pair.north, "@22 move 1\n@22 yield\n");
    hall.pass(20s);
    CHECK(has(pair.south->heard(), "error \"Received no pong\""));
    REQUIRE(hall.backstage.ended.size() == 1);
    CHECK(hall.backstage.ended[0].second.ending == Ending::gone);
    CHECK(hall.backstage.ended[0].second.faults.back().kind == FaultKind::no_pong);
}

TEST_CASE("garbage, empty lines, unknown options, stray ok, error and pong mean nothing") {
    TestHall hall;
    const auto client = hall.connect("a");
    client->heard();
    hall.say(*client,
             "\n\r\n  \n\x01\x02\xFF\n@@ x\nset\nset info:name\nset a b c\nset foo:bar 1\nok\n"
             "error \"x\"\npong\npong\nmove abc\nmove 1 2\nmove +6\nmode\n");
    CHECK(client->heard().empty());
    hall.say(*client, "35 foo 1 2\nMOVE 1\nstate <1,0,0,1,1>\n");
    CHECK(client->heard() ==
          "6@35 error \"Unknown command\"\n8 error \"Unknown command\"\n"
          "10 error \"Unknown command\"\n");
    const auto early = hall.connect();
    early->heard();
    hall.say(*early, "foo\n");
    CHECK(early->heard().empty());
}

TEST_CASE("a move that cannot be read is noted, an eval or mode is answered") {
    TestHall hall(options_of("6x4"));
    const Pair pair(hall);
    pair.south->heard();
    hall.say(*pair.south, "@22 move foo\n@22 move 1 2\n");
    CHECK(pair.south->heard().empty());
    hall.say(*pair.south, "goodbye\n");
    REQUIRE(hall.backstage.ended.size() == 1);
    const auto& faults = hall.backstage.ended[0].second.faults;
    REQUIRE(faults.size() == 3);
    CHECK(faults[0].kind == FaultKind::garbage);
    CHECK(faults[0].text == "move: expected a pit");
    CHECK(faults[1].kind == FaultKind::garbage);
    const auto client = hall.connect();
    client->heard();
    hall.say(*client, "1 mode\n3 mode eval\n");
    CHECK(has(client->heard(), "@1 error \"Malformed mode: expected a mode\""));
    hall.say(*client, "5@6 eval foo\n");
    CHECK(has(client->heard(), "@5 error \"Malformed eval: "));
}

TEST_CASE("a line over the limit and a flood end the session, with the fault in its game") {
    for (const bool flood : {false, true}) {
        TestHall hall(options_of("6x4"));
        const Pair pair(hall);
        pair.south->heard();
        if (flood) {
            std::string lines;
            for (int i = 0; i < 3000; ++i) lines += "x\n";
            hall.say(*pair.south, lines);
        } else {
            hall.say(*pair.south, std::string(16'385, 'x'));
        }
        const std::string heard = pair.south->heard();
        CHECK(has(heard, flood ? "error \"Too many lines\"" : "error \"Line too long\""));
        CHECK(heard.ends_with(" goodbye\n"));
        CHECK(pair.south->finished);
        REQUIRE(hall.backstage.ended.size() == 1);
        CHECK(hall.backstage.ended[0].second.faults.back().kind ==
              (flood ? FaultKind::flood : FaultKind::long_line));
        CHECK(has(pair.north->heard(), "\"48-0 gone\""));
    }
}

TEST_CASE("whoever answers at once may play without end") {
    TestHall hall(options_of("6x4", 2s));
    const Pair pair(hall);
    for (int i = 0; i < 20'000; ++i) {
        for (TestClient* client : {pair.south.get(), pair.north.get()}) {
            const std::string heard = client->heard();
            const std::string asked = last_state(heard);
            std::string answer = has(heard, "ping") ? "pong\n" : "";
            if (asked != "0") answer += "@" + asked + " yield\n";
            if (!answer.empty()) hall.say(*client, answer);
        }
    }
    CHECK_FALSE(pair.south->finished);
    CHECK_FALSE(pair.north->finished);
    CHECK(hall.hall.counts().moves > 15'000);
}

TEST_CASE("one who does not read ends alone") {
    TestHall hall(options_of("6x4"));
    const Pair pair(hall);
    pair.south->reads = false;
    hall.say(*pair.south, "@22 move 1\n@22 yield\n");
    CHECK(pair.south->finished);
    REQUIRE(hall.backstage.ended.size() == 1);
    CHECK(hall.backstage.ended[0].second.faults.back().kind == FaultKind::slow_reader);
    CHECK(has(pair.north->heard(), "gone"));
}

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
        const Played played = play(rules, board, std::stoi(match[3]));
        board.to_move = Side::south;
        std::string flag = played.again ? "true" : "false";
        if (round % 4 == 1) flag = played.again ? "1" : "0";
        if (round % 4 == 2) flag = played.again ? "no" : "YES";
        std::string answer = "@" + match[1].str() + " solution " + to_text(board) + " " + flag;
        if (round % 4 == 3) {
            board.store(Side::south)++;
            answer = "@" + match[1].str() + " solution " + to_text(board) + " " + flag;
        }
        hall.say(*client, "7" + answer + "\n");
        if (round % 4 < 2) CHECK(has(client->text, "@7 ok\r\n"));
        if (round % 4 == 2)
            CHECK(has(client->text,
                      played.again ? "error \"Was a repeat move\"" : "error \"Was not a repeat"));
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

TEST_CASE("eval: an answer is judged, then comes the next position; silence is pinged") {
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
    CHECK(movable_pits(hall.backstage.opinions[0].board).size() > 1);
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

TEST_CASE("who waits alone for the set time plays a bot") {
    auto options = options_of("6x4", 2s);
    options.bots = {"random", "champion"};
    TestHall hall(options);
    const auto client = hall.connect("a");
    client->heard();
    hall.pass(4999ms);
    CHECK(hall.hall.counts().games == 0);
    hall.pass(1ms);
    REQUIRE(hall.hall.counts().games == 1);
    const std::string asked = last_state(client->heard());
    hall.say(*client, "@" + asked + " move 1\n@" + asked + " yield\n");
    REQUIRE(hall.backstage.questions.size() == 1);
    const auto& question = hall.backstage.questions[0];
    CHECK(question.deadline == hall.now + 2s);
    hall.hall.bot_chose(question.bout, 7, 0, "", hall.now);  // for another position
    CHECK(last_state(client->heard()) == "0");
    hall.hall.bot_chose(question.bout, 1, 0, "thought", hall.now);
    const std::string next = last_state(client->heard());
    CHECK(next != "0");
    // A bot that does not come back is played for as well, when its answer must be lost.
    hall.say(*client, "@" + next + " move 3\n@" + next + " yield\n");
    REQUIRE(hall.backstage.questions.size() == 2);
    hall.pass(2499ms);
    CHECK(last_state(client->heard()) == "0");
    hall.pass(1ms);
    CHECK(last_state(client->heard()) != "0");
    hall.say(*client, "goodbye\n");
    REQUIRE(hall.backstage.ended.size() == 1);
    CHECK(hall.backstage.ended[0].second.names[1] == "random");
    CHECK(hall.backstage.ended[0].second.notes.at(1).comment == "thought");
    CHECK(hall.backstage.ended[0].second.notes.at(3).chosen_by == Chooser::referee);
}

TEST_CASE("a hall can give clients a side against bots, bots all time, and tell of every move") {
    auto options = options_of("6x4", 2s);
    options.bots = {"somebody outside"};
    options.bot_after = 0ms;
    options.side_against_bots = Side::north;
    options.bots_keep_time = false;
    TestHall hall(options);
    const auto client = hall.connect("a");
    hall.pass(0ms);
    REQUIRE(hall.backstage.questions.size() == 1);
    hall.pass(10min);
    CHECK(last_state(client->heard()) == "0");
    hall.hall.bot_chose(hall.backstage.questions[0].bout, 0, 0, "", hall.now);
    const std::string asked = last_state(client->heard());
    REQUIRE(asked != "0");
    CHECK(hall.backstage.moves == std::vector<std::size_t>{0, 1});
    hall.say(*client, "@" + asked + " move 3\n@" + asked + " yield\n");  // and again
    CHECK(hall.backstage.moves == std::vector<std::size_t>{0, 1, 2});
    CHECK(last_state(client->heard()) != "0");
}

TEST_CASE("while the records have no room, no game begins") {
    TestHall hall;
    hall.backstage.room = false;
    const Pair pair(hall);
    CHECK(hall.hall.counts().games == 0);
    hall.pass(1s);
    hall.backstage.room = true;
    hall.pass(1s);
    CHECK(hall.hall.counts().games == 1);
}

TEST_CASE("when there is room again, all are paired who may play each other, by one alarm") {
    TestHall hall;
    hall.backstage.room = false;
    std::vector<std::unique_ptr<TestClient>> clients;
    for (const char* token : {"1", "1", "1", "2", "2", "2", "2"}) {
        clients.push_back(hall.connect());
        hall.say(*clients.back(), std::string("set auth:token ") + token + "\nmode freeplay\n");
        hall.pass(1ms);
    }
    int alarms = 0;
    for (const net::Time until = hall.now + 1s; hall.hall.next_alarm() <= until; ++alarms) {
        hall.now = hall.hall.next_alarm();
        hall.hall.tick(hall.now);
    }
    CHECK(alarms <= 20);
    hall.backstage.room = true;
    hall.pass(50ms);
    CHECK(hall.hall.counts().games == 3);
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

TEST_CASE("what is no part of a line costs as much as one") {
    TestHall hall;
    const auto client = hall.connect("a");
    client->heard();
    hall.say(*client, "set info:na");
    for (int i = 0; i < 1'000; ++i) hall.hall.bothered(client->session, hall.now);
    hall.say(*client, "me b\n7 foo\n");
    CHECK(client->heard() == "6@7 error \"Unknown command\"\n");
    for (int i = 0; i < 1'000; ++i) hall.hall.bothered(client->session, hall.now);
    CHECK(has(client->heard(), "error \"Too many lines\""));
    CHECK(client->finished);
}

TEST_CASE("closed doors: games go on, everybody else is sent away, the rest is stopped") {
    TestHall hall(options_of("6x4", 60s));
    const Pair pair(hall);
    const auto waits = hall.connect("c");
    pair.south->heard();
    hall.hall.close_doors(hall.now);
    CHECK(has(waits->heard(), "goodbye"));
    CHECK(waits->finished);
    const auto late = hall.connect();
    CHECK(has(late->heard(), "error \"The server is closing\""));
    hall.say(*pair.south, "@22 move 1\n@22 yield\n");
    CHECK(has(pair.south->heard(), "stop"));
    CHECK_FALSE(hall.hall.is_empty());
    hall.hall.stop_games(hall.now);
    CHECK(hall.hall.is_empty());
    CHECK(has(pair.north->heard(), "\"0-0 stopped\"\n"));
    CHECK(pair.north->finished);
    CHECK(hall.backstage.ended.at(0).second.ending == Ending::stopped);
}

TEST_CASE("a token is forgotten on request, its own too, and not without limit") {
    TestHall hall;
    const auto client = hall.connect();
    hall.say(*client, "set auth:token t\nset auth:forget t\nset auth:forget \"\"\nmode freeplay\n");
    const auto other = hall.connect("b");
    CHECK(hall.backstage.forgotten == std::vector<std::string>{"t"});
    CHECK(hall.hall.counts().games == 1);
    for (int i = 0; i < 20; ++i) hall.say(*client, "set auth:forget x\n");
    CHECK(hall.backstage.forgotten.size() == 8);
}
