// A live game alone: the test provides time and keys.
#include "server/live_game.hpp"

#include <doctest/doctest.h>

#include "server/game_json.hpp"
#include "server/game_text.hpp"
#include "server/games.hpp"

using namespace kalah;
using namespace kalah::server;
using namespace std::chrono_literals;

namespace {

const Seat kAdaSeat{SeatKind::person, "Ada", "", "a"};
const Seat kBobSeat{SeatKind::person, "Bob", "", "b"};
const Seat kBobWhoJoined{SeatKind::person, "Bob", "", "b", true};
const Seat kPlayer{SeatKind::player, "random", "random"};

TimeControl total(milliseconds start, milliseconds increment) {
    return {TimeControl::Kind::total, start, increment};
}

struct Playing {
    Playing(const Seat& south, const Seat& north, TimeControl time = {})
        : live(1, "r", {Game({}, start_board({6, 4})), {south, north}, time}, moment) {}

    void pass(milliseconds time) {
        moment.time += time;
        moment.wall += time.count();
    }
    /// Plays for the side to move.
    void play(std::initializer_list<int> pits) {
        for (const int pit : pits)
            CHECK_FALSE(live.move(live.game().board().to_move, pit - 1, live.game().played().size(),
                                  moment));
    }
    [[nodiscard]] std::string moves() const { return moves_text(live.game()); }

    Timestamp moment{Time(1h), 1'000'000};
    LiveGame live;
};

/// The game as it comes back from the store, with its moves from the journal.
Result<GameData> saved_and_read(const Playing& playing) {
    LoadedGame loaded{{"r", saved_text(playing.live, playing.moment.time)}};
    const GameRecord& record = playing.live.record();
    for (std::size_t i = 0; i < record.notes.size(); ++i)
        loaded.moves.push_back({record.game.played()[i].pit, record.notes[i]});
    return read_saved(loaded, {});
}

std::string refused(const std::optional<Error>& error) {
    return error ? error->code : "nothing was refused";
}

}  // namespace

TEST_CASE("a key is the one of its seat, and no key is none") {
    const Playing playing(kAdaSeat, kPlayer);
    CHECK(playing.live.side_of("a") == Side::south);
    CHECK_FALSE(playing.live.side_of("b"));
    CHECK_FALSE(playing.live.side_of(""));
    CHECK(same_key("abc", "abc"));
    CHECK_FALSE(same_key("abc", "abd"));
    CHECK_FALSE(same_key("", ""));
}

TEST_CASE("keys and names of games are made of random bytes alone") {
    unsigned char next = 0;
    const RandomBytes random = [&](std::span<unsigned char> bytes) {
        for (unsigned char& byte : bytes) byte = next++;
    };
    CHECK(new_key(random) == "000102030405060708090a0b0c0d0e0f");
    CHECK(is_game_name(new_game_name(random)));
    for (const char* none : {"", "abc", "../../../../etc", "ABCDEFGHIJKLM"})
        CHECK_FALSE(is_game_name(none));
}

TEST_CASE("names lose what could deceive, and are cut") {
    CHECK(shown_name("A\nda\u202E", "guest") == "A?da?");
    CHECK(shown_name("  ", "guest") == "guest");
    CHECK(shown_name(std::string(100, 'x'), "guest").size() == 64);
}

TEST_CASE("one person who plays both sides takes back one move at a time") {
    Playing game(kAdaSeat, kBobSeat);
    game.play({3, 6, 1});
    CHECK_FALSE(game.live.undo(Side::south, game.moment));
    CHECK(game.moves() == "3-6");
    CHECK_FALSE(game.live.undo(Side::north, game.moment));
    CHECK(game.moves() == "3");
    CHECK_FALSE(game.live.undo(Side::north, game.moment));
    CHECK(refused(game.live.undo(Side::north, game.moment)) == "nothing_to_undo");
}

TEST_CASE("against a player one takes back to one's own last decision") {
    Playing game(kAdaSeat, kPlayer);
    game.play({3, 6, 1, 2});
    REQUIRE(game.moves() == "3-6 1 2");
    CHECK_FALSE(game.live.undo(Side::south, game.moment));
    CHECK(game.moves() == "3-6 1");
    CHECK_FALSE(game.live.undo(Side::south, game.moment));
    CHECK(game.moves() == "3");
    CHECK_FALSE(game.live.undo(Side::south, game.moment));
    CHECK(refused(game.live.undo(Side::south, game.moment)) == "nothing_to_undo");
}

