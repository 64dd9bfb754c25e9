// What an administrator sees and does, with a clock that the test moves; the real program:
// tests/net/test_administration.py.
#include "support/page.hpp"

using namespace kalah;
using namespace kalah::test;

namespace {

Result<Json> act(TestServer& server, std::string_view verb, const std::string& body = "{}") {
    auto done = server.server->administer(verb, server::Fields(*Json::parse(body)), server.now);
    server.settle();
    return done;
}

bool done(TestServer& server, std::string_view verb, const std::string& body = "{}") {
    return static_cast<bool>(act(server, verb, body));
}

Json list(TestServer& server, std::string_view what) {
    return *server.server->admin_list(what, server.now);
}

std::string refused(TestServer& server, std::string_view verb, const std::string& body) {
    const auto done = act(server, verb, body);
    return done ? "not refused: " + done->line() : done.error().code;
}

}  // namespace

TEST_CASE("an ended game has no result, is stored as aborted, and its players go on") {
    TestServer server(options_of("6x4"));
    const Pair pair(server);
    const std::string state = last_state(pair.south->heard());
    CHECK(text_at(*act(server, "end", R"({"game":"1"})"), "names.south") == "a");
    const std::string heard = pair.south->heard();
    CHECK(has(heard, "error \"An administrator has ended the game\""));
    CHECK(has(heard, "@" + state + " stop"));
    CHECK(has(heard, "\"0-0 aborted\""));
    CHECK(has(pair.north->heard(), "\"0-0 aborted\""));
    REQUIRE(server.storage.ended.size() == 1);
    CHECK(server.storage.ended[0].second.ending == Ending::aborted);
    CHECK_FALSE(server.storage.ended[0].second.loser);
    CHECK(refused(server, "end", R"({"game":"1"})") == "no_such_game");
    CHECK_FALSE(pair.south->finished);
}

TEST_CASE("a game that the store has not begun yet can be ended, and a seat that waits") {
    TestServer server(options_of("6x4"), *store::Store::in_memory());
    server.begins = false;
    const Pair pair(server);
    const std::string name = text_at(list(server, "games").find("games")->items().at(0), "game");
    CHECK(name.front() == '#');
    CHECK(done(server, "end", Json::object().set("game", name).line()));
    CHECK(server.storage.ended.empty());
    server.begins = true;
    server.settle();
    REQUIRE(server.storage.ended.size() == 1);
    CHECK(server.storage.ended[0].second.ending == Ending::aborted);
    Page ada = server.page();
    const Made made(ada.ask("new", new_game(kAda, R"({"kind":"open"})")));
    CHECK(done(server, "end", Json::object().set("game", made.name).line()));
    CHECK(text_at(ada.state(made.name), "status") == "over");
    CHECK(at(ada.state(made.name), "by_administrator").as_bool() == true);
    CHECK(list(server, "games").find("total")->as_integer() == 0);
}

TEST_CASE("a ban ends with its time, and only its host is refused") {
    TestServer server;
    const auto client = server.connect("a");
    Page page = server.page("2.2.2.2");
    CHECK(done(server, "ban", R"({"host":"127.0.0.1","ms":7200000})"));
    CHECK(client->finished);
    CHECK(has(client->heard(), "error \"Your host is banned here\""));
    CHECK_FALSE(page.client().finished);
    CHECK_FALSE(server.server->admits("127.0.0.1", server.now));
    CHECK(server.server->admits("2.2.2.2", server.now));
    const auto until = at(list(server, "bans").find("bans")->items().at(0), "until").as_integer();
    CHECK(until == server.wall + 7'200'000);
    server.pass(2h - 1ms);
    CHECK_FALSE(server.server->admits("127.0.0.1", server.now));
    server.pass(1ms);
    CHECK(server.server->admits("127.0.0.1", server.now));
    CHECK(list(server, "bans").find("total")->as_integer() == 0);
    CHECK(done(server, "ban", R"({"host":"2.2.2.2"})"));
    CHECK(page.client().closed.code == net::CloseReason::Code::policy);
    server.pass(100h);
    CHECK_FALSE(server.server->admits("2.2.2.2", server.now));
    CHECK(done(server, "unban", R"({"host":"2.2.2.2"})"));
    CHECK(server.server->admits("2.2.2.2", server.now));
    CHECK(refused(server, "unban", R"({"host":"2.2.2.2"})") == "no_such_ban");
    CHECK(refused(server, "ban", R"({"host":"2.2.2.2:80"})") == "bad_host");
    CHECK(refused(server, "ban", R"({"host":"2.2.2.2","ms":0})") != "");
}

TEST_CASE("draining waits for a browser game while its person is there and moves") {
    TestServer server({}, *store::Store::in_memory());
    auto ada = std::make_optional(server.page());
    const Made made(ada->ask("new", new_game(kAda, kBob)));
    CHECK_FALSE(server.server->wants_to_end());
    CHECK(done(server, "drain"));
    CHECK(server.server->stats().draining);
    CHECK(ada->refusal("new", new_game(kAda, kBob)) == "closing");
    CHECK_FALSE(server.server->wants_to_end());
    server.pass(4min);
    CHECK_FALSE(ada->ask("move", made.move("south", 3, 0)).find("error"));
    server.pass(4min);
    CHECK_FALSE(server.server->wants_to_end());
    server.pass(2min);
    CHECK(server.server->wants_to_end());
    CHECK_FALSE(ada->ask("move", made.move("south", 6, 1)).find("error"));
    CHECK_FALSE(server.server->wants_to_end());
    ada.reset();
    CHECK(server.server->wants_to_end());
}

TEST_CASE("draining waits for the games of the lobby until their results are safe") {
    TestServer server(options_of("2x1"));
    const Pair pair(server);
    const auto idle = server.connect("c");
    CHECK(at(*act(server, "drain"), "games").as_integer() == 1);
    CHECK(idle->finished);
    CHECK_FALSE(pair.south->finished);
    server.commits = false;
    CHECK(done(server, "end", R"({"game":"1"})"));
    CHECK_FALSE(server.server->wants_to_end());
    server.commits = true;
    server.settle();
    CHECK(server.server->wants_to_end());
    CHECK(pair.south->finished);
}

TEST_CASE("lists tell who is there and what they play") {
    TestServer server(options_of("6x4"), *store::Store::in_memory());
    const Pair pair(server);
    Page ada = server.page("2001:db8::");
    const Made made(ada.ask("new", new_game(kAda, kBob)));
    server.pass(1s);
    const auto sessions = list(server, "sessions").find("sessions")->items();
    REQUIRE(sessions.size() == 3);
    CHECK(text_at(sessions[0], "name") == "a");
    CHECK(at(sessions[0], "games").line() == R"(["1"])");
    CHECK(at(sessions[0], "since").as_integer() == server.wall - 1000);
    CHECK(text_at(sessions[2], "kind") == "page");
    CHECK(at(sessions[2], "games").items().at(0).as_string() == made.name);
    CHECK_FALSE(server.server->admin_list("players", server.now));
}
