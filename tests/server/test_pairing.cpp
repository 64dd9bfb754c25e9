// The lobby: who plays whom, and when nobody does.
#include <doctest/doctest.h>

#include <map>
#include <string>
#include <vector>

#include "support/game_server.hpp"

using namespace kalah;
using namespace std::chrono_literals;
using test::has;
using test::last_state;
using test::options_of;
using test::Pair;
using test::TestClient;
using test::TestServer;

TEST_CASE("two waiting clients are paired at once, with all options before the state") {
    TestServer server(options_of("6x4", 2500ms));
    const Pair pair(server);
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
    TestServer server;
    const auto a = server.connect();
    const auto b = server.connect();
    server.say(*a, "set auth:token \"t\"\nmode freeplay\n");
    server.say(*b, "set auth:token \"t\"\nmode freeplay\n");
    CHECK(server.counts().games == 0);
    const auto c = server.connect("c");
    CHECK(server.counts().games == 1);
    CHECK(has(a->heard(), "state"));
    const auto d = server.connect("d");
    CHECK(server.counts().games == 2);
    CHECK(has(b->heard(), "\"game:opponent\" \"d\""));
}

TEST_CASE("a token that changes while its client waits can make it playable") {
    TestServer server;
    const auto a = server.connect();
    const auto b = server.connect();
    server.say(*a, "set auth:token t\nmode freeplay\n");
    server.say(*b, "set auth:token t\nmode freeplay\n");
    CHECK(server.counts().games == 0);
    server.say(*b, "set auth:token u\n");
    CHECK(server.counts().games == 1);
}

TEST_CASE("after a game both hear the result, answer a ping and play again with sides exchanged") {
    TestServer server(options_of("<2,0,0,3,0,1,1>"));
    const Pair pair(server);
    // The server played south's only move without asking; north has a choice.
    CHECK(last_state(pair.south->heard()) == "0");
    const std::string asked = last_state(pair.north->heard());
    REQUIRE(asked != "0");
    server.say(*pair.north, "@" + asked + " move 2\n@" + asked + " yield\n");
    REQUIRE(server.storage.ended.size() == 1);
    const GameRecord& record = server.storage.ended[0].second;
    CHECK(record.ending == Ending::finished);
    CHECK(record.notes[0].source == MoveSource::only_move);
    CHECK(record.notes[1].source == MoveSource::player);
    const std::string south = pair.south->heard();
    CHECK(has(south, "set \"game:result\" \"" + std::to_string(record.points(Side::south)) + "-" +
                         std::to_string(record.points(Side::north)) + " finished\""));
    CHECK(has(pair.north->heard(), "set \"game:result\" \"" +
                                       std::to_string(record.points(Side::north)) + "-" +
                                       std::to_string(record.points(Side::south)) + " finished\""));
    CHECK(server.counts().games == 0);
    server.say(*pair.south, "pong\n");
    CHECK(server.counts().games == 0);
    server.say(*pair.north, "@24 pong \"x\"\n");
    REQUIRE(server.counts().games == 1);
    CHECK(last_state(pair.south->heard()) != "0");  // he is north now
    CHECK(last_state(pair.north->heard()) == "0");
}

TEST_CASE("who says goodbye after the result is in no game") {
    TestServer server(options_of("<2,0,0,3,0,1,1>"));
    const Pair pair(server);
    const std::string asked = last_state(pair.north->heard());
    server.say(*pair.north, "@" + asked + " move 2\n@" + asked + " yield\n");
    server.say(*pair.south, "pong\n");
    server.say(*pair.north, "goodbye\n");
    CHECK(has(pair.north->heard(), "goodbye\n"));
    CHECK(pair.north->finished);
    CHECK(server.storage.ended.size() == 1);
    CHECK(server.storage.begins.empty());
}

TEST_CASE("who waits alone for the set time plays a bot") {
    auto options = options_of("6x4", 2s);
    options.bots = {"random", "champion"};
    TestServer server(options);
    const auto client = server.connect("a");
    client->heard();
    server.pass(4999ms);
    CHECK(server.counts().games == 0);
    server.pass(1ms);
    REQUIRE(server.counts().games == 1);
    const std::string asked = last_state(client->heard());
    server.say(*client, "@" + asked + " move 1\n@" + asked + " yield\n");
    REQUIRE(server.questions.size() == 1);
    const auto& question = server.questions[0];
    CHECK(question.deadline == server.now + 2s);
    server.bot(question.game, 7, 0, "");  // for another position
    CHECK(last_state(client->heard()) == "0");
    server.bot(question.game, 1, 0, "thought");
    const std::string next = last_state(client->heard());
    CHECK(next != "0");
    // The server also moves for a bot whose answer must be lost.
    server.say(*client, "@" + next + " move 3\n@" + next + " yield\n");
    REQUIRE(server.questions.size() == 2);
    server.pass(2499ms);
    CHECK(last_state(client->heard()) == "0");
    server.pass(1ms);
    CHECK(last_state(client->heard()) != "0");
    server.say(*client, "goodbye\n");
    REQUIRE(server.storage.ended.size() == 1);
    CHECK(server.storage.ended[0].second.names[1] == "random");
    CHECK(server.storage.ended[0].second.notes.at(1).comment == "thought");
    CHECK(server.storage.ended[0].second.notes.at(3).source == MoveSource::referee);
}

