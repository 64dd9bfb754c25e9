// Visitors of one lobby: who waits, challenges, reserved names, phrases, gifts of time, rematches.
#include "support/folder.hpp"
#include "support/page.hpp"

using namespace kalah;
using namespace kalah::test;

namespace {

const std::string kClock = R"("clock":{"seconds":60})";

std::string visitor(char digit) {
    return R"("visitor":")" + std::string(32, digit) + '"';
}
std::string claim(const std::string& name, char digit) {
    return R"("name":")" + name + R"(","key":")" + std::string(64, digit) + '"';
}
std::string person(const std::string& name) {
    return R"({"kind":"person","name":")" + name + R"("})";
}

/// The list of those who wait, as a new page sees it.
std::vector<Json> waiting(TestServer& server) {
    Page page = server.page("9.9.9.9");
    page.ask("lobby", R"("on":true)");
    server.pass(1s);
    return at(page.event(), "waiting").items();
}

std::shared_ptr<store::Store> store_in(const Folder& folder) {
    return *store::Store::open(folder.path() + "/games.sqlite", store::Access::write, 1);
}

/// Two people in one game, by link.
struct Two {
    explicit Two(TestServer& server, const std::string& more = "")
        : ada(server.page("1.1.1.1")),
          bob(server.page("2.2.2.2")),
          made(ada.ask("new", new_game(kAda, kOpen, more))),
          key(text_at(bob.ask("sit", made.game() + R"(,"name":"Bob")"), "key")) {}
    [[nodiscard]] std::string as_bob() const { return made.game() + R"(,"key":")" + key + '"'; }
    Page ada;
    Page bob;
    Made made;
    std::string key;
};

}  // namespace

TEST_CASE("the lobby lists people, programs and open seats that are offered to anyone") {
    TestServer server(options_of("6x4", 30s));
    Page ada = server.page("1.1.1.1");
    const Made hidden(ada.ask("new", new_game(kAda, kOpen)));
    CHECK(waiting(server).empty());
    const Made offered(
        ada.ask("new", new_game(kAda, R"({"kind":"open","listed":true})", kClock, "4x3")));
    Page bob = server.page("2.2.2.2");
    const Made waits(bob.ask("new", new_game(kBob, kLobby)));
    const auto list = waiting(server);
    REQUIRE(list.size() == 2);
    CHECK(list[0].line() ==
          R"({"id":")" + waits.name +
              R"(","kind":"person","name":"Bob","reserved":false,)"
              R"("rules":"standard","start":"6x4","side":null,"clock":null,"limit":30.0})");
    CHECK(text_at(list[1], "id") == offered.name);
    CHECK(text_at(list[1], "side") == "north");
    CHECK(at(list[1], "clock").line() == R"({"seconds":60.0,"increment":0.0})");
    // Who takes the seat, or goes away, is not listed any more.
    server.page().ask("sit", offered.game() + R"(,"name":"Cy")");
    bob.ask("leave", waits.game());
    CHECK(waiting(server).empty());
    server.pass(31s);  // the place of somebody who is away is kept
    const auto cy = server.connect("Cy");
    CHECK(text_at(waiting(server).at(0), "kind") == "program");
}