TEST_CASE("between two people who takes back has to ask") {
    Playing game(kAdaSeat, kBobWhoJoined);
    game.play({3, 6, 1});
    CHECK_FALSE(game.live.undo(Side::south, game.moment));
    CHECK(game.live.data().undo == Side::south);
    CHECK(refused(game.live.undo(Side::south, game.moment)) == "undo_asked_already");
    CHECK_FALSE(game.live.refuse());
    CHECK_FALSE(game.live.data().undo);
    CHECK(refused(game.live.refuse()) == "no_undo_asked");
    CHECK_FALSE(game.live.undo(Side::south, game.moment));
    CHECK_FALSE(game.live.undo(Side::north, game.moment));  // agrees
    CHECK(game.moves() == "3");
    CHECK_FALSE(game.live.data().undo);
    CHECK_FALSE(game.live.undo(Side::south, game.moment));
    game.play({6});  // a move ends the request, too
    CHECK_FALSE(game.live.data().undo);
}

TEST_CASE("who resigns has lost, and nothing can be done any more") {
    Playing game(kAdaSeat, kBobSeat);
    game.play({1});
    CHECK_FALSE(game.live.resign(Side::north, game.moment));
    CHECK(game.live.data().record.ending == Ending::resigned);
    CHECK(game.live.data().record.loser == Side::north);
    CHECK(game.live.data().record.finished == game.moment.wall);
    for (const auto& error :
         {game.live.resign(Side::south, game.moment), game.live.undo(Side::south, game.moment),
          game.live.move(Side::north, 1, 1, game.moment)})
        CHECK(refused(error) == "game_over");
}

TEST_CASE("an open seat is taken once, and nothing is played before") {
    Playing game(kAdaSeat, {});
    CHECK(game.live.status() == Status::waiting);
    CHECK(refused(game.live.move(Side::south, 0, 0, game.moment)) == "waiting_for_player");
    CHECK(*game.live.sit(kBobSeat, game.moment) == Side::north);
    CHECK(game.live.status() == Status::playing);
    CHECK(game.live.side_of("b") == Side::north);
    CHECK(game.live.sit({SeatKind::person, "Cy", "", "c"}, game.moment).error().code ==
          "no_open_seat");
    CHECK(game.live.data().record.names[1] == "Bob");
}

TEST_CASE("sides are changed against a player only, with the key") {
    Playing game(kAdaSeat, kPlayer);
    game.play({1});
    CHECK(game.live.thinking() == Side::north);
    CHECK(*game.live.swap(Side::south, game.moment) == Side::north);
    CHECK(game.live.side_of("a") == Side::north);
    CHECK_FALSE(game.live.thinking());
    CHECK(game.live.data().record.names == std::array<std::string, 2>{"random", "Ada"});
    Playing people(kAdaSeat, kBobSeat);
    CHECK_FALSE(people.live.swap(Side::south, people.moment));
}

TEST_CASE("another game has the sides changed, and another person has to come") {
    Playing game(kAdaSeat, kBobWhoJoined);
    CHECK(game.live.rematch(Side::south).error().code == "game_not_over");
    CHECK_FALSE(game.live.resign(Side::south, game.moment));
    const auto terms = game.live.rematch(Side::south);
    CHECK(terms->seats[0].kind == SeatKind::open);
    CHECK(terms->seats[0].name == "Bob");
    CHECK(terms->seats[1].name == "Ada");
    CHECK(terms->seats[1].key.empty());
    Playing alone(kAdaSeat, kBobSeat);
    CHECK_FALSE(alone.live.resign(Side::south, alone.moment));
    CHECK(alone.live.rematch(Side::south)->seats[0].name == "Bob");
}

TEST_CASE("clocks run from the first move on, and each move gives some time back") {
    Playing game(kAdaSeat, kBobSeat, total(10s, 2s));
    game.pass(1h);
    CHECK_FALSE(game.live.running());
    game.play({1});
    CHECK(game.live.running() == Side::north);
    CHECK(game.live.left(Side::south, game.moment.time) == 12s);
    game.pass(3s);
    CHECK(game.live.left(Side::north, game.moment.time) == 7s);
    CHECK(game.live.deadline() == game.moment.time + 7s);
    game.play({1});
    CHECK(game.live.left(Side::north, game.moment.time) == 9s);
    game.pass(4s);
    CHECK_FALSE(game.live.undo(Side::north, game.moment));
    CHECK(game.live.left(Side::south, game.moment.time) == 12s);
    CHECK(game.live.left(Side::north, game.moment.time) == 10s);
    CHECK(game.live.running() == Side::north);
    CHECK(game.live.data().record.notes.size() == 1);
}

TEST_CASE("in the lobby each move has its time, and the referee moves when it is over") {
    const auto limit = [](const Playing& game) {
        return live_json(game.live, {}, game.moment.time).find("limit")->line();
    };
    TimeControl time{TimeControl::Kind::per_move};
    Playing game(kAdaSeat, {SeatKind::lobby, ""}, time);
    CHECK(limit(game) == "null");
    CHECK(refused(game.live.move(Side::south, 0, 0, game.moment)) == "waiting_for_lobby");
    game.live.pair({kAdaSeat, {SeatKind::lobby, "Cy"}}, game.moment);
    game.live.asked(0, game.moment.time);
    game.pass(10s);
    CHECK(limit(game) == R"({"seconds":30.0,"left":20000})");
    CHECK(refused(game.live.undo(Side::south, game.moment)) == "no_undo_in_lobby");
    game.pass(1h);
    CHECK(limit(game) == R"({"seconds":30.0,"left":0})");
    CHECK(game.live.check_clock(game.moment, 0));
    CHECK(game.live.record().notes.at(0).source == MoveSource::referee);
    CHECK(game.live.record().faults.at(0).kind == FaultKind::timeout);
    game.live.end(Ending::stopped, game.moment);
    CHECK(limit(game) == "null");
}

