// Rooms when something is wrong: a store that cannot be written, games without end.
#include <SQLiteCpp/Database.h>

#include <random>
#include <thread>

#include "browser/room_json.hpp"
#include "store/rooms.hpp"
#include "support/desk.hpp"
#include "support/folder.hpp"

using namespace kalah;
using namespace kalah::test;
using namespace std::chrono_literals;

namespace {

/// A store in a file, that another program can hold.
struct HeldStore {
    void hold() { other.exec("BEGIN EXCLUSIVE"); }
    void let_go() { other.exec("COMMIT"); }
    /// What is kept of a room.
    [[nodiscard]] std::optional<browser::RoomData> kept(const std::string& room) const {
        const auto stored = store::Rooms(store).load(room);
        if (!stored || !*stored) return std::nullopt;
        return *browser::read_stored((*stored)->state);
    }

    Folder folder;
    std::string path = folder.path() + "/games.sqlite";
    std::shared_ptr<store::Store> store = *store::Store::open(path, store::Access::write, 1, 1ms);
    SQLite::Database other{path, SQLite::OPEN_READWRITE, 10'000};
};

/// Each move keeps as many seeds in play as it can; nothing if the game was over before.
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

std::string with_moves(const Game& game) {
    return R"("moves":")" + moves_text(game) + '"';
}

}  // namespace

TEST_CASE(
    "what a clock has decided stands though it cannot be kept, and is kept as soon as it can") {
    HeldStore held;
    TestDesk desk(rooms_setting(held.store));
    Visitor ada = desk.visitor();
    const Made made(ada.ask("new", new_game(kAda, kBob, R"("clock":{"seconds":1})")));
    ada.ask("move", made.move("south", 1, 0));
    held.hold();
    const Json over =
        ada.event_that([](const Json& event) { return text_at(event, "state.status") == "over"; });
    CHECK(text_at(over, "state.ending") == "timeout");
    CHECK(at(over, "state.number").is_null());
    CHECK(ada.refusal("move", made.move("north", 1, 1)) == "the game is over");
    held.let_go();
    const Json numbered =
        ada.event_that([](const Json& event) { return !at(event, "state.number").is_null(); });
    CHECK(held.kept(made.name)->record.ending == Ending::timeout);
    CHECK(held.store->load(*at(numbered, "state.number").as_integer())->record.loser ==
          Side::north);
}

TEST_CASE("a game has a thousand moves at most, and begins with fewer") {
    TestDesk desk;
    Visitor ada = desk.visitor();
    const Game all = long_game(browser::Room::kMostMoves);
    CHECK(ada.refusal("new", new_game(kAda, kBob, with_moves(all), "12x25")) ==
          "a game has at most 1000 moves");
    Game nearly = all;
    nearly.undo();
    const Made made(ada.ask("new", new_game(kAda, kBob, with_moves(nearly), "12x25")));
    const std::string mover(to_text(nearly.board().to_move));
    CHECK_FALSE(ada.ask("move", made.move(mover, all.played().back().pit + 1, 999)).find("error"));
    const Json over = ada.event();
    CHECK(text_at(over, "state.status") == "over");
    CHECK(text_at(over, "state.ending") == "stopped");
    CHECK(at(over, "state.loser").is_null());
}
