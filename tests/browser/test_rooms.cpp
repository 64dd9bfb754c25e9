// Rooms as browsers find them, with the store behind them.
#include "store/saved_games.hpp"

#include <thread>

#include "support/desk.hpp"
#include "support/folder.hpp"

using namespace kalah;
using namespace kalah::test;

namespace {

constexpr std::int64_t kNow = 1'700'000'000'000;

bool tells_the_end(const Json& event) {
    const auto state = event.find("state");
    return state && text_at(*state, "status") == "over";
}

bool is_turn_of(const Json& state, std::string_view side) {
    return text_at(state, "to_move") == side && text_at(state, "status") == "playing";
}

/// Plays the first legal move whenever it is the side's turn, until the game is over; its state.
Json play_to_the_end(Visitor& visitor, const Made& made, std::string_view side) {
    Json state = at(made.all, "state");
    while (text_at(state, "status") != "over") {
        if (is_turn_of(state, side)) {
            const auto legal = at(state, "legal").items();
            const auto pit = static_cast<int>(*at(legal.front(), "pit").as_integer());
            const auto ply = static_cast<int>(at(state, "played").items().size());
            const Json answer = visitor.ask("move", made.move(side, pit, ply));
            REQUIRE_MESSAGE(!answer.find("error"), answer.line());
        }
        state = at(visitor.event(), "state");
    }
    return state;
}

}  // namespace

TEST_CASE("two people on one screen play, and a move for another ply is refused") {
    TestDesk desk;
    Visitor ada = desk.visitor();
    const Made made(ada.ask("new", new_game(kAda, kBob)));
    CHECK(text_at(made.all, "state.status") == "playing");
    CHECK(text_at(made.all, "state.seats.north.name") == "Bob");
    CHECK_FALSE(ada.ask("move", made.move("south", 3, 0)).find("error"));
    const Json event = ada.event();
    CHECK(text_at(event, "event") == "room");
    CHECK(text_at(event, "state.moves") == "3");
    CHECK(text_at(event, "sowing.side") == "south");
    CHECK(at(event, "sides").line() == R"(["south","north"])");
    CHECK(ada.refusal("move", made.move("north", 1, 1)) == "south is to move");
    CHECK(ada.refusal("move", made.move("south", 6, 0)) ==
          "the game has gone on: its moves are 1 now, not 0");
    CHECK(ada.refusal("move", made.move("south", 3, 1)) == "pit 3 of south is empty");
    CHECK(ada.refusal("move", made.room() + R"(,"key":"x","pit":6,"ply":1)") ==
          "this key opens no seat here");
    ada.ask("move", made.move("south", 6, 1));
    ada.ask("undo", made.as("south"));
    Visitor bob = desk.visitor();
    const Json entered =
        bob.ask("enter", made.room() + R"(,"keys":[")" + text_at(made.all, "keys.north") + R"("])");
    CHECK(text_at(entered, "state.moves") == "3");
    CHECK(at(entered, "sides").line() == R"(["north"])");
}

TEST_CASE("by a link another person takes the open seat, and both see every move") {
    TestDesk desk;
    Visitor ada = desk.visitor();
    Visitor bob = desk.visitor();
    const Made made(ada.ask("new", new_game(kAda, kOpen)));
    CHECK(text_at(made.all, "state.status") == "waiting");
    CHECK(ada.refusal("move", made.move("south", 3, 0)) == "the other player has not come yet");
    const Json sat = bob.ask("sit", made.room() + R"(,"name":"Bob")");
    CHECK(text_at(sat, "side") == "north");
    CHECK(text_at(ada.event(), "state.seats.north.name") == "Bob");
    ada.ask("move", made.move("south", 1, 0));
    const Json seen =
        bob.event_that([](const Json& event) { return text_at(event, "state.moves") == "1"; });
    CHECK(at(seen, "sides").line() == R"(["north"])");
    const std::string key = made.room() + R"(,"key":")" + text_at(sat, "key") + '"';
    bob.ask("undo", key);
    CHECK(bob.refusal("refuse", key) == "nobody asks to take a move back");
    ada.ask("undo", made.as("south"));
    bob.ask("undo", key);
    ada.event_that([](const Json& event) { return text_at(event, "state.moves").empty(); });
    // One leaves: the other sees it.
    { const Visitor gone = std::move(bob); }
    ada.event_that(
        [](const Json& event) { return !*at(event, "state.seats.north.here").as_bool(); });
}

