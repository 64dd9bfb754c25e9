// A room alone: time and keys are the test's.
#include "browser/room.hpp"

#include <doctest/doctest.h>

#include "browser/room_json.hpp"
#include "browser/secrets.hpp"

using namespace kalah;
using namespace kalah::browser;
using namespace std::chrono_literals;

namespace {

const Seat kAda{SeatKind::person, "Ada", "", "a"};
const Seat kBob{SeatKind::person, "Bob", "", "b"};
const Seat kBobWhoJoined{SeatKind::person, "Bob", "", "b", true};
const Seat kPlayer{SeatKind::player, "random", "random"};

struct Playing {
    Playing(const Seat& south, const Seat& north, std::optional<ClockTerms> clock = {})
        : room("r", {Game({}, start_board({6, 4})), {south, north}, clock}, moment) {}

    void pass(milliseconds time) {
        moment.time += time;
        moment.wall += time.count();
    }
    /// Plays for whoever is to move.
    void play(std::initializer_list<int> pits) {
        for (const int pit : pits)
            CHECK_FALSE(room.move(room.game().board().to_move, pit - 1, room.game().played().size(),
                                  moment));
    }
    [[nodiscard]] std::string moves() const { return moves_text(room.game()); }

    Moment moment{net::Time(1h), 1'000'000};
    Room room;
};

std::string refused(const std::optional<Error>& error) {
    return error ? error->message : "nothing was refused";
}

}  // namespace

TEST_CASE("a key is the one of its seat, and no key is none") {
    const Playing playing(kAda, kPlayer);
    CHECK(playing.room.side_of("a") == Side::south);
    CHECK_FALSE(playing.room.side_of("b"));
    CHECK_FALSE(playing.room.side_of(""));
    CHECK(same_key("abc", "abc"));
    CHECK_FALSE(same_key("abc", "abd"));
    CHECK_FALSE(same_key("", ""));
}

TEST_CASE("keys and names of rooms are made of chance alone") {
    unsigned char next = 0;
    const Chance chance = [&](std::span<unsigned char> bytes) {
        for (unsigned char& byte : bytes) byte = next++;
    };
    CHECK(new_key(chance) == "000102030405060708090a0b0c0d0e0f");
    CHECK(is_room_name(new_room_name(chance)));
    CHECK(new_key(system_chance()) != new_key(system_chance()));
    for (const char* none : {"", "abc", "../../../../etc", "ABCDEFGHIJKLM"})
        CHECK_FALSE(is_room_name(none));
}

TEST_CASE("names lose what could deceive, and are cut") {
    CHECK(shown_name("A\nda\u202E", "guest") == "A?da?");
    CHECK(shown_name("  ", "guest") == "guest");
    CHECK(shown_name(std::string(100, 'x'), "guest").size() == 64);
}

TEST_CASE("one person who plays both sides takes back one move at a time") {
    Playing game(kAda, kBob);
    game.play({3, 6, 1});
    CHECK_FALSE(game.room.undo(Side::south, game.moment));
    CHECK(game.moves() == "3-6");
    CHECK_FALSE(game.room.undo(Side::north, game.moment));
    CHECK(game.moves() == "3");
    CHECK_FALSE(game.room.undo(Side::north, game.moment));
    CHECK(refused(game.room.undo(Side::north, game.moment)) == "there is no move to take back");
}

TEST_CASE("against a player one takes back to one's own last decision") {
    Playing game(kAda, kPlayer);
    game.play({3, 6, 1, 2});
    REQUIRE(game.moves() == "3-6 1 2");
    CHECK_FALSE(game.room.undo(Side::south, game.moment));
    CHECK(game.moves() == "3-6 1");
    CHECK_FALSE(game.room.undo(Side::south, game.moment));
    CHECK(game.moves() == "3");
    CHECK_FALSE(game.room.undo(Side::south, game.moment));
    CHECK(refused(game.room.undo(Side::south, game.moment)) ==
          "there is no move of yours to take back");
}

