// Practice: the modes verify and eval.
#include <doctest/doctest.h>

#include <regex>

#include "kalah/notation.hpp"
#include "support/game_server.hpp"

using namespace kalah;
using namespace std::chrono_literals;
using test::has;
using test::last_state;
using test::options_of;
using test::TestServer;

TEST_CASE("verify: right and wrong solutions, both spellings, and the next problem") {
    TestServer server;
    const auto client = server.connect();
    client->heard();
    server.say(*client, "1 mode \"verify\"\n");
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
        server.say(*client, "7" + answer + "\n");
        if (round % 4 < 2) CHECK(has(client->text, "@7 ok\r\n"));
        if (round % 4 == 2)
            CHECK(has(client->text, played.extra_turn ? "error \"Was a repeat move\""
                                                      : "error \"Was not a repeat"));
        if (round % 4 == 3) CHECK(has(client->text, "error \"Expected state <"));
    }
    client->heard();
    server.say(*client, "9@3 solution <1,0,0,1,1> true\n");
    CHECK(has(client->heard(), "@9 error \"Invalid reference\"\n"));
    server.say(*client, "11 solution <x> true\n13 solution <1,0,0,1> 1\n15 foo\n");
    const std::string heard = client->heard();
    CHECK(has(heard, "@13 error \"Malformed solution"));
    CHECK(has(heard, "@15 error \"Unknown command\""));
    CHECK_FALSE(client->finished);
}

TEST_CASE("eval: an answer is judged, then comes the next position, and silence is pinged") {
    TestServer server(options_of("6x4", 2s));
    const auto client = server.connect();
    client->heard();
    server.say(*client, "1 mode eval\n");
    const std::string first = last_state(client->heard());
    REQUIRE(first == "4");
    server.say(*client, "3@4 eval -1.5\n");
    CHECK(client->heard() == "6@4 stop\n");
    REQUIRE(server.storage.evals.size() == 1);
    CHECK(server.storage.evals[0].answer.value == -1.5);
    CHECK(legal_moves(server.storage.evals[0].answer.position).size() > 1);
    server.say(*client, "@4 eval 2\n");  // after the stop
    CHECK(client->heard().empty());
    server.server->on_eval_saved(server.storage.evals[0].id, server.now);
    CHECK(last_state(client->heard()) == "8");
    server.say(*client, "5@2 eval 1\n");
    CHECK(client->heard() == "10@5 error \"No state associated with id\"\n");
    server.pass(2s);
    const std::string heard = client->heard();
    CHECK(has(heard, "12 ping\n14@8 stop\n16 state <"));
}

namespace {

/// A client that has answered its first request for an evaluation.
std::unique_ptr<test::TestClient> evaluate(TestServer& server, const std::string& before = "") {
    auto client = server.connect();
    server.say(*client, before + "mode eval\n");
    server.say(*client, "@" + last_state(client->heard()) + " eval 1\n");
    return client;
}

}  // namespace

TEST_CASE("an evaluation is saved beside the engine's, and without it if there is no memory") {
    TestServer server(options_of("6x4", 2s));
    const auto client = evaluate(server);
    REQUIRE(server.storage.evals.size() == 1);
    CHECK(server.storage.evals[0].answer.champion);

    players::Spec huge = *players::parse_player("champion");
    huge.settings.table_bytes = std::size_t{1} << 55;
    TestServer poor(options_of("6x4", 2s), nullptr, true, huge);
    const auto other = evaluate(poor);
    REQUIRE(poor.storage.evals.size() == 1);
    CHECK_FALSE(poor.storage.evals[0].answer.champion);
}

TEST_CASE("evaluations that wait at the end are saved without the engine's") {
    TestServer server(options_of("6x4", 2s));
    server.computes = false;
    const auto a = evaluate(server);
    const auto b = evaluate(server);
    CHECK(server.storage.evals.empty());
    server.server.reset();
    REQUIRE(server.storage.evals.size() == 2);
    CHECK_FALSE(server.storage.evals[0].answer.champion);
}

TEST_CASE("beyond a host's number of evaluations that wait, one is answered and not saved") {
    server::ServerOptions options = options_of("6x4", 2s);
    options.most_evals_of_a_host = 3;
    TestServer server(options);
    server.computes = false;
    for (std::size_t i = 0; i < 3; ++i) server.closed_by(*evaluate(server));
    const auto late = evaluate(server);
    CHECK(has(late->heard(), " state <"));  // the next position
    // What strangers of another host do is of no matter here.
    server.host = "192.0.2.1";
    const auto other = evaluate(server);
    CHECK_FALSE(has(other->heard(), " state <"));
    server.computes = true;
    server.settle();
    REQUIRE(server.storage.evals.size() == 4);
    // Evaluations count until they are saved, not only until they are judged.
    server.host = "127.0.0.1";
    server.computes = false;
    const auto early = evaluate(server);
    CHECK(has(early->heard(), " state <"));
    server.server->on_eval_saved(server.storage.evals[0].id, server.now);
    const auto next = evaluate(server);
    CHECK_FALSE(has(next->heard(), " state <"));
    server.server.reset();
    CHECK(server.storage.evals.size() == 5);
}

TEST_CASE("an evaluation loses its name when its player is forgotten while it is judged") {
    TestServer server(options_of("6x4", 2s));
    server.computes = false;
    const auto client = evaluate(server, "set info:name Ann\nset auth:token secret\n");
    const auto other = server.connect();
    server.say(*other, "set auth:forget secret\n");
    server.computes = true;
    server.settle();
    REQUIRE(server.storage.evals.size() == 1);
    CHECK(server.storage.evals[0].client == ClientInfo{store::kForgotten, "", "", ""});
    CHECK(server.storage.evals[0].answer.champion);
}

TEST_CASE("in verify mode wrong answers are taken from the budget") {
    TestServer server;
    const auto client = server.connect();
    server.say(*client, "mode verify\n");
    for (int i = 0; i < 2'100 && !client->finished; ++i) {
        static const std::regex pattern("(\\d+) problem [^\n]*\n$");
        const std::string heard = client->heard();
        std::smatch match;
        REQUIRE(std::regex_search(heard, match, pattern));
        server.say(*client, "@" + match[1].str() + " solution <1,0,0,1,1> 1\n");
    }
    CHECK(client->finished);
    CHECK(has(client->heard(), "error \"Too many lines\""));
}
