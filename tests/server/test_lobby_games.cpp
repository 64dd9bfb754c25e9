// Games of the lobby: what counts in a game, and what loses it.
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

TEST_CASE("the last of repeated moves counts, and the next state is the opponent's view") {
    TestServer server(options_of("6x4"));
    const Pair pair(server);
    pair.north->heard();
    server.say(*pair.south, "@22 move 1\n@22 move 6\n@22 move 2\n@22 yield\n");
    CHECK(has(pair.south->heard(), "24@22 stop\n"));
    CHECK(pair.north->heard() == "22 state <6,0,0,4,4,4,4,4,4,4,0,5,5,5,5>\n");
}

TEST_CASE("an extra turn is another state for the same client") {
    TestServer server(options_of("6x4"));
    const Pair pair(server);
    pair.north->heard();
    server.say(*pair.south, "@22 move 3\n@22 yield\n");
    CHECK(has(pair.south->heard(), "24@22 stop\n26 state <6,1,0,4,4,0,5,5,5,4,4,4,4,4,4>\n"));
    CHECK(pair.north->heard().empty());
}

TEST_CASE("no move in time: ping, stop, and a random move, or the move it named") {
    TestServer server(options_of("6x4", 2s));
    const Pair pair(server);
    pair.south->heard();
    server.pass(1999ms);
    CHECK(pair.south->heard().empty());
    server.pass(1ms);
    const std::string heard = pair.south->heard();
    CHECK(has(heard, "24 ping\n26@22 stop\n"));
    server.say(*pair.south, "@24 pong\n@22 move 6\n");  // late: ignored, noted
    server.closed_by(*pair.north);
    const GameRecord& record = server.storage.ended.at(0).second;
    CHECK(record.notes.at(0).source == MoveSource::referee);
    CHECK(record.notes[0].seconds == doctest::Approx(2));
    REQUIRE(record.faults.size() >= 2);
    CHECK(record.faults[0].kind == FaultKind::timeout);
    CHECK(record.faults[1].kind == FaultKind::late);

    TestServer again(options_of("6x4", 2s));
    const Pair other_pair(again);
    again.say(*other_pair.south, "@22 move 6\n");
    again.pass(2s);
    CHECK(has(other_pair.north->heard(), "state <6,0,1,5,5,5,4,4,4,4,4,4,4,4,0>"));
}

TEST_CASE("moves do not restart the time limit") {
    TestServer server(options_of("6x4", 2s));
    const Pair pair(server);
    pair.south->heard();
    for (int i = 0; i < 3; ++i) {
        server.pass(500ms);
        server.say(*pair.south, "@22 move 1\n");
        CHECK(pair.south->heard().empty());
    }
    server.pass(500ms);
    CHECK(has(pair.south->heard(), "stop"));
}

TEST_CASE("where no move loses, no move loses") {
    auto options = options_of("6x4", 2s);
    options.time.without_move = server::MoveTime::WithoutMove::loses;
    for (const bool yields : {false, true}) {
        TestServer server(options);
        const Pair pair(server);
        if (yields)
            server.say(*pair.south, "@22 yield\n");
        else
            server.pass(2s);
        REQUIRE(server.storage.ended.size() == 1);
        CHECK(server.storage.ended[0].second.ending == Ending::timeout);
        CHECK(server.storage.ended[0].second.loser == Side::south);
        CHECK(has(pair.north->heard(), "\"48-0 timeout\""));
    }
}

TEST_CASE("an illegal final move loses the game, a repaired one does not") {
    for (const char* pit : {"0", "7", "-3", "99999"}) {
        TestServer server(options_of("6x4"));
        const Pair pair(server);
        server.say(*pair.south, std::string("@22 move ") + pit + "\n@22 yield\n");
        REQUIRE(server.storage.ended.size() == 1);
        CHECK(server.storage.ended[0].second.ending == Ending::illegal);
        CHECK(has(pair.south->heard(), "@22 stop\n"));
        CHECK(has(pair.north->heard(), "\"48-0 illegal\""));
    }
    TestServer server(options_of("6x4"));
    const Pair pair(server);
    server.say(*pair.south, "@22 move 0\n@22 move 1\n@22 yield\n");
    CHECK(server.storage.ended.empty());
}