TEST_CASE("between two people who takes back has to ask") {
    Playing game(kAda, kBobWhoJoined);
    game.play({3, 6, 1});
    CHECK_FALSE(game.room.undo(Side::south, game.moment));
    CHECK(game.room.data().undo == Side::south);
    CHECK(refused(game.room.undo(Side::south, game.moment)) == "you have asked already");
    CHECK(refused(game.room.refuse(Side::south)) == "nobody asks to take a move back");
    CHECK_FALSE(game.room.refuse(Side::north));
    CHECK_FALSE(game.room.data().undo);
    CHECK_FALSE(game.room.undo(Side::south, game.moment));
    CHECK_FALSE(game.room.undo(Side::north, game.moment));  // agrees
    CHECK(game.moves() == "3");
    CHECK_FALSE(game.room.data().undo);
    CHECK_FALSE(game.room.undo(Side::south, game.moment));
    game.play({6});  // a move is an answer, too
    CHECK_FALSE(game.room.data().undo);
}

TEST_CASE("who resigns has lost, and nothing can be done any more") {
    Playing game(kAda, kBob);
    game.play({1});
    CHECK_FALSE(game.room.resign(Side::north, game.moment));
    CHECK(game.room.data().record.ending == Ending::gone);
    CHECK(game.room.data().record.loser == Side::north);
    CHECK(game.room.data().record.finished == game.moment.wall);
    for (const auto& error :
         {game.room.resign(Side::south, game.moment), game.room.undo(Side::south, game.moment),
          game.room.move(Side::north, 1, 1, game.moment)})
        CHECK(refused(error) == "the game is over");
}

TEST_CASE("an open seat is taken once, and nothing is played before") {
    Playing game(kAda, {});
    CHECK(game.room.status() == Status::waiting);
    CHECK(refused(game.room.move(Side::south, 0, 0, game.moment)) ==
          "the other player has not come yet");
    CHECK(*game.room.sit("Bob", "b", game.moment) == Side::north);
    CHECK(game.room.status() == Status::playing);
    CHECK(game.room.side_of("b") == Side::north);
    CHECK(game.room.sit("Cy", "c", game.moment).error().message == "there is no open seat");
    CHECK(game.room.data().record.names[1] == "Bob");
}

TEST_CASE("sides are changed against a player only, with the key") {
    Playing game(kAda, kPlayer);
    game.play({1});
    CHECK(game.room.thinking() == Side::north);
    CHECK(*game.room.swap(Side::south, game.moment) == Side::north);
    CHECK(game.room.side_of("a") == Side::north);
    CHECK_FALSE(game.room.thinking());
    CHECK(game.room.data().record.names == std::array<std::string, 2>{"random", "Ada"});
    Playing people(kAda, kBob);
    CHECK_FALSE(people.room.swap(Side::south, people.moment));
}

TEST_CASE("another game has the sides changed, and another person has to come") {
    Playing game(kAda, kBobWhoJoined);
    CHECK(game.room.again(Side::south).error().message == "the game is not over");
    CHECK_FALSE(game.room.resign(Side::south, game.moment));
    const auto terms = game.room.again(Side::south);
    CHECK(terms->seats[0].kind == SeatKind::open);
    CHECK(terms->seats[0].name == "Bob");
    CHECK(terms->seats[1].name == "Ada");
    CHECK(terms->seats[1].key.empty());
    Playing alone(kAda, kBob);
    CHECK_FALSE(alone.room.resign(Side::south, alone.moment));
    CHECK(alone.room.again(Side::south)->seats[0].name == "Bob");
}

TEST_CASE("clocks run from the first move on, and each move gives some time back") {
    Playing game(kAda, kBob, ClockTerms{10s, 2s});
    game.pass(1h);
    CHECK_FALSE(game.room.running());
    game.play({1});
    CHECK(game.room.running() == Side::north);
    CHECK(game.room.left(Side::south, game.moment.time) == 12s);
    game.pass(3s);
    CHECK(game.room.left(Side::north, game.moment.time) == 7s);
    CHECK(game.room.alarm() == game.moment.time + 7s);
    game.play({1});
    CHECK(game.room.left(Side::north, game.moment.time) == 9s);
    game.pass(4s);
    CHECK_FALSE(game.room.undo(Side::north, game.moment));
    CHECK(game.room.left(Side::south, game.moment.time) == 12s);
    CHECK(game.room.left(Side::north, game.moment.time) == 10s);
    CHECK(game.room.running() == Side::north);
    CHECK(game.room.data().record.notes.size() == 1);
}

