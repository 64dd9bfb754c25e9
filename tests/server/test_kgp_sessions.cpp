// KGP sessions: what the server answers a client, and what ends a session.
#include <doctest/doctest.h>

#include "support/game_server.hpp"

using namespace kalah;
using namespace std::chrono_literals;
using test::has;
using test::last_state;
using test::options_of;
using test::Pair;
using test::TestClient;
using test::TestServer;

TEST_CASE("the server speaks first, and confirms freeplay") {
    TestServer server;
    const auto client = server.connect();
    CHECK(client->heard() == "2 kgp 1 0 1\n");
    server.say(*client, "1 set info:name \"a\"\r\n3 mode freeplay\r\n");
    CHECK(client->heard() == "4@3 ok\n");
}

TEST_CASE("no mode for 20 seconds ends the session, a bad one does not") {
    TestServer server;
    const auto client = server.connect();
    server.say(*client, "1 mode chess\n");
    CHECK(has(client->heard(), "4@1 error \"Unsupported mode chess\"\n"));
    server.pass(19999ms);
    CHECK(client->heard().empty());
    server.pass(1ms);
    CHECK(client->heard() == "6 error \"Requested no mode\"\n8 goodbye\n");
    CHECK(client->finished);
    CHECK(server.server->is_empty());
}

TEST_CASE("a second mode, and the removed one, end the session") {
    TestServer server;
    const auto twice = server.connect("a");
    server.say(*twice, "mode freeplay\n");
    CHECK(has(twice->heard(), "error \"The mode was chosen already\"\n8 goodbye\n"));
    CHECK(twice->finished);
    const auto simple = server.connect();
    server.say(*simple, "mode simple\n");
    CHECK(has(simple->heard(), "goodbye"));
    CHECK(simple->finished);
    CHECK(server.server->is_empty());
}

TEST_CASE("who waits in silence is pinged, and sent away without a pong") {
    TestServer server;
    const auto dead = server.connect("dead");
    dead->heard();
    server.pass(10s);
    CHECK(dead->heard() == "6 ping\n");
    // The server pairs nobody with a client that may be dead.
    const auto lively = server.connect("lively");
    CHECK(server.counts().games == 0);
    server.pass(10s);
    server.say(*lively, "pong\n");
    server.pass(10s);
    CHECK(dead->heard() == "8 error \"Received no pong\"\n10 goodbye\n");
    CHECK(dead->finished);
    const auto third = server.connect("third");
    CHECK(server.counts().games == 0);  // the server has just pinged lively again
    server.say(*lively, "pong\n");
    CHECK(server.counts().games == 1);
}

TEST_CASE("no pong after a time-out resigns the game") {
    TestServer server(options_of("6x4", 2s));
    const Pair pair(server);
    pair.north->heard();
    server.pass(2s);
    server.say(*pair.north, "@22 move 1\n@22 yield\n");
    server.pass(20s);
    CHECK(has(pair.south->heard(), "error \"Received no pong\""));
    REQUIRE(server.storage.ended.size() == 1);
    CHECK(server.storage.ended[0].second.ending == Ending::gone);
    CHECK(server.storage.ended[0].second.faults.back().kind == FaultKind::no_pong);
}

TEST_CASE("garbage, empty lines, unknown options, stray ok, error and pong mean nothing") {
    TestServer server;
    const auto client = server.connect("a");
    client->heard();
    server.say(*client,
               "\n\r\n  \n\x01\x02\xFF\n@@ x\nset\nset info:name\nset a b c\nset foo:bar 1\nok\n"
               "error \"x\"\npong\npong\nmove abc\nmove 1 2\nmove +6\n");
    CHECK(client->heard().empty());
    server.say(*client, "35 foo 1 2\nMOVE 1\nstate <1,0,0,1,1>\n");
    CHECK(client->heard() ==
          "6@35 error \"Unknown command\"\n8 error \"Unknown command\"\n"
          "10 error \"Unknown command\"\n");
    const auto early = server.connect();
    early->heard();
    server.say(*early, "foo\n");
    CHECK(early->heard().empty());
}

TEST_CASE("a move that cannot be read is noted, an eval or mode is answered") {
    TestServer server(options_of("6x4"));
    const Pair pair(server);
    pair.south->heard();
    server.say(*pair.south, "@22 move foo\n@22 move 1 2\n@22 move 99999999999\n");
    CHECK(pair.south->heard().empty());
    server.say(*pair.south, "goodbye\n");
    REQUIRE(server.storage.ended.size() == 1);
    const auto& faults = server.storage.ended[0].second.faults;
    REQUIRE(faults.size() == 4);
    CHECK(faults[0].kind == FaultKind::garbage);
    CHECK(faults[0].text == "move: \"foo\" is no pit: expected digits alone, such as 3");
    CHECK(faults[1].kind == FaultKind::garbage);
    CHECK(faults[1].text == "move: expected one pit, found 2 arguments");
    CHECK(faults[2].text == "move: \"99999999999\" is no pit of any board");
    const auto client = server.connect();
    client->heard();
    server.say(*client, "1 mode freeplay freeplay\n3 mode eval\n");
    CHECK(has(client->heard(), "@1 error \"Malformed mode: expected one mode\""));
    server.say(*client, "7 mode\n");
    CHECK(has(client->heard(), "@7 error \"Malformed mode: expected one mode\""));
    server.say(*client, "5@6 eval foo\n");
    CHECK(has(client->heard(), "@5 error \"Malformed eval: "));
}

