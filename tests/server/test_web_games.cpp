// Games that pages play, with the store behind them.
#include <random>

#include "support/folder.hpp"
#include "support/page.hpp"

using namespace kalah;
using namespace kalah::test;

namespace {

bool is_turn_of(const Json& state, std::string_view side) {
    return text_at(state, "to_move") == side && text_at(state, "status") == "playing";
}

/// Plays the first legal move at each turn of the side until the game is over. Returns its state.
Json play_to_the_end(TestServer& server, Page& page, const Made& made, std::string_view side) {
    for (int i = 0; i < 1000; ++i) {
        const Json state = page.state(made.name);
        if (text_at(state, "status") == "over") return state;
        if (!is_turn_of(state, side)) {
            server.settle();
            continue;
        }
        const auto pit =
            static_cast<int>(*at(at(state, "legal").items().front(), "pit").as_integer());
        const Json answer =
            page.ask("move", made.move(side, pit, at(state, "played").items().size()));
        REQUIRE_MESSAGE(!answer.find("error"), answer.line());
    }
    FAIL("the game has no end");
    return {};
}

std::string key_of(const Made& made, const std::string& key) {
    return made.game() + R"(,"key":")" + key + '"';
}

}  // namespace

TEST_CASE("two people on one screen play, and a move for another ply is refused") {
    TestServer server({}, *store::Store::in_memory());
    Page ada = server.page();
    const Made made(ada.ask("new", new_game(kAda, kBob)));
    CHECK(text_at(made.all, "state.status") == "playing");
    CHECK(text_at(made.all, "state.seats.north.name") == "Bob");
    CHECK_FALSE(ada.ask("move", made.move("south", 3, 0)).find("error"));
    const Json event = ada.event();
    CHECK(text_at(event, "event") == "game");
    CHECK(at(event, "ply").as_integer() == 1);
    CHECK(text_at(at(event, "moves").items().at(0), "sowing.side") == "south");
    CHECK(moves_of(ada.state(made.name)) == "3");
    CHECK(ada.refusal("move", made.move("north", 1, 1)) == "not_to_move");
    CHECK(ada.refusal("move", made.move("south", 6, 0)) == "stale_ply");
    CHECK(ada.refusal("move", made.move("south", 3, 1)) == "empty_pit");
    CHECK(ada.refusal("move", made.game() + R"(,"key":"x","pit":6,"ply":1)") == "wrong_key");
    ada.ask("move", made.move("south", 6, 1));
    ada.ask("undo", made.as("south"));
    CHECK(moves_of(ada.state(made.name)) == "3");
    Page bob = server.page();
    const Json entered =
        bob.ask("enter", made.game() + R"(,"keys":[")" + text_at(made.all, "keys.north") + R"("])");
    CHECK(moves_of(at(entered, "state")) == "3");
    CHECK(at(entered, "sides").line() == R"(["north"])");
}

TEST_CASE("an event of a long game is no longer than of a short one") {
    TestServer server({}, *store::Store::in_memory());
    Page ada = server.page();
    std::size_t longest_early = 0;
    std::size_t longest_late = 0;
    const Made made(ada.ask("new", new_game(kAda, kBob, "", "6x6")));
    for (std::size_t ply = 0; ply < 40; ++ply) {
        const Json state = ada.state(made.name);
        if (text_at(state, "status") == "over") break;
        const auto pit = *at(at(state, "legal").items().back(), "pit").as_integer();
        ada.ask("move", made.move(text_at(state, "to_move"), static_cast<int>(pit), ply));
        while (ada.has_event()) {
            std::size_t& longest = ply < 10 ? longest_early : longest_late;
            longest = std::max(longest, ada.event().line().size());
        }
    }
    CHECK(longest_late > 0);
    CHECK(longest_late < longest_early + 400);  // sowings differ in length
}

