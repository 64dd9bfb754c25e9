// People in browsers and KGP clients in one lobby play the same games, here without sockets.
#include "support/folder.hpp"
#include "support/page.hpp"

using namespace kalah;
using namespace kalah::test;

namespace {

/// Answers for the client: plays its last legal pit.
void answer(TestServer& server, TestClient& client) {
    const std::string heard = client.heard();
    const std::string asked = last_state(heard);
    if (has(heard, "ping")) server.say(client, "pong\n");
    if (asked == "0") return;
    const std::size_t from = heard.rfind(" state <") + 7;
    const Board board = *parse_position(heard.substr(from, heard.find('>', from) + 1 - from));
    int last = 0;
    for (const int pit : legal_moves(board)) last = pit + 1;
    server.say(client, "@" + asked + " move " + std::to_string(last) + "\n@" + asked + " yield\n");
}

std::string side_of(const Json& state) {
    return *at(state, "sides").items().at(0).as_string();
}

}  // namespace

TEST_CASE("a person in a browser plays a waiting KGP client to the end, on both sides") {
    const Folder folder;
    const auto store =
        *store::Store::open(folder.path() + "/games.sqlite", store::Access::write, 1);
    TestServer server(options_of("3x3", 60s), store);
    const auto cy = server.connect("Cy");
    std::array<bool, 2> sides{};
    for (int round = 0; round < 2; ++round) {
        Page ada = server.page();
        const Made made(ada.ask("new", new_game(kAda, kLobby)));
        CHECK(text_at(made.all, "state.status") == "waiting");
        Json state = ada.state(made.name);
        CHECK(text_at(state, "status") == "playing");
        CHECK(at(state, "number").as_integer() == round + 1);
        CHECK(ada.refusal("undo", made.as("south")) == "no_undo_in_lobby");
        for (int i = 0; i < 100 && text_at(state, "status") != "over"; ++i) {
            const std::string mine = side_of(state);
            sides[mine == "south" ? 0 : 1] = true;
            CHECK(text_at(state, "seats." + mine + ".name") == "Ada");
            if (text_at(state, "to_move") == mine) {
                const auto pit = *at(at(state, "legal").items().front(), "pit").as_integer();
                const Json answered = ada.ask(
                    "move",
                    made.move("south", static_cast<int>(pit), at(state, "played").items().size()));
                CHECK_MESSAGE(!answered.find("error"), answered.line());
            }
            answer(server, *cy);
            state = ada.state(made.name);
        }
        CHECK(text_at(state, "ending") == "finished");
        const auto stored = store->load(*at(state, "number").as_integer());
        CHECK(stored->origin == "serve");
        CHECK(moves_text(stored->record.game) == moves_of(state));
        answer(server, *cy);  // the ping after the game
    }
    CHECK(sides == std::array<bool, 2>{true, true});
}