TEST_CASE("after a game both go on in a new room, with the sides changed") {
    TestDesk desk;
    Visitor ada = desk.visitor();
    Visitor bob = desk.visitor();
    const Made made(ada.ask("new", new_game(kAda, kOpen)));
    const Json sat = bob.ask("sit", made.room() + R"(,"name":"Bob")");
    const std::string key = made.room() + R"(,"key":")" + text_at(sat, "key") + '"';
    CHECK(ada.refusal("again", made.as("south")) == "the game is not over");
    ada.ask("move", made.move("south", 1, 0));
    bob.ask("resign", key);
    const Json next = ada.ask("again", made.as("south"));
    CHECK(at(next, "keys").keys() == std::vector<std::string>{"north"});
    const Json told =
        bob.event_that([](const Json& event) { return text_at(event, "event") == "again"; });
    CHECK(text_at(told, "to") == text_at(next, "room"));
    const Json joined = bob.ask("again", key);
    CHECK(text_at(joined, "room") == text_at(next, "room"));
    CHECK(text_at(joined, "state.status") == "playing");
    CHECK(text_at(joined, "state.seats.south.name") == "Bob");
}

TEST_CASE("who asks for another game twice gets the same one, and the other's seat is kept") {
    TestDesk desk;
    Visitor ada = desk.visitor();
    Visitor bob = desk.visitor();
    Visitor cy = desk.visitor();
    const Made made(ada.ask("new", new_game(kAda, kOpen)));
    const Json sat = bob.ask("sit", made.room() + R"(,"name":"Bob")");
    const std::string key = made.room() + R"(,"key":")" + text_at(sat, "key") + '"';
    cy.ask("enter", made.room());
    ada.ask("resign", made.as("south"));
    const Made next(ada.ask("again", made.as("south")));
    CHECK(text_at(next.all, "state.status") == "waiting");
    const Json twice = ada.ask("again", made.as("south"));
    CHECK(text_at(twice, "room") == next.name);
    CHECK(at(twice, "keys").line() == at(next.all, "keys").line());
    CHECK(text_at(twice, "state.status") == "waiting");
    CHECK(cy.refusal("sit", next.room() + R"(,"name":"Cy")") ==
          "the seat is kept for Bob, with whom the last game was played");
    const Json joined = bob.ask("again", key);
    CHECK(at(joined, "keys").keys() == std::vector<std::string>{"south"});
    CHECK(text_at(joined, "state.status") == "playing");
    CHECK(at(bob.ask("again", key), "keys").line() == at(joined, "keys").line());
    CHECK(at(ada.ask("again", made.as("south")), "keys").line() == at(next.all, "keys").line());
}

TEST_CASE("who has lost the answer to again against a player, or alone, asks once more") {
    TestDesk desk;
    Visitor ada = desk.visitor();
    for (const std::string& opponent : {player("random"), kBob}) {
        const Made made(ada.ask("new", new_game(kAda, opponent)));
        ada.ask("resign", made.as("south"));
        const Made next(ada.ask("again", made.as("south")));
        const Json twice = ada.ask("again", made.as("south"));
        CHECK(text_at(twice, "room") == next.name);
        CHECK(at(twice, "keys").line() == at(next.all, "keys").line());
        if (opponent == kBob)
            CHECK(at(ada.ask("again", made.as("north")), "keys").line() ==
                  at(next.all, "keys").line());
    }
}

