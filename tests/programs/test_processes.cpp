// Which processes other people's programs leave running, and what they can reach: forks, stopped
// and killed supervisors, sandboxes. No process may outlast its game.
#include <fcntl.h>
#include <signal.h>  // NOLINT: POSIX, not <csignal>
#include <sys/wait.h>

#include <algorithm>
#include <system_error>

#include "kalah/stop_token.hpp"
#include "programs/processes.hpp"
#include "programs/relay.hpp"
#include "programs/sandbox.hpp"
#include "programs/seats.hpp"
#include "support/folder.hpp"
#include "support/skip.hpp"

using namespace kalah;
using namespace kalah::test;

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
    seat.options.warn = [](const std::string&) {};  // a warning about a slow supervisor
    CHECK(loss_of(play(seat, {"greedy"})) == "finished");
    CHECK(left_behind(mark) == std::vector<std::string>{});
}

TEST_CASE("a program that stops its supervisor is ended all the same") {
    for (const char* how : {"stop-supervisor once", "stop-supervisor always"}) {
        const std::string mark = new_mark();
        std::string warned;
        Seat seat = with(how, [](auto& options) { options.end_grace = 50ms; });
        seat.options.warn = [&](const std::string& text) { warned = text; };
        CHECK(loss_of(play(seat, {"greedy"})) == "finished");
        CHECK(warned.empty());
        CHECK(left_behind(mark) == std::vector<std::string>{});
    }
}

TEST_CASE("a program that kills its supervisor has lost, and people hear of it") {
    std::string warned;
    Seat seat{mock("kill-supervisor")};
    seat.options.warn = [&](const std::string& text) { warned = text; };
    const GameRecord record = play(seat, {"greedy"});
    CHECK(record.ending == Ending::gone);
    CHECK(record.loser == Side::south);
    CHECK(warned ==
          mock("kill-supervisor") +
              ": the supervisor of a program ended with code 137; processes of the program "
              "may be left");
}

TEST_CASE("a program may start another one that plays for it") {
    const std::string mark = new_mark();
    CHECK(loss_of(play({mock("launcher")}, {"greedy"})) == "finished");
    CHECK(left_behind(mark) == std::vector<std::string>{});
}

TEST_CASE("a program that does not end after its game is ended") {
    const std::string mark = new_mark();
    Seat lingering = with("lingering", [](auto& options) { options.end_grace = 50ms; });
    CHECK(loss_of(play(lingering, {"greedy"})) == "finished");
    CHECK(left_behind(mark) == std::vector<std::string>{});
}

TEST_CASE("a game that is stopped leaves no process") {
    const std::string mark = new_mark();
    StopToken stop;
    const auto south = make_player(*players::parse_player(mock("stall")), patient());
    const auto north = make_player(*players::parse_player(mock("fork")), patient());
    std::thread stopper([&] {
        std::this_thread::sleep_for(300ms);
        stop.request();
    });
    const GameRecord record =
        play_game(Game({}, start_board({4, 3})), *south, *north, {}, stop).record;
    stopper.join();
    CHECK(record.ending == Ending::stopped);
    CHECK(left_behind(mark) == std::vector<std::string>{});
}

TEST_CASE("an arena that is killed leaves no process, and no supervisor that was stopped") {
    const std::string mark = new_mark();
    const pid_t arena = ::fork();  // before there are threads
    REQUIRE(arena >= 0);
    if (arena == 0) {
        static_cast<void>(play({mock("stop-supervisor stall")}, {mock("fork")}));
        ::_exit(0);
    }
    // Wait for both programs, their supervisors, and the processes that one program forks.
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
    if (const auto objection = programs::validate_sandbox()) return skip(objection->message);
    const std::string mark = new_mark();
    const test::Folder elsewhere;
    const std::string secret = elsewhere.path() + "/secret";
    std::ofstream(secret) << "secret";
    // A port of this machine that is not the game's own: that of a game without players.
    const programs::ProgramGame other(std::make_shared<programs::ProgramServer>(),
                                      {{}, start_board({4, 3}), Side::south, "", 60s, 60s});
    const std::string arguments = "confined " + std::to_string(other.port()) + ' ' + secret;
    const GameRecord outside = play({mock(arguments)}, {"greedy"});
    CHECK(loss_of(outside) == "gone crash south: exited with code 1: could reach_another_port");

    REQUIRE(::chdir(KALAH_PROGRAMS) == 0);
    // The sandbox hides the environment: pass the mark as an argument.
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
    const bool possible = !programs::validate_sandbox();
    const test::Folder folder;
    const std::string far = folder.path() + '/' + std::string(100, 'x');
    REQUIRE(std::filesystem::create_directory(far));
    const char* before = ::getenv("TMPDIR");
    const std::string kept = before != nullptr ? before : "/tmp";
    for (const std::string& place : {folder.path() + "/none", far}) {
        ::setenv("TMPDIR", place.c_str(), 1);
        const Seat seat = with("honest", [](auto& options) { options.sandbox = true; });
        CHECK_THROWS_AS(static_cast<void>(play(seat, {"greedy"})), std::system_error);
        const auto objection = programs::validate_sandbox();
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
    const auto objection = programs::validate_sandbox();
    ::setenv("PATH", path.c_str(), 1);
    REQUIRE(objection);
    CHECK(objection->message ==
          "--sandbox needs bubblewrap: install the package of that name (bwrap is not there)");
}