TEST_CASE("by a link another person takes the open seat, and both see every move") {
    TestServer server({}, *store::Store::in_memory());
    Page ada = server.page();
    std::optional<Page> bob(server.page());
    const Made made(ada.ask("new", new_game(kAda, kOpen)));
    CHECK(text_at(made.all, "state.status") == "waiting");
    CHECK(ada.refusal("move", made.move("south", 3, 0)) == "waiting_for_player");
    const Json sat = bob->ask("sit", made.game() + R"(,"name":"Bob")");
    CHECK(text_at(sat, "side") == "north");
    CHECK(text_at(ada.state(made.name), "seats.north.name") == "Bob");
    ada.ask("move", made.move("south", 1, 0));
    CHECK(moves_of(bob->state(made.name)) == "1");
    const std::string key = key_of(made, text_at(sat, "key"));
    CHECK(bob->refusal("undo", key) == "nothing_to_undo");
    CHECK(bob->refusal("refuse", key) == "no_undo_asked");
    ada.ask("undo", made.as("south"));
    CHECK(text_at(bob->state(made.name), "undo") == "south");
    bob->ask("undo", key);
    CHECK(moves_of(ada.state(made.name)).empty());
    bob.reset();
    CHECK(at(ada.state(made.name), "seats.north.here").as_bool() == false);
}

TEST_CASE("after a game both go on in a new one, with the sides changed") {
    TestServer server({}, *store::Store::in_memory());
    Page ada = server.page();
    Page bob = server.page();
    const Made made(ada.ask("new", new_game(kAda, kOpen)));
    const Json sat = bob.ask("sit", made.game() + R"(,"name":"Bob")");
    const std::string key = key_of(made, text_at(sat, "key"));
    CHECK(ada.refusal("rematch", made.as("south")) == "game_not_over");
    ada.ask("move", made.move("south", 1, 0));
    bob.ask("resign", key);
    CHECK(text_at(ada.state(made.name), "ending") == "resigned");
    CHECK(text_at(ada.state(made.name), "loser") == "north");
    const Json next = ada.ask("rematch", made.as("south"));
    CHECK(at(next, "keys").keys() == std::vector<std::string>{"north"});
    const Json told =
        bob.event_that([](const Json& event) { return text_at(event, "event") == "rematch"; });
    CHECK(text_at(told, "to") == text_at(next, "game"));
    const Json joined = bob.ask("rematch", key);
    CHECK(text_at(joined, "game") == text_at(next, "game"));
    CHECK(text_at(joined, "state.status") == "playing");
    CHECK(text_at(joined, "state.seats.south.name") == "Bob");
}

TEST_CASE("a rematch asked for twice is the same one, and the other's seat is reserved") {
    TestServer server({}, *store::Store::in_memory());
    Page ada = server.page();
    Page bob = server.page();
    Page cy = server.page();
    const Made made(ada.ask("new", new_game(kAda, kOpen)));
    const Json sat = bob.ask("sit", made.game() + R"(,"name":"Bob")");
    const std::string key = key_of(made, text_at(sat, "key"));
    cy.ask("enter", made.game());
    ada.ask("resign", made.as("south"));
    const Made next(ada.ask("rematch", made.as("south")));
    CHECK(text_at(next.all, "state.status") == "waiting");
    const Json twice = ada.ask("rematch", made.as("south"));
    CHECK(text_at(twice, "game") == next.name);
    CHECK(at(twice, "keys").line() == at(next.all, "keys").line());
    CHECK(cy.refusal("sit", next.game() + R"(,"name":"Cy")") == "seat_reserved");
    const Json joined = bob.ask("rematch", key);
    CHECK(at(joined, "keys").keys() == std::vector<std::string>{"south"});
    CHECK(text_at(joined, "state.status") == "playing");
    CHECK(at(bob.ask("rematch", key), "keys").line() == at(joined, "keys").line());
    CHECK(at(ada.ask("rematch", made.as("south")), "keys").line() == at(next.all, "keys").line());
}