TEST_CASE("rooms that nobody is in leave the memory, and can be asked for all the same") {
    auto setting = rooms_setting(*store::Store::in_memory());
    setting.most_in_memory = 2;
    TestDesk desk(setting);
    Visitor ada = desk.visitor();
    std::vector<Made> made;
    for (int i = 0; i < 5; ++i) {
        made.emplace_back(ada.ask("new", new_game(kAda, kBob)));
        ada.ask("resign", made.back().as("south"));
        ada.ask("leave", made.back().room());
    }
    for (const Made& old : made) {
        const Made next(ada.ask("again", old.as("south")));
        CHECK(next.name != old.name);
        ada.ask("leave", next.room());
        CHECK(text_at(ada.ask("again", old.as("north")), "room") == next.name);
        ada.ask("leave", next.room());
    }
}

TEST_CASE("a person plays a whole game against a player, and it is in the store") {
    const auto store = *store::Store::in_memory();
    TestDesk desk(rooms_setting(store));
    Visitor ada = desk.visitor();
    const Made made(
        ada.ask("new", new_game(kAda, player("alphabeta:depth=2,ties=random"), "", "4x3")));
    const Json state = play_to_the_end(ada, made, "south");
    CHECK(text_at(state, "ending") == "finished");
    const auto number = at(state, "number").as_integer();
    REQUIRE(number);
    const auto game = store->load(*number);
    CHECK(game->origin == "browser");
    CHECK(game->record.names == std::array<std::string, 2>{"Ada", "alphabeta:depth=2,ties=random"});
    CHECK(moves_text(game->record.game) == text_at(state, "moves"));
    CHECK(game->record.notes.size() == game->record.game.played().size());
}

TEST_CASE("a player begins, gives way to the person's swap, and two players play for who watches") {
    TestDesk desk;
    Visitor ada = desk.visitor();
    const Made made(ada.ask("new", new_game(player("random"), kAda)));
    CHECK(text_at(made.all, "state.thinking") == "south");
    const Json turn =
        ada.event_that([](const Json& event) { return is_turn_of(at(event, "state"), "north"); });
    CHECK(at(turn, "state.thinking").is_null());
    CHECK(text_at(ada.ask("swap", made.as("north")), "side") == "south");
    const Json swapped = ada.event_that(
        [](const Json& event) { return text_at(event, "state.seats.south.kind") == "person"; });
    CHECK(at(swapped, "sides").line() == R"(["south"])");
    const Made both(ada.ask("new", new_game(player("random"), player("greedy"))));
    CHECK(at(both.all, "keys").keys().empty());
    ada.event_that([&](const Json& event) {
        return text_at(event, "room") == both.name && tells_the_end(event);
    });
}

