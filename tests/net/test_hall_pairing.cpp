// Hall: who plays whom, and when nobody does.
#include <doctest/doctest.h>

#include "support/hall.hpp"

using namespace kalah;
using namespace std::chrono_literals;
using test::has;
using test::last_state;
using test::options_of;
using test::Pair;
using test::TestClient;
using test::TestHall;

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

TEST_CASE("clients with the same token do not play each other, those without one do") {
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
    CHECK(record.notes[0].source == MoveSource::only_move);
    CHECK(record.notes[1].source == MoveSource::player);
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
    CHECK(hall.backstage.ended[0].second.notes.at(3).source == MoveSource::referee);
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