TEST_CASE("a lost answer to rematch against a player, or alone, is given once more") {
    TestServer server({}, *store::Store::in_memory());
    Page ada = server.page();
    for (const std::string& opponent : {player("random"), kBob}) {
        const Made made(ada.ask("new", new_game(kAda, opponent)));
        ada.ask("resign", made.as("south"));
        const Made next(ada.ask("rematch", made.as("south")));
        const Json twice = ada.ask("rematch", made.as("south"));
        CHECK(text_at(twice, "game") == next.name);
        CHECK(at(twice, "keys").line() == at(next.all, "keys").line());
        if (opponent == kBob)
            CHECK(at(ada.ask("rematch", made.as("north")), "keys").line() ==
                  at(next.all, "keys").line());
    }
}

TEST_CASE("games that nobody is in leave the memory, and can be asked for all the same") {
    server::ServerOptions options;
    options.most_in_memory = 2;
    TestServer server(options, *store::Store::in_memory());
    Page ada = server.page();
    std::vector<Made> made;
    for (int i = 0; i < 5; ++i) {
        made.emplace_back(ada.ask("new", new_game(kAda, kBob)));
        ada.ask("resign", made.back().as("south"));
        ada.ask("leave", made.back().game());
        server.pass(10s);
    }
    for (const Made& old : made) {
        const Made next(ada.ask("rematch", old.as("south")));
        CHECK(next.name != old.name);
        ada.ask("leave", next.game());
        server.pass(10s);
        CHECK(text_at(ada.ask("rematch", old.as("north")), "game") == next.name);
        ada.ask("leave", next.game());
    }
}

TEST_CASE("a person plays a whole game against a player, and it is in the store") {
    const auto store = *store::Store::in_memory();
    TestServer server({}, store);
    Page ada = server.page();
    const Made made(
        ada.ask("new", new_game(kAda, player("alphabeta:depth=2,ties=random"), "", "4x3")));
    const Json state = play_to_the_end(server, ada, made, "south");
    CHECK(text_at(state, "ending") == "finished");
    const auto number = at(state, "number").as_integer();
    REQUIRE(number);
    const auto game = store->load(*number);
    CHECK(game->origin == "browser");
    CHECK(game->record.names[0] == "Ada");
    CHECK(moves_text(game->record.game) == moves_of(state));
    CHECK(game->record.notes.size() == game->record.game.played().size());
    CHECK(game->record.notes.at(0).source == MoveSource::player);
}

TEST_CASE("a player begins, gives way to a swap, and two players play for spectators") {
    TestServer server({}, *store::Store::in_memory());
    server.computes = false;
    Page ada = server.page();
    const Made made(ada.ask("new", new_game(player("random"), kAda)));
    CHECK(text_at(made.all, "state.thinking") == "south");
    server.computes = true;
    server.settle();
    const Json turn = ada.state(made.name);
    CHECK(is_turn_of(turn, "north"));
    CHECK(at(turn, "thinking").is_null());
    server.computes = false;
    CHECK(text_at(ada.ask("swap", made.as("north")), "side") == "south");
    CHECK(text_at(ada.state(made.name), "seats.south.kind") == "person");
    CHECK(at(ada.state(made.name), "sides").line() == R"(["south"])");
    const Made both(ada.ask("new", new_game(player("random"), player("greedy"))));
    CHECK(at(both.all, "keys").keys().empty());
    server.computes = true;
    server.settle();
    CHECK(text_at(ada.state(both.name), "status") == "over");
}

TEST_CASE("strangers choose players within bounds") {
    TestServer server;
    Page ada = server.page();
    for (const char* spec :
         {"human", "cmd:sh", "champion:db=/etc", "champion:book=/etc/passwd", "champion:threads=2",
          "champion:memory=1G", "champion:time=31s", "nobody", "mtdf:tt=65M"})
        CHECK_MESSAGE(ada.refusal("new", new_game(kAda, player(spec))) == "bad_player", spec);
    CHECK(ada.refusal("new", new_game(kOpen, kOpen)) == "both_seats_open");
    CHECK(ada.refusal("new", new_game(kAda, kBob, "", "<1,0,0,0,5>")) == "no_legal_move");
    CHECK(at(ada.ask("new", new_game(kAda, kBob, "", "6x4x")), "error.column").as_integer());
    CHECK(ada.refusal("new", new_game(kAda, R"({"kind":"queen"})")) == "bad_seat_kind");
    CHECK(ada.refusal("new", new_game(kAda, R"({"kind":"player"})")) == "player_missing");
    CHECK(ada.refusal("new", new_game(player("random"), kLobby)) == "lobby_needs_person");
}

