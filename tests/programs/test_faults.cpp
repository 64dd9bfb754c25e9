// Other people's programs as players: programs that behave, and everything else that a program can
// do in a game. Each fault must be named correctly and harm only the program itself.
#include <algorithm>

#include "programs/seats.hpp"
#include "support/folder.hpp"

using namespace kalah;
using namespace kalah::test;

TEST_CASE("programs play to the end against ours and against each other, from any opening") {
    const std::string mark = new_mark();
    for (const char* opening : {"", "1", "2-4", "2-4 1"}) {
        const GameRecord first = play({mock("honest")}, {"greedy"}, opening);
        CHECK(loss_of(first) == "finished");
        CHECK(first.faults.empty());
        const GameRecord both = play({mock("honest")}, {mock("honest")}, opening);
        CHECK(loss_of(both) == "finished");
        CHECK(both.faults.empty());
        // They play the first pit that has seeds, so the moves are known.
        Game expected({}, start_board({4, 3}));
        REQUIRE(expected.play_text(opening));
        while (!expected.over()) expected.play(*legal_moves(expected.board()).begin());
        CHECK(moves_text(both.game) == moves_text(expected));
    }
    CHECK(left_behind(mark) == std::vector<std::string>{});
}

TEST_CASE("a program hears of its opponent and its result, and its remarks and times are kept") {
    const test::Folder folder;
    const std::string told = folder.path() + "/told";
    const GameRecord record = play({"greedy"}, {mock("remarks " + told)});
    REQUIRE(loss_of(record) == "finished");
    const std::string options = bytes_of(told);
    CHECK(options.find("game:opponent \"greedy\"") != std::string::npos);
    CHECK(options.find("game:result \"" + std::to_string(record.points(Side::north)) + "-" +
                       std::to_string(record.points(Side::south)) + " finished\"") !=
          std::string::npos);
    int remarks = 0;
    for (std::size_t i = 0; i < record.notes.size(); ++i) {
        if (record.game.board_after(i).to_move != Side::north) continue;
        // The referee does not ask for a forced move.
        if (legal_moves(record.game.board_after(i)).size() == 1) continue;
        CHECK(record.notes[i].comment == "move number " + std::to_string(++remarks));
        CHECK(record.notes[i].seconds > 0);
    }
    CHECK(remarks > 2);
}

TEST_CASE("a program that crashes at its start has lost, and its last words are quoted") {
    check_loss({mock("crash-at-start")}, "gone crash", "exited with code 1: cannot find my brain");
}

TEST_CASE("a command that cannot be run has lost in the same way") {
    const GameRecord record = play({"cmd:exec /no/such/program"}, {"greedy"});
    CHECK(loss_of(record).starts_with("gone crash south: exited with code 127: "));
}

TEST_CASE("a program that crashes in a game has lost, and its last words are made harmless") {
    check_loss({mock("crash-in-game")}, "gone crash",
               "exited with code 1: ValueError: no idea\\x1b[31m");
}

TEST_CASE("a program that is killed by a signal has lost by a crash") {
    check_loss({mock("segfault")}, "gone crash", "killed by signal 11");
}

TEST_CASE("a program that says goodbye in a game, or closes its connection, has left it") {
    check_loss({mock("resign")}, "gone gone", "said goodbye");
    check_loss({mock("leave")}, "gone gone", "disconnected");
}

TEST_CASE("a program that names no move in its time has lost, and what it said is quoted") {
    const std::string mark = new_mark();
    const auto loss = at_some_pace(
        [](auto pace) {
            Seat seat{mock("stall")};
            seat.options.move_limit = pace;
            return loss_of(play({"greedy"}, seat));
        },
        "timeout timeout north: named no move in time: still thinking");
    CHECK(loss == "timeout timeout north: named no move in time: still thinking");
    CHECK(left_behind(mark) == std::vector<std::string>{});
}

TEST_CASE("a program that answers too late has lost") {
    check_loss(with("late 3600", [](auto& options) { options.move_limit = 100ms; }),
               "timeout timeout", "named no move in time");
}

TEST_CASE("a program whose moves are ignored is told which line that was, and why") {
    const auto loss = [](const std::string& line) {
        return loss_of(play({"greedy"}, {mock("unusable '" + line + "'")}));
    };
    const std::string ignored = "timeout timeout north: named no usable move; ignored: ";
    CHECK(loss("@{id} move {}.0") ==
          ignored + "move: \"1.0\" is no pit: expected digits alone, such as 3");
    CHECK(loss("@{id} move \"{}\"") ==
          ignored + "move: \"1\" is a string: expected a pit without quotes");
    CHECK(loss("@{id} move") == ignored + "move: expected a pit, such as move 3");
    CHECK(loss("@{id} move {}, 2") ==
          ignored + "not understood: @22 move 1, 2 (column 10: this is no argument)");
    CHECK(loss("move {}") == ignored + "move 1 without @ID, the id of a state");
}