TEST_CASE("nobody gains time by taking back, also when the game was saved meanwhile") {
    Playing game(kAdaSeat, kBobSeat, total(100s, 10s));
    game.play({1, 1});
    game.live = LiveGame(1, "r", *saved_and_read(game), game.moment);
    for (int i = 0; i < 3; ++i) {
        CHECK_FALSE(game.live.undo(Side::south, game.moment));
        CHECK(game.live.left(Side::north, game.moment.time) == 100s);
        game.play({1});
    }
    CHECK(game.live.left(Side::north, game.moment.time) == 110s);
    CHECK(game.live.left(Side::south, game.moment.time) == 110s);
}

TEST_CASE("a clock that is paused stands, and one that ran on outside is over when it would be") {
    Playing game(kAdaSeat, kBobSeat, total(100s, 0s));
    game.play({1});
    game.pass(10s);
    game.live.pause(true, game.moment);
    game.pass(1h);
    CHECK_FALSE(game.live.check_clock(game.moment, 0));
    game.live.pause(false, game.moment);
    game.pass(20s);
    CHECK(game.live.left(Side::north, game.moment.time) == 70s);
    const Time alarm = *game.live.deadline();
    const auto data = saved_and_read(game);
    game.pass(30s);
    LiveGame again(1, "r", *data, game.moment);
    again.run_until(alarm);
    CHECK(again.left(Side::north, game.moment.time) == 40s);
}

TEST_CASE("who lets his time run out has lost") {
    Playing game(kAdaSeat, kBobSeat, total(10s, 0s));
    game.play({1});
    game.pass(9999ms);
    CHECK_FALSE(game.live.check_clock(game.moment, 0));
    game.pass(1ms);
    CHECK(game.live.check_clock(game.moment, 0));
    CHECK(game.live.data().record.ending == Ending::timeout);
    CHECK(game.live.data().record.loser == Side::north);
    CHECK_FALSE(game.live.deadline());
    CHECK_FALSE(game.live.check_clock(game.moment, 0));
}

TEST_CASE(
    "a game is the same when it was saved and read again, and time meanwhile does not count") {
    Playing game(kAdaSeat, kPlayer, total(10s, 1s));
    game.play({3, 6});
    game.pass(2500ms);
    const std::string text = saved_text(game.live, game.moment.time);
    const auto data = saved_and_read(game);
    REQUIRE(data);
    game.pass(24h);
    LiveGame again(1, "r", *data, game.moment);
    CHECK(saved_text(again, game.moment.time) == text);
    CHECK(moves_text(again.game()) == game.moves());
    CHECK(again.left(Side::north, game.moment.time) == 7500ms);
    CHECK(again.side_of("a") == Side::south);
    CHECK(again.thinking() == Side::north);
    CHECK_FALSE(read_saved({{"r", "{}"}}, {}));
    CHECK_FALSE(read_saved({{"r", text.substr(1)}}, {}));
}

TEST_CASE("nobody is told a key") {
    Playing game({SeatKind::person, "Ada", "", "secret-key"}, kPlayer);
    CHECK(state_json(game.live, {true, false}, game.moment.time).line().find("secret-key") ==
          std::string::npos);
}

TEST_CASE("a room of an earlier version is read, with its moves, notes and seat in the hall") {
    const char* text =
        R"({"rules":"standard","start":"6x4","given":"","moves":"3-6 1","notes":[{"seconds":1.5,)"
        R"("comment":"c","by":"player"},{"seconds":0.0,"comment":"","by":"player"},)"
        R"({"seconds":0.0,"comment":"","by":"referee"}],)"
        R"("south":{"kind":"person","name":"Ada","player":"","key":"a","joined":false},)"
        R"("north":{"kind":"hall","name":"Cy","player":"","key":"","joined":false},)"
        R"("ending":"running","loser":null,"started":5,"finished":0,"undo":null,"number":7,)"
        R"("again":"next","again_by":"south","paired":true})";
    const auto data = read_saved({{"r", text}}, {});
    REQUIRE(data);
    CHECK(moves_text(data->record.game) == "3-6 1");
    CHECK(data->record.notes[0].comment == "c");
    CHECK(data->terms.seats[1].kind == SeatKind::lobby);
    CHECK(data->terms.in_lobby());
    CHECK(data->next == "next");
    CHECK(data->number == 7);
}