TEST_CASE("the time that a move waited to be told is nobody's") {
    Playing game(kAda, kBob, ClockTerms{10s, 0s});
    game.play({1});
    game.pass(2s);
    game.moment.told = game.moment.time + 5s;
    game.play({1});
    CHECK(game.room.left(Side::north, game.moment.told) == 8s);
    CHECK(game.room.left(Side::south, game.moment.told) == 10s);
    CHECK(game.room.alarm() == game.moment.told + 10s);
    CHECK(game.room.thought(game.moment.told + 1s) == 1s);
}

TEST_CASE("in the hall each move has its time") {
    const auto limit = [](const Playing& game) {
        return state_json(game.room, {}, game.moment.time, 30s).find("limit")->line();
    };
    Playing game(kAda, {SeatKind::hall, ""});
    CHECK(limit(game) == "null");
    game.room.pair(Side::north, "Cy", game.moment);
    game.pass(10s);
    CHECK(limit(game) == R"({"seconds":30.0,"left":20000})");
    game.pass(1h);
    CHECK(limit(game) == R"({"seconds":30.0,"left":0})");
    game.play({1});  // the hall's side is to move
    CHECK(limit(game) == "null");
    game.room.end(Ending::timeout, Side::south, game.moment);
    CHECK(limit(game) == "null");
}

TEST_CASE("nobody gains time by taking back, also when the room was kept meanwhile") {
    Playing game(kAda, kBob, ClockTerms{100s, 10s});
    game.play({1, 1});
    const std::string text = stored_text(game.room, game.moment.time);
    game.room = Room("r", *read_stored(text), game.moment);
    for (int i = 0; i < 3; ++i) {
        CHECK_FALSE(game.room.undo(Side::south, game.moment));
        CHECK(game.room.left(Side::north, game.moment.time) == 100s);
        game.play({1});
    }
    CHECK(game.room.left(Side::north, game.moment.time) == 110s);
    CHECK(game.room.left(Side::south, game.moment.time) == 110s);
}

TEST_CASE("a clock that is paused stands, and one that ran on outside is over when it would be") {
    Playing game(kAda, kBob, ClockTerms{100s, 0s});
    game.play({1});
    game.pass(10s);
    game.room.pause(true, game.moment);
    game.pass(1h);
    CHECK_FALSE(game.room.look_at_clock(game.moment));
    game.room.pause(false, game.moment);
    game.pass(20s);
    CHECK(game.room.left(Side::north, game.moment.time) == 70s);
    const net::Time alarm = *game.room.alarm();
    const std::string text = stored_text(game.room, game.moment.time);
    game.pass(30s);
    Room again("r", *read_stored(text), game.moment);
    again.run_until(alarm);
    CHECK(again.left(Side::north, game.moment.time) == 40s);
}

TEST_CASE("who lets his time run out has lost") {
    Playing game(kAda, kBob, ClockTerms{10s, 0s});
    game.play({1});
    game.pass(9999ms);
    CHECK_FALSE(game.room.look_at_clock(game.moment));
    game.pass(1ms);
    CHECK(game.room.look_at_clock(game.moment));
    CHECK(game.room.data().record.ending == Ending::timeout);
    CHECK(game.room.data().record.loser == Side::north);
    CHECK_FALSE(game.room.alarm());
    CHECK_FALSE(game.room.look_at_clock(game.moment));
}

TEST_CASE("a room is the same when it was kept and read again, and time meanwhile does not count") {
    Playing game(kAda, kPlayer, ClockTerms{10s, 1s});
    game.play({3, 6});
    game.pass(2500ms);
    const std::string text = stored_text(game.room, game.moment.time);
    const auto data = read_stored(text);
    REQUIRE(data);
    game.pass(24h);
    Room again("r", *data, game.moment);
    CHECK(stored_text(again, game.moment.time) == text);
    CHECK(again.left(Side::north, game.moment.time) == 7500ms);
    CHECK(again.side_of("a") == Side::south);
    CHECK(again.thinking() == Side::north);
    CHECK_FALSE(read_stored("{}"));
    CHECK_FALSE(read_stored(text.substr(1)));
}

TEST_CASE("nobody is told a key") {
    Playing game({SeatKind::person, "Ada", "", "secret-key"}, kPlayer);
    CHECK(state_json(game.room, {true, false}, game.moment.time).line().find("secret-key") ==
          std::string::npos);
}