TEST_CASE("a player with a clock keeps to it, however deep it wants to look") {
    TestDesk desk;
    Visitor ada = desk.visitor();
    const Made made(
        ada.ask("new", new_game(kAda, player("alphabeta:depth=60"), R"("clock":{"seconds":20})")));
    ada.ask("move", made.move("south", 1, 0));
    const Json answered =
        ada.event_that([](const Json& event) { return is_turn_of(at(event, "state"), "south"); });
    // A twentieth of what was left, and what the machine was slow: half of it is far from that.
    CHECK(*at(answered, "state.clock.north").as_integer() > 10'000);
}

TEST_CASE("strangers choose players within bounds") {
    TestDesk desk;
    Visitor ada = desk.visitor();
    for (const char* spec :
         {"human", "cmd:sh", "champion:db=/etc", "champion:book=/etc/passwd", "champion:threads=2",
          "champion:memory=1G", "champion:time=31s", "nobody", "mtdf:tt=65M"})
        CHECK_MESSAGE(ada.refusal("new", new_game(kAda, player(spec))).find("player \"") == 0,
                      spec);
    CHECK(ada.refusal("new", new_game(kOpen, kOpen)) == "one seat may be open, not both");
    CHECK(ada.refusal("new", new_game(kAda, kBob, "", "<1,0,0,0,5>")) ==
          "there is no move to play in this position");
    CHECK(ada.ask("new", new_game(kAda, kBob, "", "6x4x")).find("column"));
}

TEST_CASE("nobody is called like a player of the program") {
    TestDesk desk;
    Visitor ada = desk.visitor();
    const Made made(ada.ask("new", new_game(R"({"kind":"person","name":"random"})", kOpen)));
    CHECK(text_at(made.all, "state.seats.south.name") == "random (a person)");
    const Json sat = ada.ask("sit", made.room() + R"(,"name":"champion:time=2s")");
    CHECK(text_at(sat, "state.seats.north.name") == "champion:time=2s (a person)");
    const Made other(ada.ask("new", new_game(R"({"kind":"person","name":" RANDOM "})", kOpen)));
    CHECK(text_at(other.all, "state.seats.south.name") == "RANDOM (a person)");
}

TEST_CASE("time runs out though nobody does anything") {
    TestDesk desk;
    Visitor ada = desk.visitor();
    const Made made(ada.ask("new", new_game(kAda, kBob, R"("clock":{"seconds":1})")));
    ada.ask("move", made.move("south", 1, 0));
    const Json over = ada.event_that(tells_the_end);
    CHECK(text_at(over, "state.ending") == "timeout");
    CHECK(text_at(over, "state.loser") == "north");
    CHECK(at(over, "state.number").as_integer());
}

TEST_CASE("a game survives the server: keys, moves, and the player who was thinking") {
    const Folder folder;
    const std::string path = folder.path() + "/games.sqlite";
    const auto open = [&] { return *store::Store::open(path, store::Access::write, kNow); };
    std::optional<Made> made;
    {
        TestDesk desk(rooms_setting(open()));
        Visitor ada = desk.visitor();
        made.emplace(ada.ask("new", new_game(kAda, player("champion:time=20s,memory=1M,book=none"),
                                             R"("clock":{"seconds":900,"increment":5})")));
        ada.ask("move", made->move("south", 1, 0));
    }
    TestDesk desk(rooms_setting(open()));
    Visitor ada = desk.visitor();
    const Json entered = ada.ask(
        "enter", made->room() + R"(,"keys":[")" + text_at(made->all, "keys.south") + R"("])");
    CHECK(text_at(entered, "state.moves") == "1");
    CHECK(text_at(entered, "state.thinking") == "north");
    CHECK(text_at(entered, "state.clock.running") == "north");
    CHECK(at(entered, "state.clock.increment").line() == "5000");
    CHECK(at(entered, "sides").line() == R"(["south"])");
    ada.ask("undo", made->as("south"));  // ends the thought
    ada.ask("move", made->move("south", 3, 0));
    CHECK_FALSE(ada.ask("resign", made->as("south")).find("error"));
    CHECK(ada.refusal("enter", R"("room":"aaaaaaaaaaaaa")") == "there is no such game (any more)");
}

TEST_CASE("one host makes so many rooms a minute, and one visitor is in so many at once") {
    auto setting = rooms_setting(*store::Store::in_memory());
    setting.most_new_a_minute = 3;
    setting.most_subscriptions = 4;
    TestDesk desk(setting);
    Visitor ada = desk.visitor("1.1.1.1");
    Visitor bob = desk.visitor("2.2.2.2");
    for (int i = 0; i < 3; ++i) CHECK(ada.ask("new", new_game(kAda, kBob)).find("room"));
    CHECK(ada.refusal("new", new_game(kAda, kBob)) == "too many new games: wait a minute");
    CHECK(desk.visitor("1.1.1.1").refusal("new", new_game(kAda, kBob)) ==
          "too many new games: wait a minute");
    std::vector<Made> made;
    for (int i = 0; i < 2; ++i) made.emplace_back(bob.ask("new", new_game(kAda, kBob)));
    CHECK(ada.ask("enter", made[0].room()).find("state"));
    CHECK(ada.ask("enter", made[0].room()).find("state"));  // is there already
    CHECK(ada.refusal("enter", made[1].room()) == "too many games at once: leave one first");
    ada.ask("leave", made[0].room());
    CHECK(ada.ask("enter", made[1].room()).find("state"));
    CHECK(ada.refusal("leave", made[0].room()) == "you are not there");
}

TEST_CASE("beyond the number of rooms those go in which nothing was played, no others") {
    const auto store = *store::Store::in_memory();
    auto setting = rooms_setting(store);
    setting.most_rooms = 100;
    setting.most_new_a_minute = setting.most_new_of_all = 1000;
    setting.most_subscriptions = 1000;
    setting.most_in_memory = 1;
    TestDesk desk(setting);
    Visitor ada = desk.visitor();
    const Made played(ada.ask("new", new_game(kAda, kBob)));
    ada.ask("move", played.move("south", 1, 0));
    ada.ask("leave", played.room());
    std::vector<Made> made;
    for (int i = 0; i < 150; ++i) made.emplace_back(ada.ask("new", new_game(kAda, kBob)));
    CHECK(*store::SavedGames(store).count() <= 101);
    CHECK(text_at(ada.ask("enter", played.room()), "state.moves") == "1");
    // When nothing may be forgotten there is nothing new.
    int refused = 0;
    for (const Made& each : made) ada.ask("move", each.move("south", 1, 0));
    for (int i = 0; i < 3; ++i)
        if (ada.ask("new", new_game(kAda, kBob)).find("error")) ++refused;
    CHECK(refused >= 2);
}

TEST_CASE("games that nobody watches keep no memory, and their clocks run on") {
    const auto store = *store::Store::in_memory();
    auto setting = rooms_setting(store);
    setting.most_in_memory = 1;
    setting.most_busy = 4;
    TestDesk desk(setting);
    Visitor ada = desk.visitor();
    const Made clocked(ada.ask("new", new_game(kAda, kBob, R"("clock":{"seconds":1})")));
    ada.ask("move", clocked.move("south", 1, 0));
    ada.ask("leave", clocked.room());
    for (int i = 0; i < 10; ++i) {
        const Json answer = ada.ask("new", new_game(player("random"), player("champion:time=20s")));
        REQUIRE_MESSAGE(!answer.find("error"), answer.line());
        ada.ask("leave", Made(answer).room());
    }
    while (!store->load(1)) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    CHECK(store->load(1)->record.ending == Ending::timeout);
}

TEST_CASE("the clocks of two players stand while nobody watches") {
    TestDesk desk;
    Visitor ada = desk.visitor();
    const std::string slow = player("champion:time=20s,memory=1M,book=none");
    const Made made(
        ada.ask("new", new_game(slow, slow, R"("moves":"3-6 1","clock":{"seconds":900})")));
    CHECK_FALSE(ada.ask("leave", made.room()).find("error"));
    const Made begun(
        ada.ask("new", new_game(player("random"), slow, R"("clock":{"seconds":900})")));
    ada.event_that(
        [](const Json& event) { return text_at(event, "state.clock.running") == "north"; });
    ada.ask("leave", begun.room());
    const Json first = ada.ask("enter", begun.room());
    ada.ask("leave", begun.room());
    CHECK(text_at(first, "state.clock.running") == "north");
    std::this_thread::sleep_for(std::chrono::seconds(2));
    const Json second = ada.ask("enter", begun.room());
    CHECK(*at(first, "state.clock.north").as_integer() -
              *at(second, "state.clock.north").as_integer() <
          2'000);
}

TEST_CASE("who has lost the answer to sit asks again with his own key") {
    TestDesk desk;
    Visitor ada = desk.visitor();
    const Made made(ada.ask("new", new_game(kAda, kOpen)));
    const std::string key = R"(,"key":"0123456789abcdef0123456789abcdef")";
    CHECK(desk.visitor().ask("sit", made.room() + R"(,"name":"Bob")" + key).find("key"));
    Visitor bob = desk.visitor();
    CHECK(text_at(bob.ask("sit", made.room() + R"(,"name":"Bob")" + key), "side") == "north");
    CHECK(bob.refusal("sit", made.room() + R"(,"name":"Bob")") == "there is no open seat");
    CHECK(bob.refusal("sit", made.room() + R"(,"name":"Bob","key":"x")") ==
          "a key has 32 hexadecimal digits");
}