TEST_CASE("a line over the limit and a flood end the session, with the fault in its game") {
    for (const bool flood : {false, true}) {
        TestServer server(options_of("6x4"));
        const Pair pair(server);
        pair.south->heard();
        if (flood) {
            std::string lines;
            for (int i = 0; i < 3000; ++i) lines += "x\n";
            server.say(*pair.south, lines);
        } else {
            server.say(*pair.south, std::string(16'385, 'x'));
        }
        const std::string heard = pair.south->heard();
        CHECK(has(heard, flood ? "error \"Too many lines\"" : "error \"Line too long\""));
        CHECK(heard.ends_with(" goodbye\n"));
        CHECK(pair.south->finished);
        REQUIRE(server.storage.ended.size() == 1);
        CHECK(server.storage.ended[0].second.faults.back().kind ==
              (flood ? FaultKind::flood : FaultKind::long_line));
        CHECK(has(pair.north->heard(), "\"48-0 gone\""));
    }
}

TEST_CASE("whoever answers at once may play without end") {
    TestServer server(options_of("6x4", 2s));
    const Pair pair(server);
    for (int i = 0; i < 20'000; ++i) {
        for (TestClient* client : {pair.south.get(), pair.north.get()}) {
            const std::string heard = client->heard();
            const std::string asked = last_state(heard);
            std::string answer = has(heard, "ping") ? "pong\n" : "";
            if (asked != "0") answer += "@" + asked + " yield\n";
            if (!answer.empty()) server.say(*client, answer);
        }
    }
    CHECK_FALSE(pair.south->finished);
    CHECK_FALSE(pair.north->finished);
    CHECK(server.counts().moves > 15'000);
}

TEST_CASE("one who does not read ends alone") {
    TestServer server(options_of("6x4"));
    const Pair pair(server);
    pair.south->reads = false;
    server.say(*pair.south, "@22 move 1\n@22 yield\n");
    CHECK(pair.south->finished);
    REQUIRE(server.storage.ended.size() == 1);
    CHECK(server.storage.ended[0].second.faults.back().kind == FaultKind::slow_reader);
    CHECK(has(pair.north->heard(), "gone"));
}

TEST_CASE("what is no part of a line costs as much as one") {
    TestServer server;
    const auto client = server.connect("a");
    client->heard();
    server.say(*client, "set info:na");
    for (int i = 0; i < 1'000; ++i) server.server->on_empty_frame(client->session, server.now);
    server.say(*client, "me b\n7 foo\n");
    CHECK(client->heard() == "6@7 error \"Unknown command\"\n");
    for (int i = 0; i < 1'000; ++i) server.server->on_empty_frame(client->session, server.now);
    CHECK(has(client->heard(), "error \"Too many lines\""));
    CHECK(client->finished);
}

TEST_CASE("a token is forgotten on request, its own too, and not without limit") {
    TestServer server;
    const auto client = server.connect();
    server.say(*client,
               "set auth:token t\nset auth:forget t\nset auth:forget \"\"\nmode freeplay\n");
    server.begins = false;
    const auto other = server.connect("b");
    CHECK(server.storage.forgotten == std::vector<std::string>{"t"});
    REQUIRE(server.storage.begins.size() == 1);
    CHECK(server.storage.begins[0].clients[0]->token.empty());
    for (int i = 0; i < 20; ++i) server.say(*client, "set auth:forget x\n");
    CHECK(server.storage.forgotten.size() == 8);
}

TEST_CASE("the tokens that may be forgotten in a minute are a host's own") {
    server::ServerOptions options;
    options.most_forgets_a_minute = 10;
    TestServer server(options);
    const auto forget = [&](int times) {
        const auto client = server.connect();
        for (int i = 0; i < times; ++i) server.say(*client, "set auth:forget x\n");
        server.closed_by(*client);
        return std::exchange(server.storage.forgotten, {}).size();
    };
    CHECK(forget(8) == 8);
    CHECK(forget(8) == 2);
    CHECK(forget(8) == 0);
    server.host = "192.0.2.1";
    CHECK(forget(8) == 8);
    server.pass(1min);
    server.host = "127.0.0.1";
    CHECK(forget(8) == 8);
}

TEST_CASE("deadlines come in the order of their times, and not before") {
    server::DeadlineQueue queue;
    const server::Time start{};
    CHECK(queue.next() == server::kNever);
    queue.set(start + 2s, 2);
    queue.set(start + 1s, 1);
    CHECK(queue.next() == start + 1s);
    CHECK_FALSE(queue.take(start));
    CHECK(queue.take(start + 5s) == 1);
    CHECK(queue.take(start + 5s) == 2);
    CHECK_FALSE(queue.take(start + 5s));
}