TEST_CASE("answers to no state, to another one and after the stop are told apart") {
    TestServer server(options_of("6x4"));
    const Pair pair(server);
    pair.south->heard();
    server.say(*pair.south, "23 move 6\n");
    CHECK(pair.south->heard() == "24@23 error \"No state associated with id\"\n");
    server.say(*pair.south, "27@3277 move 4\n29@3276 yield\n31@18 move 1\n");
    CHECK(pair.south->heard() ==
          "26@27 error \"No state associated with id\"\n"
          "28@29 error \"No state associated with id\"\n"
          "30@31 error \"No state associated with id\"\n");
    server.say(*pair.north, "@22 move 1\n@22 yield\n");  // north was asked nothing yet
    CHECK(has(pair.north->heard(), "error \"No state associated with id\""));
    server.say(*pair.south, "@22 yield\n@22 move 6\n@22 yield\n");
    const std::string heard = pair.south->heard();
    CHECK(heard.starts_with("32@22 stop\n"));
    CHECK_FALSE(has(heard, "error"));
    server.say(*pair.south, "goodbye\n");
    const auto& faults = server.storage.ended.at(0).second.faults;
    REQUIRE(faults.size() == 8);
    for (std::size_t i = 0; i < 6; ++i) CHECK(faults[i].kind == FaultKind::wrong_game);
    CHECK(faults[4].side == Side::north);
    CHECK(faults[6].kind == FaultKind::repeated);
    CHECK(faults[7].kind == FaultKind::gone);
}

TEST_CASE("a comment belongs to the next move only, line breaks and all") {
    TestServer server(options_of("6x4"));
    const Pair pair(server);
    server.say(*pair.south,
               "set info:comment \"depth 3\\nsaid \\\"hi\\\"\"\n@22 move 6\n@22 yield\n");
    server.say(*pair.north, "@22 move 1\n@22 yield\n");
    server.closed_by(*pair.south);
    const auto& notes = server.storage.ended.at(0).second.notes;
    CHECK(notes.at(0).comment == "depth 3\nsaid \"hi\"");
    CHECK(notes.at(1).comment.empty());
}

TEST_CASE("leaving loses the game, before it was noted down too") {
    for (const bool noted : {true, false}) {
        TestServer server;
        server.begins = noted;
        const Pair pair(server);
        server.closed_by(*pair.south);
        server.begins = true;
        server.settle();
        REQUIRE(server.storage.ended.size() == 1);
        CHECK(server.storage.ended[0].second.ending == Ending::gone);
        CHECK(server.storage.ended[0].second.loser == Side::south);
        CHECK(has(pair.north->heard(), "\"72-0 gone\""));
        CHECK(server.counts().games == 0);
    }
}

TEST_CASE("a game that ends under an open state stops it first, and its answer is no fault") {
    enum class How { leaves, floods, is_stopped };
    for (const How how : {How::leaves, How::floods, How::is_stopped}) {
        TestServer server(options_of("6x4", 60s));
        const Pair pair(server);
        pair.south->heard();
        if (how == How::leaves) server.closed_by(*pair.north);
        if (how == How::floods) server.say(*pair.north, std::string(16'385, 'x'));
        if (how == How::is_stopped) {
            server.stop_accepting();
            server.stop_games();
        }
        CHECK(pair.south->heard().starts_with("24@22 stop\n26 set \"game:result\""));
        if (how == How::is_stopped) continue;
        const auto next = server.connect("c");
        server.say(*pair.south, "pong\n@22 move 1\n@22 yield\n");
        REQUIRE(server.counts().games == 1);
        CHECK_FALSE(has(pair.south->heard(), "error"));
        server.closed_by(*next);
        for (const Fault& fault : server.storage.ended.at(1).second.faults)
            CHECK(fault.kind != FaultKind::wrong_game);
    }
}

TEST_CASE("what comes after the time is late, though nobody has looked at the clock since") {
    TestServer server(options_of("6x4", 2s));
    const Pair pair(server);
    pair.south->heard();
    server.now += 2s;  // the timer has not fired yet
    server.say(*pair.south, "@22 move 6\n@22 yield\n");
    CHECK(has(pair.south->heard(), "24 ping\n26@22 stop\n"));
    server.closed_by(*pair.north);
    const GameRecord& record = server.storage.ended.at(0).second;
    CHECK(record.notes.at(0).source == MoveSource::referee);
    REQUIRE(record.faults.size() >= 2);
    CHECK(record.faults[0].kind == FaultKind::timeout);
    CHECK(record.faults[1].kind == FaultKind::late);

    TestServer evals(options_of("6x4", 2s));
    const auto client = evals.connect();
    evals.say(*client, "mode eval\n");
    client->heard();
    evals.now += 2s;
    evals.say(*client, "@4 eval 1\n");
    CHECK(has(client->heard(), "6 ping\n8@4 stop\n10 state <"));
    CHECK(evals.storage.evals.empty());
}

TEST_CASE("an id that was no state is none later either") {
    TestServer server(options_of("6x4", 60s));
    const Pair pair(server);
    for (int settled = 0; settled < 40; ++settled) {
        for (TestClient* client : {pair.south.get(), pair.north.get()}) {
            const std::string asked = last_state(client->heard());
            if (asked == "0") continue;
            server.say(*client, "@" + asked + " yield\n");
        }
        if (server.counts().moves > 20) break;
    }
    REQUIRE(server.counts().moves > 20);
    pair.south->heard();
    server.say(*pair.south, "7@4 yield\n9@22 yield\n");
    const std::string heard = pair.south->heard();
    CHECK(has(heard, "@7 error \"No state associated with id\"\n"));
    CHECK_FALSE(has(heard, "@9 error"));
}