TEST_CASE("nobody is called like a player of the program") {
    TestServer server;
    Page ada = server.page();
    const Made made(ada.ask("new", new_game(R"({"kind":"person","name":"random"})", kOpen)));
    CHECK(text_at(made.all, "state.seats.south.name") == "random (a person)");
    const Json sat = ada.ask("sit", made.game() + R"(,"name":"champion:time=2s")");
    CHECK(text_at(sat, "state.seats.north.name") == "champion:time=2s (a person)");
    const Made other(ada.ask("new", new_game(R"({"kind":"person","name":" RANDOM "})", kOpen)));
    CHECK(text_at(other.all, "state.seats.south.name") == "RANDOM (a person)");
}

TEST_CASE("time runs out though nobody does anything") {
    TestServer server({}, *store::Store::in_memory());
    Page ada = server.page();
    const Made made(ada.ask("new", new_game(kAda, kBob, R"("clock":{"seconds":1})")));
    ada.ask("move", made.move("south", 1, 0));
    server.pass(999ms);
    CHECK(text_at(ada.state(made.name), "status") == "playing");
    server.pass(1ms);
    const Json over = ada.state(made.name);
    CHECK(text_at(over, "ending") == "timeout");
    CHECK(text_at(over, "loser") == "north");
    CHECK(at(over, "number").as_integer());
}

TEST_CASE("a request that comes after the deadline, but before its tick, is too late") {
    TestServer server({}, *store::Store::in_memory());
    Page ada = server.page();
    const std::string clock = R"("clock":{"seconds":1})";
    const Made made(ada.ask("new", new_game(kAda, kBob, clock)));
    ada.ask("move", made.move("south", 1, 0));
    server.pass_without_tick(1s);
    CHECK(ada.refusal("move", made.move("north", 1, 1)) == "game_over");
    const Json over = ada.state(made.name);
    CHECK(text_at(over, "ending") == "timeout");
    CHECK(text_at(over, "loser") == "north");
    CHECK(moves_of(over) == "1");
    // Resigning is no loss once the other's time is up.
    const Made other(ada.ask("new", new_game(kAda, kBob, clock)));
    ada.ask("move", other.move("south", 1, 0));
    server.pass_without_tick(1s);
    CHECK(ada.refusal("resign", other.as("south")) == "game_over");
    CHECK(text_at(ada.state(other.name), "loser") == "north");
}

TEST_CASE("a result is announced only after its commit, and requests wait for it") {
    TestServer server({}, *store::Store::in_memory());
    Page ada = server.page();
    Page bob = server.page();
    const Made made(ada.ask("new", new_game(kAda, kBob, "", "<2,0,0,0,1,0,1>")));
    bob.ask("enter", made.game());
    server.commits = false;
    CHECK_FALSE(ada.ask("move", made.move("south", 2, 0)).find("error"));  // it was played
    CHECK(text_at(ada.state(made.name), "status") == "playing");
    CHECK_FALSE(bob.has_event());
    CHECK(ada.ask("move", made.move("south", 2, 1)).is_null());  // it waits
    server.commits = true;
    server.settle();
    CHECK(text_at(bob.state(made.name), "status") == "over");
    CHECK(at(bob.state(made.name), "number").as_integer());
    REQUIRE(ada.late_answers().size() == 1);
    CHECK(text_at(ada.late_answers().front(), "error.code") == "game_over");
}

