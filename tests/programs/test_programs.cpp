// Other people's programs as players: real processes (programs/mock.py) that do what they should,
// and whatever else a program can do. Each must end under its right name, cost nobody but itself,
// and leave nothing running.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>  // NOLINT: POSIX, not <csignal>
#include <stdlib.h>  // NOLINT: setenv is POSIX
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "programs/descendants.hpp"
#include "programs/entrant.hpp"
#include "programs/forwarder.hpp"
#include "programs/sandbox.hpp"
#include "referee/one_game.hpp"
#include "support/folder.hpp"

using namespace kalah;
using namespace std::chrono_literals;

namespace {

constexpr const char* kMark = "KALAH_TEST_MARK";
const std::atomic<bool> kNever{false};

/// All that is started from now on has it in its environment.
std::string new_mark() {
    static int last = 0;
    const std::string mark = std::to_string(::getpid()) + "." + std::to_string(++last);
    ::setenv(kMark, mark.c_str(), 1);
    return std::string(kMark) + "=" + mark;
}

/// What of it can be read: processes vanish while one looks at them.
std::string bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream bytes;
    bytes << file.rdbuf();
    return bytes.str();
}

/// The command lines of processes with a mark in their environment or their arguments.
std::vector<std::string> left_behind(const std::string& mark) {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        const std::string id = entry.path().filename().string();
        if (id.find_first_not_of("0123456789") != std::string::npos) continue;
        if (id == std::to_string(::getpid())) continue;
        const std::string line = bytes_of(entry.path() / "cmdline");
        if (line.find(mark) != std::string::npos ||
            bytes_of(entry.path() / "environ").find(mark) != std::string::npos)
            found.push_back(id + ' ' + line);
    }
    return found;
}

std::string mock(const std::string& behaviour) {
    return "cmd:exec python3 -S -E " KALAH_PROGRAMS "/mock.py " + behaviour;
}

/// Patient with everybody; tests shorten what they want to run out.
programs::ProgramOptions patient() {
    programs::ProgramOptions options;
    options.move_limit = 60s;
    options.start_limit = 60s;
    options.end_grace = 60s;
    options.keeper = KALAH_PROGRAM;
    return options;
}

struct Seat {
    std::string spec;
    programs::ProgramOptions options = patient();
};

GameRecord play(const Seat& south, const Seat& north, const std::string& opening = "") {
    Game game({}, start_board({4, 3}));
    REQUIRE(game.play_text(opening));
    const auto make = [](const Seat& seat) {
        return programs::make_entrant(*players::parse_player(seat.spec), seat.options);
    };
    return play_game(game, *make(south), *make(north), {}, kNever).record;
}

/// The fault that lost the game, "timeout timeout north: named no move in time".
std::string loss_of(const GameRecord& record) {
    if (!record.loser) return std::string(name(record.ending));
    const Fault& fault = record.faults.back();
    CHECK(fault.side == record.loser);
    return std::string(name(record.ending)) + ' ' + std::string(name(fault.kind)) + ' ' +
           std::string(name(*record.loser)) + ": " + fault.text;
}

/// Plays a program as south against one of ours, and as north against an honest program; it loses
/// both by its own fault, which is said in this text, and nothing is left of it.
void check_loss(const Seat& seat, const std::string& ending, const std::string& text) {
    const std::string mark = new_mark();
    GameRecord against_ours{Game({}, start_board({4, 3}))};
    std::thread other([&] { against_ours = play(seat, {"greedy"}); });
    const GameRecord against_honest = play({mock("honest")}, seat);
    other.join();
    CHECK(loss_of(against_ours) == ending + " south: " + text);
    CHECK(loss_of(against_honest) == ending + " north: " + text);
    CHECK(against_honest.faults.size() == 1);
    CHECK(left_behind(mark) == std::vector<std::string>{});
}

/// What comes of it with the shortest limit at which it is as expected: how long Python takes to
/// start and to answer is not what we test.
template <class Try>
std::string at_some_pace(Try attempt, const std::string& expected) {
    std::string outcome;
    for (std::chrono::milliseconds pace = 500ms; pace <= 64s && outcome != expected; pace *= 2)
        outcome = attempt(pace);
    return outcome;
}

