// The games of `kalah join`: questions, answers, and what counts as a game.
#include "client/client.hpp"

#include <doctest/doctest.h>

#include "support/running_client.hpp"

using namespace kalah;
using namespace kalah::client;

TEST_CASE("a client plays at a server that tells the result, and leaves before the next game") {
    test::ScriptServer server;
    test::RunningClient client(server, "alphabeta:depth=3", 1);
    test::welcome(server);
    server.say("4@3 ok");
    server.say("6 set \"game:id\" \"5\"");
    server.say("8 set \"game:opponent\" \"Bob\"");
    server.say("10 state <3,9,4,0,0,1,0,2,2>");
    CHECK(server.hear_command() == "7@10 move 3");
    CHECK(server.hear() == "9@10 yield");
    server.say("12@10 stop");
    server.say("14 set \"game:result\" \"10-8 finished\"");
    CHECK(server.hear() == "11 goodbye");
    CHECK(server.hear() == "(end)");
    server.hang_up();
    CHECK_FALSE(client.wait());
    REQUIRE(client.outcomes.size() == 1);
    const Outcome& outcome = client.outcomes[0];
    CHECK(outcome.number == 1);
    CHECK(outcome.game == "5");
    CHECK(outcome.opponent == "Bob");
    REQUIRE(outcome.points);
    CHECK(outcome.points->own == 10);
    CHECK(outcome.points->opponent == 8);
    CHECK(outcome.reason == "finished");
    CHECK(client.counts().tally.wins == 1);
}

TEST_CASE("at a server that tells nothing, a predicted end is enough") {
    test::ScriptServer server;
    test::RunningClient client(server, "alphabeta:depth=3", 1);
    test::welcome(server, "kgp 1 0 1");
    server.say("state <3,9,4,0,0,1,0,2,2>");  // not even an id
    CHECK(server.hear_command() == "7 move 3");
    CHECK(server.hear() == "9 yield");
    CHECK(server.hear() == "11 goodbye");
    server.say("goodbye");
    server.hang_up();
    CHECK_FALSE(client.wait());
    REQUIRE(client.outcomes.size() == 1);
    CHECK(client.outcomes[0].game.empty());
    CHECK(client.outcomes[0].points->own == 10);
    CHECK(client.outcomes[0].reason == "predicted");
    CHECK(client.counts().tally.wins == 1);
}

TEST_CASE("at a server that tells nothing, a new start board ends the game before it") {
    test::ScriptServer server;
    test::RunningClient client(server, "alphabeta:depth=3", 1);
    test::welcome(server);
    server.say("8 state <3,0,0,3,3,3,3,3,3>");
    CHECK(server.hear_command().find("@8 move ") != std::string::npos);
    CHECK(server.hear().find("@8 yield") != std::string::npos);
    server.say("10@8 stop");
    server.say("12 state <3,0,0,3,3,3,3,3,3>");
    CHECK(server.hear().find("goodbye") != std::string::npos);
    server.hang_up();
    CHECK_FALSE(client.wait());
    CHECK(client.counts().tally.unknown == 1);
    CHECK(client.counts().cut_off == 1);  // the one that has just begun
}

TEST_CASE("a client answers pings while it thinks, and stops thinking when told") {
    test::ScriptServer server;
    test::RunningClient client(server, "alphabeta:time=1m", 1);
    test::welcome(server);
    server.say("8 state <6,0,0,6,6,6,6,6,6,6,6,6,6,6,6>");
    server.say("10 ping");
    CHECK(server.hear() == "5@10 pong");
    server.say("12@8 stop");
    server.say("14 error \"too\" \"slow\"");
    server.say("16 ping");
    CHECK(server.hear() == "7@16 pong");
    // The next question starts a new search, which the clock ends.
    server.say("18 set \"time:mode\" \"relative\"");
    server.say("20 set \"time:clock\" 1");
    server.say("22 state <6,0,0,6,6,6,6,6,6,6,6,6,6,6,6>");
    CHECK(server.hear().find("set \"info:comment\" \"depth ") != std::string::npos);
    CHECK(server.hear().find("@22 move ") != std::string::npos);
    CHECK(server.hear().find("@22 yield") != std::string::npos);
    server.say("24 set \"game:result\" \"0-72 gone\"");
    CHECK(server.hear().find("goodbye") != std::string::npos);
    server.hang_up();
    CHECK_FALSE(client.wait());
    CHECK(client.counts().late == 1);
    CHECK(client.counts().complaints == 1);
    CHECK(client.counts().tally.losses == 1);
    const auto complaint =
        std::find_if(client.notices.begin(), client.notices.end(),
                     [](const Notice& notice) { return notice.kind == Notice::Kind::complaint; });
    REQUIRE(complaint != client.notices.end());
    CHECK(complaint->text == "too");
}

