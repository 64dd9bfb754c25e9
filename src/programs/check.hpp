// Is a program fit for a tournament? Plays it in many short games on all kinds of boards, from both
// sides, as a tournament would, and keeps what happened. Judges nothing: app/check_findings.hpp
// does. For one thread, which waits; games run on threads of their own.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kalah/stop_token.hpp"
#include "programs/program_player.hpp"
#include "programs/usage.hpp"
#include "referee/record.hpp"

namespace kalah::programs {

enum class CheckPart : std::uint8_t {
    start,      // the first game: does it play at all?
    ping,       // a game that begins after a ping
    whole,      // a whole game for each side
    boards,     // the first moves on each board, for each side
    positions,  // the first moves from each position
};

/// A game that the program is to play.
struct CheckTask {
    CheckPart part = CheckPart::start;
    std::string what = {};  // "6x4"; of positions, what is special about it
    Game game;
    Side side = Side::south;  // of the program
    // The game is cut off when the program has made so many moves (0: any number), or has thought
    // for so long.
    int most_moves = 0;
    std::chrono::milliseconds thinking{0};
};

/// What the program did in it.
struct CheckedGame {
    CheckTask task;
    GameRecord record;
    ProgramEnd end = {};
    double slowest = 0;  // seconds of its slowest move
    /// It lost by a fault.
    [[nodiscard]] bool lost() const { return record.loser == task.side; }
    /// The fault by which it lost.
    [[nodiscard]] const Fault& loss() const;
    /// The last line that was ignored instead of the move for want of which it lost; null if none.
    [[nodiscard]] const Fault* ignored() const;
    /// The last position, as the program sees it in its `state`: it is south.
    [[nodiscard]] Board last_seen() const;
};

struct CheckPlan {
    Rules rules;
    std::vector<Board> boards;  // first positions; the first is that of the whole games
    int concurrency = 1;
    std::chrono::milliseconds budget{50'000};  // no game begins later than this
};

/// All games of a check, in the order in which they begin.
[[nodiscard]] std::vector<CheckTask> check_tasks(const CheckPlan& plan);

/// The player to be checked.
struct CheckSubject {
    std::string name;
    std::optional<std::string> command = {};             // of a program
    ProgramOptions options = {};                         // likewise
    std::function<std::unique_ptr<Player>()> make = {};  // of a built-in player
};

struct CheckResult {
    std::optional<Error> cannot_run = {};  // why the command cannot; then there are no games
    std::vector<CheckedGame> games = {};   // those that began, in the order of the tasks
    std::vector<CheckTask> left_out = {};
    UsageWatch::Seen usage = {};
    double seconds = 0;
};

/// Plays the games. Leaves out the rest when the program does not play at all, when it loses on
/// time again and again, when the budget is used up, or when `stop` is requested. Throws
/// std::system_error where the system refuses a process, a port or a thread. `on_game` is called
/// after each game, one at a time.
[[nodiscard]] CheckResult check_program(const CheckSubject& subject, const CheckPlan& plan,
                                        const StopToken& stop,
                                        const std::function<void(std::size_t done)>& on_game);

}  // namespace kalah::programs