Seat with(const std::string& behaviour, void (*change)(programs::ProgramOptions&)) {
    Seat seat{mock(behaviour)};
    change(seat.options);
    return seat;
}

}  // namespace

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
        while (!expected.over()) expected.play(*movable_pits(expected.board()).begin());
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
        // Where there is a single move nobody is asked.
        if (movable_pits(record.game.board_after(i)).size() == 1) continue;
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

TEST_CASE("a move that was named counts when the time is over, and the delay is noted") {
    // On a slow machine more than its first move could be late.
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

TEST_CASE("what a program has forked ends with its game, wherever it has gone") {
    const std::string mark = new_mark();
    const GameRecord record = play({mock("fork")}, {mock("fork")});
    CHECK(loss_of(record) == "finished");
    CHECK(record.faults.empty());
    CHECK(left_behind(mark) == std::vector<std::string>{});
}

TEST_CASE("processes that fork faster than they are found end with their game") {
    const std::string mark = new_mark();
    Seat seat{mock("comets")};
    seat.options.warn = [](const std::string&) {};  // a slow keeper may need help, and says so
    CHECK(loss_of(play(seat, {"greedy"})) == "finished");
    CHECK(left_behind(mark) == std::vector<std::string>{});
}

TEST_CASE("a program that stops its keeper is ended all the same") {
    for (const char* how : {"stop-keeper once", "stop-keeper always"}) {
        const std::string mark = new_mark();
        std::string warned;
        Seat seat = with(how, [](auto& options) { options.end_grace = 50ms; });
        seat.options.warn = [&](const std::string& text) { warned = text; };
        CHECK(loss_of(play(seat, {"greedy"})) == "finished");
        CHECK(warned.empty());
        CHECK(left_behind(mark) == std::vector<std::string>{});
    }
}

TEST_CASE("a program that kills its keeper has lost, and people hear of it") {
    std::string warned;
    Seat seat{mock("kill-keeper")};
    seat.options.warn = [&](const std::string& text) { warned = text; };
    const GameRecord record = play(seat, {"greedy"});
    CHECK(record.ending == Ending::gone);
    CHECK(record.loser == Side::south);
    CHECK(warned == mock("kill-keeper") +
                        ": the keeper of a program ended with code 137; processes of the program "
                        "may be left");
}

TEST_CASE("a program may start another one that plays for it") {
    const std::string mark = new_mark();
    CHECK(loss_of(play({mock("launcher")}, {"greedy"})) == "finished");
    CHECK(left_behind(mark) == std::vector<std::string>{});
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

TEST_CASE("a program that does not end after its game is ended") {
    const std::string mark = new_mark();
    Seat lingering = with("lingering", [](auto& options) { options.end_grace = 50ms; });
    CHECK(loss_of(play(lingering, {"greedy"})) == "finished");
    CHECK(left_behind(mark) == std::vector<std::string>{});
}

TEST_CASE("a game that is stopped leaves no process") {
    const std::string mark = new_mark();
    std::atomic<bool> stop{false};
    const auto south = programs::make_entrant(*players::parse_player(mock("stall")), patient());
    const auto north = programs::make_entrant(*players::parse_player(mock("fork")), patient());
    std::thread stopper([&] {
        std::this_thread::sleep_for(300ms);
        stop.store(true);
    });
    const GameRecord record =
        play_game(Game({}, start_board({4, 3})), *south, *north, {}, stop).record;
    stopper.join();
    CHECK(record.ending == Ending::stopped);
    CHECK(left_behind(mark) == std::vector<std::string>{});
}

TEST_CASE("one player plays many games, and those before have no say in them") {
    const auto crashing =
        programs::make_entrant(*players::parse_player(mock("crash-in-game")), patient());
    const auto ours = programs::make_entrant(*players::parse_player("greedy"), patient());
    for (int i = 0; i < 3; ++i) {
        const GameRecord record =
            play_game(Game({}, start_board({4, 3})), *crashing, *ours, {}, kNever).record;
        CHECK(loss_of(record).starts_with("gone crash south"));
        CHECK(record.faults.size() == 1);
    }
}

TEST_CASE("an arena that is killed leaves no process, and no keeper that was stopped") {
    const std::string mark = new_mark();
    const pid_t arena = ::fork();  // before there are threads
    REQUIRE(arena >= 0);
    if (arena == 0) {
        static_cast<void>(play({mock("stop-keeper stall")}, {mock("fork")}));
        ::_exit(0);
    }
    // Both programs, their keepers, and what one of them forks.
    const auto until = std::chrono::steady_clock::now() + 60s;
    bool forked = false;
    bool stopped = false;
    while (!(forked && stopped) && std::chrono::steady_clock::now() < until) {
        const std::vector<std::string> found = left_behind(mark);
        forked = found.size() >= 7;
        stopped = std::any_of(found.begin(), found.end(), [](const std::string& process) {
            return programs::is_stopped(std::stoi(process));
        });
    }
    CHECK(forked);
    CHECK(stopped);
    ::kill(arena, SIGKILL);
    ::waitpid(arena, nullptr, 0);
    while (!left_behind(mark).empty() && std::chrono::steady_clock::now() < until)
        std::this_thread::sleep_for(10ms);
    CHECK(left_behind(mark) == std::vector<std::string>{});
}

TEST_CASE("in a sandbox a program plays, and reaches nothing else") {
    if (const auto objection = programs::sandbox_objection()) {
        MESSAGE("skipped: " << objection->message);
        return;
    }
    const std::string mark = new_mark();
    const test::Folder elsewhere;
    const std::string secret = elsewhere.path() + "/secret";
    std::ofstream(secret) << "secret";
    // A port of this machine that is not the server's: that of a table nobody plays at.
    const programs::ProgramTable other({{}, start_board({4, 3}), Side::south, "", 60s, 60s});
    const std::string arguments = "confined " + std::to_string(other.port()) + ' ' + secret;
    const GameRecord outside = play({mock(arguments)}, {"greedy"});
    CHECK(loss_of(outside) == "gone crash south: exited with code 1: could reach_another_port");

    REQUIRE(::chdir(KALAH_PROGRAMS) == 0);
    // The environment does not get in: here the mark is an argument.
    const auto sandboxed = [&](const std::string& behaviour) {
        return with(behaviour + ' ' + mark, [](auto& options) { options.sandbox = true; });
    };
    const GameRecord inside = play(sandboxed(arguments), {"greedy"});
    CHECK(loss_of(inside) == "finished");
    CHECK(inside.faults.empty());
    CHECK(loss_of(play(sandboxed("honest"), sandboxed("fork"))) == "finished");
    CHECK(loss_of(play({"greedy"}, sandboxed("crash-in-game"))) ==
          "gone crash north: exited with code 1: ValueError: no idea\\x1b[31m");
    CHECK(loss_of(play({"greedy"}, sandboxed("segfault"))) ==
          "gone crash north: killed by signal 11");
    CHECK(left_behind(mark) == std::vector<std::string>{});
}

TEST_CASE("where there is no room for a sandbox's socket, nobody has lost") {
    const bool possible = !programs::sandbox_objection();
    const test::Folder folder;
    const std::string far = folder.path() + '/' + std::string(100, 'x');
    REQUIRE(std::filesystem::create_directory(far));
    const char* before = ::getenv("TMPDIR");
    const std::string kept = before != nullptr ? before : "/tmp";
    for (const std::string& place : {folder.path() + "/none", far}) {
        ::setenv("TMPDIR", place.c_str(), 1);
        const Seat seat = with("honest", [](auto& options) { options.sandbox = true; });
        CHECK_THROWS_AS(static_cast<void>(play(seat, {"greedy"})), std::system_error);
        const auto objection = programs::sandbox_objection();
        REQUIRE(objection);
        CAPTURE(objection->message);
        if (possible) CHECK(objection->message.find("set TMPDIR") != std::string::npos);
        CHECK(!std::filesystem::exists("/kgp"));
    }
    ::setenv("TMPDIR", kept.c_str(), 1);
    CHECK(std::filesystem::is_empty(far));
}

TEST_CASE("where there is no bubblewrap, the refusal says what to do") {
    const std::string path = ::getenv("PATH");
    ::setenv("PATH", "/nowhere", 1);
    const auto objection = programs::sandbox_objection();
    ::setenv("PATH", path.c_str(), 1);
    REQUIRE(objection);
    CHECK(objection->message ==
          "--sandbox needs bubblewrap: install the package of that name (bwrap is not there)");
}