TEST_CASE("the opponent's moves and the time for a move are seen at once") {
    TestServer server(options_of("6x4", 30s));
    const auto cy = server.connect("Cy");
    Page ada = server.page();
    const Made made(ada.ask("new", new_game(kAda, kLobby)));
    Json state = ada.state(made.name);
    const std::string mine = side_of(state);
    server.pass(10s);
    if (text_at(state, "to_move") == mine) {
        ada.ask("move", made.move("south", 1, 0));
        CHECK(has(cy->heard(), " state <"));
    } else {
        answer(server, *cy);
    }
    state = ada.state(made.name);
    CHECK(at(state, "played").items().size() == 1);
    CHECK(at(state, "limit.left").as_integer() == 30'000);
    // The server moves for a person who does not move in time.
    server.pass(10min);
    CHECK(at(ada.state(made.name), "played").items().size() > 1);
}

TEST_CASE("a played move is never refused, though the store has not answered yet") {
    TestServer server(options_of("6x4", 30s));
    const auto cy = server.connect("Cy");
    server.begins = false;
    Page ada = server.page();
    const Made made(ada.ask("new", new_game(kAda, kLobby)));
    CHECK(ada.ask("move", made.move("south", 1, 0)).is_null());  // the game has not begun
    server.begins = true;
    server.settle();
    const Json answered = ada.late_answers().at(0);
    const bool refused = answered.find("error").has_value();
    CHECK(refused == (at(ada.state(made.name), "played").items().empty()));
}

TEST_CASE("resigning and leaving end a game of the lobby for both") {
    TestServer server(options_of("6x4", 30s));
    auto cy = server.connect("Cy");
    Page ada = server.page();
    const Made made(ada.ask("new", new_game(kAda, kLobby)));
    CHECK_FALSE(ada.ask("resign", made.as("south")).find("error"));
    CHECK(server.storage.ended.at(0).second.ending == Ending::resigned);
    CHECK(has(cy->heard(), "\"48-0 resigned\""));
    CHECK(text_at(ada.state(made.name), "ending") == "resigned");
    server.say(*cy, "pong\n");
    const Made second(ada.ask("rematch", made.as("south")));
    const Json begun = ada.state(second.name);
    CHECK(text_at(begun, "status") == "playing");
    server.closed_by(*cy);
    const Json over = ada.state(second.name);
    CHECK(text_at(over, "ending") == "gone");
    CHECK(text_at(over, "loser") != side_of(over));
    const std::string key = at(second.all, "keys").keys().front();
    CHECK(ada.refusal("move", second.move(key, 1, 0)) == "game_over");
}

TEST_CASE("a person who is away gives up the place in the lobby until coming back") {
    TestServer server(options_of("6x4", 30s));
    std::optional<Page> ada(server.page());
    const Made made(ada->ask("new", new_game(kAda, kLobby)));
    ada.reset();
    server.pass(29s);
    ada.emplace(server.page());
    const std::string enter =
        made.game() + R"(,"keys":[")" + text_at(made.all, "keys.south") + R"("])";
    ada->ask("enter", enter);
    ada.reset();
    server.pass(30s);
    const auto cy = server.connect("Cy");
    CHECK(server.counts().games == 0);
    ada.emplace(server.page());
    CHECK(text_at(ada->ask("enter", enter), "state.status") == "waiting");
    CHECK(text_at(ada->state(made.name), "status") == "playing");
}

TEST_CASE("a person who is away keeps the game with the place, though memory is short") {
    auto options = options_of("6x4", 30s);
    options.most_in_memory = 1;
    TestServer server(options);
    std::optional<Page> ada(server.page());
    const Made made(ada->ask("new", new_game(kAda, kLobby)));
    server.pass(10s);
    ada.reset();
    // The games that others make push idle ones out of memory.
    Page bob = server.page();
    bob.ask("new", new_game(kBob, kAda));
    bob.ask("new", new_game(kBob, kAda));
    const auto cy = server.connect("Cy");
    CHECK(server.counts().games == 1);
    Page back = server.page();
    const Json entered = back.ask("enter", made.game());
    CHECK(text_at(entered, "state.status") == "playing");
}

TEST_CASE("two people who wait in the lobby play each other") {
    TestServer server(options_of("6x4", 30s));
    Page ada = server.page();
    Page bob = server.page();
    const Made made(ada.ask("new", new_game(kAda, kLobby)));
    const Made joined(bob.ask("new", new_game(kBob, kLobby)));
    CHECK(joined.name == made.name);
    CHECK(text_at(ada.state(made.name), "status") == "playing");
    CHECK(text_at(ada.state(made.name), "seats.north.name") == "Bob");
    CHECK_FALSE(ada.ask("move", made.move("south", 1, 0)).find("error"));
    CHECK_FALSE(bob.ask("move", joined.move("north", 1, 1)).find("error"));
    CHECK(moves_of(ada.state(made.name)) == "1 1");
    bob.ask("resign", joined.as("north"));
    const Made next(ada.ask("rematch", made.as("south")));
    CHECK(text_at(bob.ask("rematch", joined.as("north")), "game") == next.name);
}

TEST_CASE("two people who waited before a restart play each other, each in the game they know") {
    const Folder folder;
    const auto store =
        *store::Store::open(folder.path() + "/games.sqlite", store::Access::write, 1);
    std::optional<Made> of_ada;
    std::optional<Made> of_bob;
    {
        TestServer server(options_of("6x4", 30s), store);
        of_ada.emplace(server.page().ask("new", new_game(kAda, kLobby)));  // and leaves
        of_bob.emplace(server.page().ask("new", new_game(kBob, kLobby)));
        server.write_journal();
    }
    REQUIRE(of_ada->name != of_bob->name);
    TestServer server(options_of("6x4", 30s), store);
    Page ada = server.page();
    Page bob = server.page();
    const auto enter = [](Page& page, const Made& made) {
        return page.ask("enter",
                        made.game() + R"(,"keys":[")" + text_at(made.all, "keys.south") + R"("])");
    };
    CHECK(text_at(enter(ada, *of_ada), "state.status") == "waiting");
    CHECK(text_at(enter(bob, *of_bob), "state.status") == "waiting");
    const Json known_by_ada = ada.state(of_ada->name);
    const Json known_by_bob = bob.state(of_bob->name);
    CHECK(text_at(known_by_ada, "status") == "playing");
    CHECK(text_at(known_by_bob, "status") == "playing");
    CHECK(at(known_by_ada, "seats").line() == at(known_by_bob, "seats").line());
    CHECK(at(known_by_ada, "sides").line() != at(known_by_bob, "sides").line());
    const bool ada_begins = at(known_by_ada, "sides").line() == R"(["south"])";
    Page& first = ada_begins ? ada : bob;
    const Made& of_first = ada_begins ? *of_ada : *of_bob;
    CHECK_FALSE(first.ask("move", of_first.move("south", 1, 0)).find("error"));
    CHECK(moves_of(ada.state(of_ada->name)) == "1");
    CHECK(moves_of(bob.state(of_bob->name)) == "1");
    CHECK(text_at(server.page().ask("enter", of_bob->game()), "state.game") == of_bob->name);
    bob.ask("resign", of_bob->as("south"));
    CHECK(text_at(ada.state(of_ada->name), "ending") == "resigned");
    // Both links lead to the game, also on another server.
    server.write_journal();
    TestServer later(options_of("6x4", 30s), store);
    for (const Made* made : {&*of_ada, &*of_bob})
        CHECK(text_at(later.page().ask("enter", made->game()), "state.ending") == "resigned");
}

TEST_CASE("a bot plays a person who waits too long") {
    auto options = options_of("6x4", 30s);
    options.bots = {"random"};
    TestServer server(options);
    Page ada = server.page();
    const Made made(ada.ask("new", new_game(kAda, kLobby)));
    server.pass(5s);
    const Json state = ada.state(made.name);
    CHECK(text_at(state, "status") == "playing");
    ada.ask("move", made.move("south", 1, 0));
    CHECK(text_at(ada.state(made.name), "thinking") != side_of(state));
    REQUIRE(server.questions.size() == 1);
    server.bot(server.questions[0].game, 1, 0, "thought");
    CHECK(moves_of(ada.state(made.name)) == "1 1");
}

TEST_CASE("games in the lobby are limited for a host, not for all") {
    auto options = options_of("6x4", 30s);
    options.most_in_lobby_of_a_host = 1;
    TestServer server(options);
    Page ada = server.page("1.1.1.1");
    const Made made(ada.ask("new", new_game(kAda, kLobby)));
    CHECK(ada.refusal("new", new_game(kAda, kLobby)) == "too_many_in_lobby");
    CHECK(server.page("2.2.2.2").ask("new", new_game(kBob, kLobby)).find("game"));
}

TEST_CASE("what was played in the lobby is there after the server has died") {
    const Folder folder;
    const auto store =
        *store::Store::open(folder.path() + "/games.sqlite", store::Access::write, 1);
    std::optional<Made> made;
    {
        TestServer server(options_of("6x4", 30s), store);
        const auto cy = server.connect("Cy");
        Page ada = server.page();
        made.emplace(ada.ask("new", new_game(kAda, kLobby)));
        ada.ask("resign", made->as("south"));
    }
    TestServer server(options_of("6x4", 30s), store);
    Page ada = server.page();
    const Json entered = ada.ask("enter", made->game());
    CHECK(text_at(entered, "state.status") == "over");
    CHECK(text_at(entered, "state.ending") == "resigned");
    CHECK(at(entered, "state.number").as_integer() == 1);
}