namespace {

/// The players of games against bots, each over at once, and how often they met. The client stays,
/// or comes anew for every game.
std::map<std::string, int> bot_games(std::vector<std::string> bots, int games, bool stays) {
    auto options = options_of("<1,0,0,1,1>");
    options.bots = std::move(bots);
    TestServer server(options);
    auto client = server.connect("a");
    for (int game = 0; game < games; ++game) {
        server.pass(5s);
        if (stays) {
            server.say(*client, "pong\n");
        } else {
            server.closed_by(*client);
            client = server.connect("a");
        }
    }
    std::map<std::string, int> met;
    for (const auto& [number, record] : server.storage.ended)
        ++met[record.names[0] + " - " + record.names[1]];
    return met;
}

}  // namespace

TEST_CASE("who plays again and again gets both sides against every bot equally often") {
    using Met = std::map<std::string, int>;
    for (const bool stays : {true, false}) {
        CAPTURE(stays);
        CHECK(bot_games({"x"}, 4, stays) == Met{{"a - x", 2}, {"x - a", 2}});
        CHECK(bot_games({"x", "y"}, 8, stays) ==
              Met{{"a - x", 2}, {"x - a", 2}, {"a - y", 2}, {"y - a", 2}});
        CHECK(bot_games({"x", "y", "z"}, 6, stays) == Met{{"a - x", 1},
                                                          {"x - a", 1},
                                                          {"a - y", 1},
                                                          {"y - a", 1},
                                                          {"a - z", 1},
                                                          {"z - a", 1}});
    }
}

TEST_CASE("games between clients and with other clients do not upset the sides against a bot") {
    auto options = options_of("<1,0,0,1,1>");
    options.bots = {"x", "y"};
    TestServer server(options);
    const auto a = server.connect("a");
    const auto b = server.connect("b");  // they play each other: a is south
    std::map<std::string, int> met;
    const auto play = [&](TestClient& client) {
        server.say(client, "pong\n");
        server.pass(5s);
    };
    for (int game = 0; game < 4; ++game) {
        play(*a);
        play(*b);
    }
    for (const auto& [number, record] : server.storage.ended)
        ++met[record.names[0] + " - " + record.names[1]];
    CHECK(met == std::map<std::string, int>{{"a - b", 1},
                                            {"a - x", 1},
                                            {"x - a", 1},
                                            {"a - y", 1},
                                            {"y - a", 1},
                                            {"b - x", 1},
                                            {"x - b", 1},
                                            {"b - y", 1},
                                            {"y - b", 1}});
}

TEST_CASE("a server can give clients a side against bots, bots all time, and tell of every move") {
    auto options = options_of("6x4", 2s);
    options.bots = {"somebody outside"};
    options.bot_after = 0ms;
    options.side_against_bots = Side::north;
    options.bots_keep_time = false;
    TestServer server(options);
    const auto client = server.connect("a");
    server.pass(0ms);
    REQUIRE(server.questions.size() == 1);
    server.pass(10min);
    CHECK(last_state(client->heard()) == "0");
    server.bot(server.questions[0].game, 0, 0, "");
    const std::string asked = last_state(client->heard());
    REQUIRE(asked != "0");
    CHECK(server.storage.moves == std::vector<std::size_t>{0});
    server.say(*client, "@" + asked + " move 3\n@" + asked + " yield\n");  // and again
    CHECK(server.storage.moves == std::vector<std::size_t>{0, 1});
    CHECK(last_state(client->heard()) != "0");
}

TEST_CASE("while the records have no room, no game begins") {
    TestServer server;
    server.storage.room = false;
    const Pair pair(server);
    CHECK(server.counts().games == 0);
    server.pass(1s);
    server.storage.room = true;
    server.pass(1s);
    CHECK(server.counts().games == 1);
}

TEST_CASE("when there is room again, all are paired who may play each other, by one alarm") {
    TestServer server;
    server.storage.room = false;
    std::vector<std::unique_ptr<TestClient>> clients;
    for (const char* token : {"1", "1", "1", "2", "2", "2", "2"}) {
        clients.push_back(server.connect());
        server.say(*clients.back(), std::string("set auth:token ") + token + "\nmode freeplay\n");
        server.pass(1ms);
    }
    int alarms = 0;
    for (const server::Time until = server.now + 1s; server.server->next_deadline() <= until;
         ++alarms) {
        server.now = server.server->next_deadline();
        server.server->tick(server.now);
    }
    CHECK(alarms <= 20);
    server.storage.room = true;
    server.pass(50ms);
    CHECK(server.counts().games == 3);
}

TEST_CASE("closed doors: games go on, everybody else is sent away, the rest is stopped") {
    TestServer server(options_of("6x4", 60s));
    const Pair pair(server);
    const auto waits = server.connect("c");
    pair.south->heard();
    server.stop_accepting();
    CHECK(has(waits->heard(), "goodbye"));
    CHECK(waits->finished);
    const auto late = server.connect();
    CHECK(has(late->heard(), "error \"The server is closing\""));
    server.say(*pair.south, "@22 move 1\n@22 yield\n");
    CHECK(has(pair.south->heard(), "stop"));
    CHECK_FALSE(server.server->is_empty());
    server.stop_games();
    CHECK(server.server->is_empty());
    CHECK(has(pair.north->heard(), "\"0-0 stopped\"\n"));
    CHECK(pair.north->finished);
    CHECK(server.storage.ended.at(0).second.ending == Ending::stopped);
}