TEST_CASE("several questions at once are all answered in their time") {
    test::ScriptServer server;
    test::RunningClient client(server, "alphabeta:time=1m", 1);
    test::welcome(server);
    server.say("4 set \"time:mode\" \"relative\"");
    server.say("6 set \"time:clock\" 2");
    for (const char* id : {"8", "10", "12"})
        server.say(std::string(id) + " state <6,0,0,6,6,6,6,6,6,6,6,6,6,6,6>");
    for (const char* id : {"8", "10", "12"}) {
        CHECK(server.hear_command().find("@" + std::string(id) + " move ") != std::string::npos);
        CHECK(server.hear().find("@" + std::string(id) + " yield") != std::string::npos);
    }
    client.interrupt = true;
    CHECK(server.hear().find("goodbye") != std::string::npos);
    server.hang_up();
    client.wait();
    CHECK(client.counts().late == 0);
}

TEST_CASE("the end of a game withdraws its question, not those of others") {
    test::ScriptServer server;
    Client::Options settings;
    settings.address.port = server.port();
    settings.info.name = "Ann";
    settings.games = 2;
    Client client(settings);
    test::Onlooker seat;
    std::thread thread([&] { static_cast<void>(client.run(seat)); });
    test::welcome(server);
    for (const char* game : {"5", "6"}) {
        server.say("4 set \"game:id\" \"" + std::string(game) + "\"");
        server.say(std::string(game) + "0 state <3,0,0,3,3,3,3,3,3>");
    }
    server.say("4 set \"game:id\" \"5\"");
    server.say("6 set \"game:result\" \"18-0 gone\"");
    server.say("8 set \"game:id\" \"7\"");
    server.say("70 state <3,0,0,3,3,3,3,3,3>");
    server.say("10 set \"game:result\" \"18-0 gone\"");
    while (server.hear() != "(end)") {
    }
    server.hang_up();
    thread.join();
    CHECK(seat.noted == "ask 5\nask 6\ndrop 5\nask 7\ndrop 7\ndrop 6\n");
    CHECK(client.counts().late == 0);
}

TEST_CASE("a forced opening is played in games that we begin, and only there") {
    test::ScriptServer server;
    test::RunningClient client(server, "greedy", 0, 1);
    test::welcome(server);
    server.say("8 state <3,0,0,3,3,3,3,3,3>");
    CHECK(server.hear_command() == "7@8 move 2");
    CHECK(server.hear() == "9@8 yield");
    server.say("10 state <3,0,1,4,3,3,3,0,4>");  // the opponent began
    CHECK(server.hear_command().find("@10 move 1") != std::string::npos);
    client.interrupt = true;
    server.hang_up();
    client.wait();
}

TEST_CASE("an opening that the server's board does not have ends the client, in order") {
    test::ScriptServer server;
    test::RunningClient client(server, "greedy", 0, 8);
    test::welcome(server);
    server.say("8 state <3,0,1,4,3,3,3,0,4>");  // although the opponent has begun
    CHECK(server.hear() == "5 goodbye");
    server.hang_up();
    const auto end = client.wait();
    REQUIRE(end);
    CHECK(end->code == "opening");
    CHECK(end->message == "--first-move 9: the server's board has pits 1 to 3");
}

TEST_CASE("the rules are the server's where it tells them, else as the user says") {
    test::ScriptServer server;
    Client::Options settings;
    settings.address.port = server.port();
    settings.info.name = "Ann";
    settings.rules = parse_rules("avalanche")->rules;
    settings.games = 1;
    Client client(settings);
    test::Onlooker seat;
    std::thread thread([&] { static_cast<void>(client.run(seat)); });
    test::welcome(server);
    server.say("4 state <3,0,0,3,3,3,3,3,3>");
    server.say("6@4 stop");
    server.say("8 set \"game:rules\" \"empty-capture\"");
    server.say("10 state <3,0,0,3,3,3,3,3,3>");
    server.say("12 set \"game:result\" \"18-0 gone\"");
    while (server.hear() != "(end)") {
    }
    server.hang_up();
    thread.join();
    CHECK(seat.rules ==
          std::vector{parse_rules("avalanche")->rules, parse_rules("empty-capture")->rules});
}
