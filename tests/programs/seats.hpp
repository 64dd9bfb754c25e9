// Games with other people's programs for tests: mock players (mocks/mock.py) as real processes, the
// results of their games, and the processes that are left running.
#pragma once

#include <doctest/doctest.h>
#include <stdlib.h>  // NOLINT: setenv is POSIX
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "kalah/stop_token.hpp"
#include "players/spec.hpp"
#include "programs/program_player.hpp"
#include "referee/one_game.hpp"

namespace kalah::test {

using namespace std::chrono_literals;

inline constexpr const char* kMark = "KALAH_TEST_MARK";
inline const StopToken kNever;

/// Sets a new mark in the environment, which all processes started from now on inherit.
inline std::string new_mark() {
    static int last = 0;
    const std::string mark = std::to_string(::getpid()) + "." + std::to_string(++last);
    ::setenv(kMark, mark.c_str(), 1);
    return std::string(kMark) + "=" + mark;
}

/// The readable content of a file; empty or cut if its process vanishes meanwhile.
inline std::string bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream bytes;
    bytes << file.rdbuf();
    return bytes.str();
}

/// The command lines of processes with a mark in their environment or their arguments.
inline std::vector<std::string> left_behind(const std::string& mark) {
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

inline std::string mock(const std::string& behaviour) {
    return "cmd:exec python3 -S -E " KALAH_PROGRAMS "/mock.py " + behaviour;
}

/// Long limits for everything; tests shorten the one that they want to expire.
inline programs::ProgramOptions patient() {
    programs::ProgramOptions options;
    options.move_limit = 60s;
    options.start_limit = 60s;
    options.end_grace = 60s;
    options.supervisor = KALAH_PROGRAM;
    return options;
}

inline std::unique_ptr<Player> make_player(const players::Spec& spec,
                                           const programs::ProgramOptions& options) {
    if (spec.kind != players::Kind::program) return players::make_player(spec);
    return std::make_unique<programs::ProgramPlayer>(spec.text, spec.command, options);
}

struct Seat {
    std::string spec;
    programs::ProgramOptions options = patient();
};

inline GameRecord play(const Seat& south, const Seat& north, const std::string& opening = "") {
    Game game({}, start_board({4, 3}));
    REQUIRE(game.play_text(opening));
    const auto make = [](const Seat& seat) {
        return make_player(*players::parse_player(seat.spec), seat.options);
    };
    return play_game(game, *make(south), *make(north), {}, kNever).record;
}

/// The fault that lost the game, "timeout timeout north: named no move in time".
inline std::string loss_of(const GameRecord& record) {
    if (!record.loser) return std::string(name(record.ending));
    const Fault& fault = record.faults.back();
    CHECK(fault.side == record.loser);
    return std::string(name(record.ending)) + ' ' + std::string(name(fault.kind)) + ' ' +
           std::string(to_text(*record.loser)) + ": " + fault.text;
}

/// Plays a program as south against one of our players, and as north against an honest program.
/// Checks that it loses both games by its own fault, with this text, and leaves no process behind.
inline void check_loss(const Seat& seat, const std::string& ending, const std::string& text) {
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

/// Tries ever longer limits until the outcome is as expected: we do not test how long Python takes
/// to start and to answer.
template <class Try>
std::string at_some_pace(Try attempt, const std::string& expected) {
    std::string outcome;
    for (std::chrono::milliseconds pace = 500ms; pace <= 64s && outcome != expected; pace *= 2)
        outcome = attempt(pace);
    return outcome;
}

inline Seat with(const std::string& behaviour, void (*change)(programs::ProgramOptions&)) {
    Seat seat{mock(behaviour)};
    change(seat.options);
    return seat;
}

}  // namespace kalah::test