TEST_CASE("a killed server keeps browser games: keys, moves, clocks, and who was thinking") {
    const Folder folder;
    const std::string path = folder.path() + "/games.sqlite";
    const auto open = [&] { return *store::Store::open(path, store::Access::write, 1); };
    std::optional<Made> made;
    {
        TestServer server({}, open());
        server.computes = false;
        Page ada = server.page();
        made.emplace(ada.ask("new", new_game(kAda, player("champion:time=20s,memory=1M,book=none"),
                                             R"("clock":{"seconds":900,"increment":5})")));
        ada.ask("move", made->move("south", 1, 0));
        server.write_journal();  // then the server dies
    }
    TestServer server({}, open());
    server.computes = false;
    Page ada = server.page();
    const Json entered = ada.ask(
        "enter", made->game() + R"(,"keys":[")" + text_at(made->all, "keys.south") + R"("])");
    CHECK(moves_of(at(entered, "state")) == "1");
    CHECK(text_at(entered, "state.thinking") == "north");
    CHECK(text_at(entered, "state.clock.running") == "north");
    CHECK(at(entered, "state.clock.increment").line() == "5000");
    CHECK(at(entered, "sides").line() == R"(["south"])");
    ada.ask("undo", made->as("south"));  // ends the thought
    ada.ask("move", made->move("south", 3, 0));
    CHECK(moves_of(ada.state(made->name)) == "3");
    CHECK_FALSE(ada.ask("resign", made->as("south")).find("error"));
    CHECK(ada.refusal("enter", R"("game":"aaaaaaaaaaaaa")") == "no_such_game");
    CHECK(ada.refusal("enter", R"("game":"#99")") == "no_such_game");
}

TEST_CASE("a browser game is played by one server at a time, and after its end by another") {
    const Folder folder;
    const std::string path = folder.path() + "/games.sqlite";
    const auto open = [&] { return *store::Store::open(path, store::Access::write, 1); };
    auto kept = open();
    REQUIRE_FALSE(kept->set_address("http://first/"));
    auto first = std::make_unique<TestServer>(server::ServerOptions{}, std::move(kept));
    TestServer second({}, open());
    Page bob = second.page();
    std::string name;
    {
        Page ada = first->page();
        const Made made(ada.ask("new", new_game(kAda, kBob)));
        name = made.name;
        ada.ask("move", made.move("south", 1, 0));
        first->write_journal();
        const Json refused = bob.ask("enter", made.game());
        CHECK(text_at(refused, "error.code") == "played_elsewhere");
        CHECK(text_at(refused, "error.args.address") == "http://first/");
    }
    first.reset();
    const Json entered = bob.ask("enter", R"("game":")" + name + '"');
    CHECK(moves_of(at(entered, "state")) == "1");
}

TEST_CASE("a server drops a game that another one has taken, and its viewers ask anew") {
    TestServer server({}, *store::Store::in_memory());
    Page ada = server.page();
    const Made made(ada.ask("new", new_game(kAda, kBob)));
    server.write_journal();
    CHECK(server.server->stats().games_in_memory == 1);
    CHECK(server.server->stats().pages == 1);
    server.server->on_taken(made.name, server.now);
    CHECK(server.server->stats().games_in_memory == 0);
    CHECK(server.server->stats().pages == 0);
    Page again = server.page();
    CHECK(moves_of(at(again.ask("enter", made.game()), "state")).empty());
}

TEST_CASE("a game whose last move was written, but not its end, ends when it is read") {
    const auto store = *store::Store::in_memory();
    std::optional<Made> made;
    {
        TestServer server({}, store);
        Page ada = server.page();
        made.emplace(ada.ask("new", new_game(kAda, kBob, "", "<2,0,0,0,1,0,1>")));
        server.commits = false;
        ada.ask("move", made->move("south", 2, 0));
        server.write_journal();
    }
    TestServer server({}, store);
    Page ada = server.page();
    const Json entered = ada.ask("enter", made->game());
    CHECK(text_at(entered, "state.status") == "over");
    CHECK(at(entered, "state.number").as_integer());
}

TEST_CASE("limits are a host's own: no stranger can use them up") {
    server::ServerOptions options;
    options.most_new_a_minute = 3;
    options.most_games_of_a_session = 4;
    TestServer server(options, *store::Store::in_memory());
    Page ada = server.page("1.1.1.1");
    Page bob = server.page("2.2.2.2");
    for (int i = 0; i < 3; ++i) CHECK(ada.ask("new", new_game(kAda, kBob)).find("game"));
    CHECK(ada.refusal("new", new_game(kAda, kBob)) == "too_many_new_games");
    CHECK(server.page("1.1.1.1").refusal("new", new_game(kAda, kBob)) == "too_many_new_games");
    std::vector<Made> made;
    for (int i = 0; i < 2; ++i) made.emplace_back(bob.ask("new", new_game(kAda, kBob)));
    CHECK(ada.ask("enter", made[0].game()).find("state"));
    CHECK(ada.ask("enter", made[0].game()).find("state"));  // is there already
    CHECK(ada.refusal("enter", made[1].game()) == "too_many_games");
    ada.ask("leave", made[0].game());
    CHECK(ada.ask("enter", made[1].game()).find("state"));
    CHECK(ada.refusal("leave", made[0].game()) == "not_entered");
    // After a thousand hosts have made games, the next one still may.
    for (int i = 0; i < 1000; ++i)
        CHECK(
            server.page("host " + std::to_string(i)).ask("new", new_game(kAda, kBob)).find("game"));
    CHECK(server.page("last").ask("new", new_game(kAda, kBob)).find("game"));
    server.pass(1min);
    CHECK(server.page("1.1.1.1").ask("new", new_game(kAda, kBob)).find("game"));
}

TEST_CASE("beyond a host's number of saved games its own go, first those without a move") {
    const auto store = *store::Store::in_memory();
    server::ServerOptions options;
    options.most_saved_of_a_host = 100;
    options.most_new_a_minute = options.most_new_a_day = options.most_new_of_a_person = 2000;
    options.most_games_of_a_session = 2000;
    TestServer server(options, store);
    Page ada = server.page("1.1.1.1");
    Page bob = server.page("2.2.2.2");
    const Made played(ada.ask("new", new_game(kAda, kBob)));
    ada.ask("move", played.move("south", 1, 0));
    const Made of_bob(bob.ask("new", new_game(kBob, kOpen)));  // nobody has come yet
    std::vector<std::string> names{played.name, of_bob.name};
    for (int i = 0; i < 300; ++i) {
        const Made made(ada.ask("new", new_game(kAda, kBob)));
        if (i % 2 == 0) ada.ask("move", made.move("south", 1, 0));
        names.push_back(made.name);
    }
    server.write_journal();
    const auto saved = std::count_if(names.begin(), names.end(), [&](const std::string& name) {
        return store->saved_game(name)->has_value();
    });
    CHECK(saved <= 112);
    CHECK(saved >= 101);
    CHECK(*store->saved_game(of_bob.name));
    // However many and recent, played games of one host push out no game of another.
    for (int i = 0; i < 700; ++i) {
        const Made made(ada.ask("new", new_game(kAda, kBob)));
        ada.ask("move", made.move("south", 1, 0));
        ada.ask("leave", made.game());
    }
    server.write_journal();
    CHECK(*store->saved_game(of_bob.name));
}

TEST_CASE("a game in memory that was erased as one too many is whole again with its next move") {
    const auto store = *store::Store::in_memory();
    server::ServerOptions options;
    options.most_saved_of_a_host = 1;
    std::optional<Made> played;
    {
        TestServer server(options, store);
        Page ada = server.page();
        played.emplace(ada.ask("new", new_game(kAda, kBob)));
        ada.ask("move", played->move("south", 1, 0));
        server.pass(1s);
        for (int i = 0; i < 10; ++i) {
            const Made made(ada.ask("new", new_game(kAda, kBob)));
            ada.ask("move", made.move("south", 1, 0));
        }
        server.write_journal();
        REQUIRE_FALSE(store->saved_game(played->name)->has_value());
        ada.ask("move", played->move("north", 2, 1));
        server.write_journal();
    }
    TestServer server(options, store);
    CHECK(moves_of(at(server.page().ask("enter", played->game()), "state")) == "1 2");
}

TEST_CASE("a move taken back after games were erased is not there after a restart") {
    const auto store = *store::Store::in_memory();
    std::optional<Made> played;
    {
        TestServer server({}, store);
        Page ada = server.page();
        played.emplace(ada.ask("new", new_game(kAda, kBob)));
        ada.ask("move", played->move("south", 1, 0));
        ada.ask("move", played->move("north", 2, 1));
        for (int i = 0; i < 10; ++i) ada.ask("new", new_game(kAda, kBob));  // the tenth erases
        REQUIRE_FALSE(ada.ask("undo", played->as("north")).find("error"));
        REQUIRE(moves_of(ada.state(played->name)) == "1");
        server.write_journal();
    }
    TestServer server({}, store);
    CHECK(moves_of(at(server.page().ask("enter", played->game()), "state")) == "1");
}

TEST_CASE("a host's saved games are counted from one server to the next") {
    const auto store = *store::Store::in_memory();
    server::ServerOptions options;
    options.most_saved_of_a_host = 10;
    std::vector<std::string> names;
    for (int run = 0; run < 3; ++run) {
        TestServer server(options, store);
        server.random = static_cast<std::uint64_t>(run) + 1;  // other names
        Page ada = server.page("1.1.1.1");
        for (int i = 0; i < 8; ++i)
            names.push_back(Made(ada.ask("new", new_game(kAda, kBob))).name);
        server.write_journal();
    }
    const auto saved = std::count_if(names.begin(), names.end(), [&](const std::string& name) {
        return store->saved_game(name)->has_value();
    });
    CHECK(saved <= 18);  // ten at the third server's first game, and its eight
    CHECK(saved >= 10);
}

TEST_CASE("games without viewers keep no memory, and their clocks run on") {
    const auto store = *store::Store::in_memory();
    server::ServerOptions options;
    options.most_in_memory = 1;
    TestServer server(options, store);
    server.computes = false;
    Page ada = server.page();
    const Made clocked(ada.ask("new", new_game(kAda, kBob, R"("clock":{"seconds":60})")));
    ada.ask("move", clocked.move("south", 1, 0));
    ada.ask("leave", clocked.game());
    server.pass(10s);
    const Json answer = ada.ask("new", new_game(player("random"), player("champion:time=20s")));
    ada.ask("leave", Made(answer).game());
    server.pass(49s);
    CHECK_FALSE(store->load(1));
    server.pass(1s);
    REQUIRE(store->load(1));
    CHECK(store->load(1)->record.ending == Ending::timeout);
}

TEST_CASE("the time that a request waits for the store is charged to neither clock") {
    server::ServerOptions options;
    options.most_in_memory = 1;
    TestServer server(options, *store::Store::in_memory());
    Page ada = server.page();
    const Made made(ada.ask("new", new_game(kAda, kBob, R"("clock":{"seconds":60})")));
    ada.ask("move", made.move("south", 1, 0));
    ada.ask("leave", made.game());
    server.pass(10s);
    ada.ask("leave", Made(ada.ask("new", new_game(kAda, kBob))).game());  // makes space
    server.reads = false;
    server.pass(40s);
    CHECK(ada.ask("move", made.move("north", 1, 1)).is_null());  // waits
    server.pass(5min);
    server.reads = true;
    server.settle();
    REQUIRE(ada.late_answers().size() == 1);
    CHECK_FALSE(ada.late_answers().front().find("error"));
    const Json entered = ada.ask("enter", made.game());
    CHECK(at(entered, "state.clock.north").line() == "10000");
    CHECK(at(entered, "state.clock.south").line() == "60000");
    CHECK(text_at(entered, "state.status") == "playing");
}

TEST_CASE("the clocks of two players stand while nobody watches") {
    TestServer server({}, *store::Store::in_memory());
    server.computes = false;
    Page ada = server.page();
    const std::string slow = player("champion:time=20s,memory=1M,book=none");
    const Made made(ada.ask("new", new_game(player("random"), slow, R"("clock":{"seconds":900})")));
    server.compute.run_one();
    server.settle();
    CHECK(text_at(ada.state(made.name), "clock.running") == "north");
    ada.ask("leave", made.game());
    const Json first = ada.ask("enter", made.game());
    ada.ask("leave", made.game());
    server.pass(2min);
    const Json second = ada.ask("enter", made.game());
    CHECK(text_at(second, "state.clock.running") == "north");
    CHECK(at(first, "state.clock.north").line() == at(second, "state.clock.north").line());
}

TEST_CASE("a lost answer to sit is given again for an own key") {
    TestServer server;
    Page ada = server.page();
    const Made made(ada.ask("new", new_game(kAda, kOpen)));
    const std::string key = R"(,"key":"0123456789abcdef0123456789abcdef")";
    CHECK(server.page().ask("sit", made.game() + R"(,"name":"Bob")" + key).find("key"));
    Page bob = server.page();
    CHECK(text_at(bob.ask("sit", made.game() + R"(,"name":"Bob")" + key), "side") == "north");
    CHECK(bob.refusal("sit", made.game() + R"(,"name":"Bob")") == "no_open_seat");
    CHECK(bob.refusal("sit", made.game() + R"(,"name":"Bob","key":"x")") == "bad_key");
}

namespace {

/// A game in which each move keeps as many seeds in play as possible; nothing if it ends before.
std::optional<Game> long_game(std::size_t moves, unsigned seed) {
    std::mt19937 random(seed);
    Game game({}, *parse_start("12x25"));
    while (game.played().size() < moves) {
        const Game before = game;
        std::optional<int> least;
        for (const int pit : legal_moves(before.board())) {
            Game tried = before;
            tried.play(pit);
            if (tried.over()) continue;
            const int stored = tried.board().store(Side::south) + tried.board().store(Side::north);
            if (least && (stored > *least || (stored == *least && random() % 2 == 0))) continue;
            least = stored;
            game = tried;
        }
        if (!least) return std::nullopt;
    }
    return game;
}

Game long_game(std::size_t moves) {
    for (unsigned seed = 1; seed <= 30; ++seed)
        if (const auto game = long_game(moves, seed)) return *game;
    FAIL("no game is so long");
    return Game({}, {});
}

}  // namespace

TEST_CASE("a game has a thousand moves at most, and begins with fewer") {
    TestServer server({}, *store::Store::in_memory());
    Page ada = server.page();
    const auto with_moves = [](const Game& game) {
        return R"("moves":")" + moves_text(game) + '"';
    };
    const Game all = long_game(server::LiveGame::kMostMoves);
    CHECK(ada.refusal("new", new_game(kAda, kBob, with_moves(all), "12x25")) == "too_many_moves");
    Game nearly = all;
    nearly.undo();
    const Made made(ada.ask("new", new_game(kAda, kBob, with_moves(nearly), "12x25")));
    const std::string mover(to_text(nearly.board().to_move));
    const int last = all.played().back().pit + 1;
    CHECK_FALSE(ada.ask("move", made.move(mover, last, 999)).find("error"));
    const Json state = ada.state(made.name);
    CHECK(text_at(state, "status") == "over");
    CHECK(text_at(state, "ending") == "stopped");
    CHECK(at(state, "loser").is_null());
    CHECK(at(state, "played").items().size() == 1000);
}

TEST_CASE("a page that does not read is closed") {
    TestServer server;
    Page ada = server.page();
    ada.client().reads = false;
    ada.say(R"({"id":1,"do":"hello"})");
    CHECK(ada.client().finished);
    CHECK(server.server->stats().pages == 0);
}
