// ProgramPlayer: another person's program as a Player. Each game has a process and a port of its
// own, so nothing carries over from one game to the next, and a broken program costs one game.
// docs/programs.md says what a program may do.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "kalah/stop_token.hpp"
#include "programs/program_game.hpp"
#include "programs/program_process.hpp"
#include "referee/player.hpp"

namespace kalah::programs {

void warn_on_standard_error(const std::string& text);

/// A program in one game.
struct ProgramRun {
    Side side = Side::south;
    double seconds = 0;                       // from its start to the end of its last process
    std::optional<UsedByProgram> usage = {};  // not known if its supervisor was killed
    std::optional<int> exit_code = {};        // nothing if it had to be ended
    std::string file = {};                    // what it wrote (output_file.hpp)
};

struct ProgramOptions {
    std::chrono::milliseconds move_limit{1'000};
    std::chrono::milliseconds start_limit{10'000};  // from the start of its process to `mode`
    std::chrono::milliseconds end_grace{1'000};     // from our goodbye to its end
    // How long to wait, when it has lost on time, whether it answers late or not at all.
    std::chrono::milliseconds late_grace{0};
    std::chrono::seconds cpu{0};                 // of each process in a game; 0: no limit
    std::uint64_t memory = 0;                    // bytes, of each process; 0: no limit
    bool sandbox = false;                        // call validate_sandbox() first
    bool ping = false;                           // before its game
    std::shared_ptr<ProgramServer> server = {};  // null: each player has one of its own
    std::string supervisor = "/proc/self/exe";   // our own program (supervisor.hpp)
    std::string keep_in = {};  // a directory for what it writes; empty: that is discarded
    std::function<void(ProgramRun)> on_kept = {};  // called at the end of each game then
    // Called with warnings: processes may be left running.
    std::function<void(const std::string&)> warn = warn_on_standard_error;
};

/// What is known of a program's process when its game has ended.
struct ProgramEnd {
    std::optional<std::chrono::milliseconds> ready = {};  // from its start to its game
    bool pinged = false;                                  // before its game
    // To the last `state`, also if it came too late.
    std::optional<ProgramGame::Answer> answer = {};
    double waited = 0;            // seconds for it, if it lost on time and late_grace was over
    bool asked_to_leave = false;  // it was given the time to exit by itself
    std::optional<int> exit_code = {};  // if it exited by itself; 128 + a signal
    std::string said = {};              // the end of its standard error, as it wrote it
};

class ProgramPlayer final : public Player {
  public:
    ProgramPlayer(std::string name, std::string command, ProgramOptions options);
    ~ProgramPlayer() override;

    [[nodiscard]] std::string name() const override { return name_; }
    /// Programs choose their own random numbers.
    void new_game(std::uint64_t /*seed*/) override {}
    /// Starts the program. This and the functions below throw std::system_error if the system
    /// refuses a process or a port: that forfeits no game.
    void start_game(const GameStart& start) override;
    [[nodiscard]] std::optional<Forfeit> wait_ready(const StopToken& stop) override;
    Decision choose(const Game& game, const StopToken& stop) override;
    [[nodiscard]] std::vector<Fault> end_game(const GameRecord& record) override;
    /// Of the last game, after end_game().
    [[nodiscard]] const ProgramEnd& end() const { return end_; }

  private:
    using Clock = std::chrono::steady_clock;

    [[nodiscard]] std::vector<int> moves_since_opening(const Game& game) const;
    [[nodiscard]] std::optional<Forfeit> lost(const ProgramGame::News& news);
    [[nodiscard]] Forfeit lost_at_start(const ProgramGame::News& news);
    [[nodiscard]] Forfeit crashed();
    /// Returns soon after `stop` is requested.
    void wait_for_late_answer(Clock::time_point asked, const StopToken& stop);
    [[nodiscard]] std::string with_last_words(const std::string& text);
    void end_process();

    std::string name_;
    std::string command_;
    ProgramOptions options_;
    // Of one game.
    Side side_ = Side::south;
    std::size_t opening_ = 0;  // moves
    Clock::time_point started_;
    ProgramEnd end_;
    std::unique_ptr<ProgramGame> game_;
    std::string file_;                         // for what the program writes
    std::unique_ptr<ProgramProcess> process_;  // ends before its server
};

}  // namespace kalah::programs