TEST_CASE("a person can choose whom to play among those who wait") {
    TestServer server(options_of("6x4", 30s));
    const auto one = server.connect();
    const auto other = server.connect();
    for (const auto* client : {&one, &other})
        server.say(**client, "set auth:token same\nset info:name Cy\nmode freeplay\n");
    const auto list = waiting(server);
    REQUIRE(list.size() == 2);
    Page ada = server.page("1.1.1.1");
    const std::string chosen = text_at(list[1], "id");
    CHECK(ada.refusal("new", new_game(kAda, kLobby, R"("with":"#99999")")) == "not_waiting");
    CHECK(ada.refusal("new", new_game(kAda, kBob, R"("with":")" + chosen + '"')) == "lobby_only");
    const Made made(ada.ask("new", new_game(kAda, kLobby, R"("with":")" + chosen + '"')));
    CHECK(text_at(ada.state(made.name), "status") == "playing");
    CHECK(text_at(waiting(server).at(0), "id") != chosen);
    CHECK(ada.refusal("new", new_game(kAda, kLobby, R"("with":")" + chosen + '"')) ==
          "not_waiting");
    // Of people, too.
    Page bob = server.page("2.2.2.2");
    bob.ask("new", new_game(kBob, kLobby));  // plays the other client
    const Made waits(bob.ask("new", new_game(kBob, kLobby)));
    const Made joined(ada.ask("new", new_game(kAda, kLobby, R"("with":")" + waits.name + '"')));
    CHECK(joined.name == waits.name);
    CHECK(text_at(bob.state(waits.name), "status") == "playing");
}

TEST_CASE("the tabs of one browser do not play each other") {
    TestServer server(options_of("6x4", 30s));
    Page one = server.page();
    Page two = server.page();
    for (Page* page : {&one, &two}) page->ask("hello", visitor('a'));
    const Made first(one.ask("new", new_game(kAda, kLobby)));
    const Made second(two.ask("new", new_game(kAda, kLobby)));
    CHECK(second.name != first.name);
    CHECK(text_at(one.state(first.name), "status") == "waiting");
    CHECK(two.refusal("new", new_game(kAda, kLobby, R"("with":")" + first.name + '"')) ==
          "not_waiting");
    Page bob = server.page();
    bob.ask("hello", visitor('b'));
    const Made joined(bob.ask("new", new_game(kBob, kLobby)));
    CHECK(joined.name == first.name);
    CHECK(bob.refusal("hello", R"("visitor":"b")") == "bad_key");
}

TEST_CASE("one person cannot fill the lobby of a host, nor make all its games") {
    auto options = options_of("6x4", 30s);
    options.most_in_lobby_of_a_person = 2;
    options.most_new_of_a_person = 5;
    TestServer server(options);
    std::vector<Page> tabs;
    for (int i = 0; i < 3; ++i) {
        tabs.push_back(server.page());
        tabs.back().ask("hello", visitor('a'));
        const Json answer = tabs.back().ask("new", new_game(kAda, kLobby));
        CHECK(answer.find("error").has_value() == (i == 2));
        if (i == 2) CHECK(text_at(answer, "error.args.of") == "person");
    }
    Page bob = server.page();
    CHECK_FALSE(bob.ask("new", new_game(kBob, kLobby)).find("error"));
    for (int i = 0; i < 3; ++i) tabs[0].ask("new", new_game(kAda, kBob));
    CHECK(tabs[1].refusal("new", new_game(kAda, kBob)) == "too_many_new_games");
    CHECK_FALSE(bob.ask("new", new_game(kBob, kAda)).find("error"));
}

TEST_CASE("a reserved name belongs to its key, and guests cannot use it") {
    const Folder folder;
    const auto store = store_in(folder);
    TestServer server(options_of("6x4", 30s), store);
    Page ada = server.page();
    CHECK(text_at(ada.ask("claim", claim("Ada", 'a')), "name") == "Ada");
    CHECK(server.page().refusal("claim", claim("ADA", 'b')) == "name_taken");
    CHECK(ada.refusal("claim", R"("name":"Ada","key":"a")") == "bad_person_key");
    for (const char* name : {"", "guest", "random", "Ada (guest)", "(forgotten)"})
        CHECK_MESSAGE(ada.refusal("claim", claim(name, 'a')) == "bad_name", name);

    const Made own(ada.ask("new", new_game(person("ada"), kOpen)));
    CHECK(at(own.all, "state.seats.south").line() ==
          R"({"kind":"person","name":"Ada","reserved":true,"here":true})");
    Page other = server.page();
    other.ask("sit", own.game() + R"(,"name":"Ada")");
    CHECK(text_at(ada.state(own.name), "seats.north.name") == "Ada (guest)");
    // The same after a restart, for whoever comes first.
    server.write_journal();
    TestServer later(options_of("6x4", 30s), store);
    later.reads = false;
    Page early = later.page();
    CHECK(early.ask("new", new_game(kAda, kBob)).is_null());
    later.reads = true;
    later.settle();
    CHECK(text_at(early.late_answers().at(0), "state.seats.south.name") == "Ada (guest)");
    // A seat that is asked for before the key is checked is theirs, too.
    Page back = later.page();
    later.reads = false;
    CHECK(back.ask("claim", claim("Ada", 'a')).is_null());
    CHECK(back.ask("new", new_game(kAda, kBob)).is_null());
    later.reads = true;
    later.settle();
    CHECK(text_at(back.late_answers().at(0), "name") == "Ada");
    CHECK(text_at(back.late_answers().at(1), "state.seats.south.name") == "Ada");
    CHECK(at(back.ask("enter", own.game()), "state.seats.south.reserved").as_bool() == true);
}

TEST_CASE("games of a reserved name make one player, those of guests none") {
    const Folder folder;
    const auto store = store_in(folder);
    TestServer server(options_of("6x4", 30s), store);
    const auto play = [&](Page& page, const std::string& who, const std::string& opponent) {
        const Made made(page.ask("new", new_game(person(who), player(opponent))));
        page.ask("move", made.move("south", 1, 0));
        page.ask("resign", made.as("south"));
        return at(page.state(made.name), "number");
    };
    Page guest = server.page();
    play(guest, "", "level1");
    play(guest, "Cy", "level1");
    Page ada = server.page();
    ada.ask("claim", claim("Ada", 'a'));
    play(ada, "Ada", "level1");
    play(ada, "Ada", "level2");
    server.pass(1min);
    const Json answer = ada.ask("players");
    std::map<std::string, std::string> players;
    for (const Json& row : at(answer, "players").items())
        players[text_at(row, "name")] = text_at(row, "kind") + at(row, "games").line();
    CHECK(players == std::map<std::string, std::string>{
                         {"Ada", "person2"}, {"level1", "program3"}, {"level2", "program1"}});
    const Json found = ada.ask("player", R"("name":"ada","kind":"person")");
    const auto ratings = at(found, "ratings").items();
    REQUIRE(ratings.size() == 1);
    CHECK(text_at(ratings[0], "rules") == "standard");
    CHECK(text_at(ratings[0], "size") == "6x4");
    CHECK(at(ratings[0], "games").as_integer() == 2);
    CHECK(at(ratings[0], "place").as_integer() == 3);
    CHECK(*at(ratings[0], "elo").as_integer() < 1500);
    CHECK(*at(ratings[0], "error").as_integer() > 100);
    CHECK(ada.refusal("player", R"("name":"ada","kind":"program")") == "no_such_player");
    // She is found by what she is called now.
    ada.ask("claim", claim("Countess", 'a'));
    const auto games = [&](const std::string& filter) {
        return at(ada.ask("games", filter), "games").items().size();
    };
    CHECK(games(R"("player":"Countess","kind":"person")") == 2);
    CHECK(games(R"("player":"Countess","kind":"person","opponent":"LEVEL2")") == 1);
    CHECK(games(R"("player":"Countess","kind":"person","result":"lost")") == 2);
    CHECK(games(R"("player":"Countess","kind":"person","result":"won")") == 0);
    CHECK(games(R"("rules":"standard","player":"level1","kind":"program")") == 3);
    CHECK(games(R"("rules":"multilap")") == 0);
    CHECK(ada.refusal("games", R"("opponent":"a")") == "missing_key");
}

TEST_CASE("a person who is forgotten leaves games without a name, here and in the store") {
    const Folder folder;
    const auto store = store_in(folder);
    TestServer server(options_of("6x4", 30s), store);
    Page ada = server.page();
    ada.ask("claim", claim("Ada", 'a'));
    const Made over(ada.ask("new", new_game(kAda, kBob)));
    ada.ask("resign", over.as("south"));
    const Made runs(ada.ask("new", new_game(kAda, kBob)));
    server.write_journal();
    CHECK_FALSE(ada.ask("forget_me", R"("key":")" + std::string(64, 'a') + '"').find("error"));
    CHECK(text_at(ada.state(runs.name), "seats.south.name") == "(forgotten)");
    CHECK(store->reserved_names()->empty());
    CHECK(store->list({})->front().names[0] == "(forgotten)");
    ada.ask("resign", runs.as("south"));
    CHECK(store->list({})->front().names[0] == "(forgotten)");
    server.write_journal();
    CHECK_FALSE(has(store->saved_game(over.name)->value().state, "Ada"));
    CHECK_FALSE(has(store->saved_game(runs.name)->value().state, "Ada"));
    // Anybody may have the name now.
    CHECK(text_at(server.page().ask("claim", claim("Ada", 'b')), "name") == "Ada");
}

TEST_CASE("a request to take back can be withdrawn") {
    TestServer server;
    Two two(server);
    two.ada.ask("move", two.made.move("south", 1, 0));
    CHECK(two.ada.refusal("refuse", two.made.as("south")) == "no_undo_asked");
    two.ada.ask("undo", two.made.as("south"));
    CHECK(text_at(two.bob.state(two.made.name), "undo") == "south");
    two.ada.ask("refuse", two.made.as("south"));
    CHECK(at(two.bob.state(two.made.name), "undo").is_null());
    // What was withdrawn cannot be accepted: Bob's undo would be a request of his own.
    CHECK(two.bob.refusal("undo", two.as_bob()) == "nothing_to_undo");
    CHECK(moves_of(two.ada.state(two.made.name)) == "1");
}

TEST_CASE("a player gives the opponent more time, and everybody is told") {
    TestServer server;
    Two two(server, kClock);
    two.ada.ask("move", two.made.move("south", 1, 0));
    two.bob.ask("move", two.as_bob() + R"(,"pit":1,"ply":1)");
    server.pass(10s);
    two.bob.events.clear();
    CHECK_FALSE(two.bob.ask("more_time", two.as_bob()).find("error"));
    CHECK(at(two.ada.state(two.made.name), "clock.south").as_integer() == 65'000);
    const Json said = two.ada.event_that(
        [](const Json& event) { return event.find("event")->as_string() == "said"; });
    CHECK(text_at(said, "phrase") == "more_time");
    CHECK(text_at(said, "side") == "north");
    // Taking back keeps it.
    two.bob.ask("undo", two.as_bob());
    two.ada.ask("undo", two.made.as("south"));
    CHECK(at(two.ada.state(two.made.name), "clock.south").as_integer() == 75'000);
    Page cy = server.page();
    const Made alone(cy.ask("new", new_game(kAda, kBob, kClock)));
    CHECK(cy.refusal("more_time", alone.as("south")) == "no_time_to_give");
    Two free(server);
    CHECK(free.bob.refusal("more_time", free.as_bob()) == "no_time_to_give");
}

TEST_CASE("players say phrases, and nothing else") {
    TestServer server;
    Two two(server);
    Page watches = server.page();
    watches.ask("enter", two.made.game());
    const auto say = [&](const std::string& phrase) {
        return two.made.as("south") + R"(,"phrase":")" + phrase + '"';
    };
    CHECK_FALSE(two.ada.ask("say", say("hello")).find("error"));
    for (Page* page : {&two.bob, &watches})
        CHECK(page->event_that(
                      [](const Json& event) { return event.find("event")->as_string() == "said"; })
                  .line() == R"({"event":"said","game":")" + two.made.name +
                                 R"(","side":"south","phrase":"hello"})");
    CHECK(two.ada.refusal("say", say("thanks")) == "said_already");
    CHECK(two.ada.refusal("say", say("buy my seeds")) == "bad_phrase");
    server.pass(2s);
    CHECK_FALSE(two.ada.ask("say", say("thanks")).find("error"));
    CHECK(watches.refusal("say", two.made.game() + R"(,"key":"","phrase":"hello")") == "wrong_key");
}

TEST_CASE("a rematch can be declined, and asked for again") {
    TestServer server;
    Two two(server);
    CHECK(two.bob.refusal("decline", two.as_bob()) == "no_rematch_asked");
    two.ada.ask("resign", two.made.as("south"));
    const Made next(two.ada.ask("rematch", two.made.as("south")));
    CHECK(two.ada.refusal("decline", two.made.as("south")) == "no_rematch_asked");
    CHECK_FALSE(two.bob.ask("decline", two.as_bob()).find("error"));
    const Json state = two.ada.state(next.name);
    CHECK(text_at(state, "status") == "over");
    CHECK(at(state, "declined").as_bool() == true);
    // Bob thinks again.
    const Made again(two.bob.ask("rematch", two.as_bob()));
    CHECK(again.name != next.name);
    CHECK(text_at(two.ada.ask("rematch", two.made.as("south")), "game") == again.name);
    CHECK(text_at(two.bob.state(again.name), "status") == "playing");
}