TEST_CASE("a move that was named counts when the time is over, and the delay is noted") {
    // On a slow machine, other moves than the first could be late, too.
    const auto faults = at_some_pace(
        [](auto pace) {
            Seat seat{mock("dawdle")};
            seat.options.move_limit = pace;
            const GameRecord record = play({"greedy"}, seat, "1");
            if (loss_of(record) != "finished") return loss_of(record);
            CHECK(record.notes[1].seconds >= std::chrono::duration<double>(pace).count());
            CHECK(record.faults[0] ==
                  Fault{1, Side::north, FaultKind::timeout, "did not yield in time"});
            return std::to_string(record.faults.size());
        },
        "1");
    CHECK(faults == "1");
}

TEST_CASE("a program that plays an illegal move has lost") {
    check_loss({mock("illegal")}, "illegal illegal", "pit 5 does not exist: the pits are 1 to 4");
}

TEST_CASE("a program that floods its server is stopped and has lost") {
    check_loss({mock("flood")}, "gone flood", "Too many lines");
}

TEST_CASE("lines that nobody understands cost nothing but their mention") {
    const GameRecord record = play({"greedy"}, {mock("garbage")});
    CHECK(loss_of(record) == "finished");
    REQUIRE(record.faults.size() > 2);
    CHECK(record.faults[0].kind == FaultKind::garbage);
    CHECK(record.faults[0].side == Side::north);
    CHECK(record.faults[1].kind == FaultKind::wrong_game);
}

TEST_CASE("a program that uses up its processor time is stopped and has lost") {
    check_loss(with("burn", [](auto& options) { options.cpu = 1s; }), "gone crash",
               "used up its 1 s of processor time");
}

TEST_CASE("a program gets no more memory than its limit") {
    check_loss(with("hog", [](auto& options) { options.memory = 200 << 20; }), "gone crash",
               "exited with code 1: MemoryError");
}

TEST_CASE("a program that does not connect, or asks for no game, has lost by time") {
    check_loss(with("absent", [](auto& options) { options.start_limit = 300ms; }),
               "timeout timeout", "did not connect within 300 ms");
    const std::string expected = "timeout timeout south: asked for no game within ";
    const auto loss = at_some_pace(
        [](auto pace) {
            Seat seat{mock("verify")};
            seat.options.start_limit = pace;
            const std::string text = loss_of(play(seat, {"greedy"}));
            return text.substr(0, text.find_first_of("0123456789"));
        },
        expected);
    CHECK(loss == expected);
}

TEST_CASE("a second connection is refused, and the first one plays on") {
    const GameRecord record = play({mock("twice")}, {"greedy"});
    CHECK(loss_of(record) == "finished");
    CHECK(record.faults.empty());
}

TEST_CASE("whatever a program writes, it is never held up") {
    CHECK(loss_of(play({mock("talk")}, {"greedy"})) == "finished");
}

TEST_CASE("one player plays many games, and those before have no say in them") {
    const auto crashing = make_player(*players::parse_player(mock("crash-in-game")), patient());
    const auto ours = make_player(*players::parse_player("greedy"), patient());
    for (int i = 0; i < 3; ++i) {
        const GameRecord record =
            play_game(Game({}, start_board({4, 3})), *crashing, *ours, {}, kNever).record;
        CHECK(loss_of(record).starts_with("gone crash south"));
        CHECK(record.faults.size() == 1);
    }
}

TEST_CASE("one network thread serves the programs of all games") {
    const auto threads = [] {
        const std::filesystem::directory_iterator tasks("/proc/self/task");
        return std::distance(begin(tasks), end(tasks));
    };
    std::thread([] {}).join();  // a sanitizer starts its own thread with our first
    const auto before = threads();
    Seat seat{mock("honest")};
    seat.options.server = std::make_shared<programs::ProgramServer>();
    std::vector<std::thread> games;
    std::vector<GameRecord> records(3, GameRecord{Game({}, start_board({4, 3}))});
    for (GameRecord& record : records) games.emplace_back([&] { record = play(seat, seat); });
    CHECK(threads() <= before + 1 + 3);
    for (std::thread& game : games) game.join();
    for (const GameRecord& record : records) {
        CHECK(loss_of(record) == "finished");
        CHECK(record.faults.empty());
        CHECK(moves_text(record.game) == moves_text(records[0].game));
    }
    CHECK(threads() == before + 1);
}
