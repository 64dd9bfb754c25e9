// ProgramPlayer: somebody else's program as a Player. Each game has a process and a KGP server of
// its own, so nothing is carried over from one game to the next, and what a program does to itself
// costs it one game. docs/programs.md says what a program may do and what becomes of it.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "kalah/stop_token.hpp"
#include "programs/program_process.hpp"
#include "programs/program_table.hpp"
#include "referee/player.hpp"

namespace kalah::programs {

void warn_on_standard_error(const std::string& text);

struct ProgramOptions {
    std::chrono::milliseconds move_limit{1'000};
    std::chrono::milliseconds start_limit{10'000};  // from the start of its process to `mode`
    std::chrono::milliseconds end_grace{1'000};     // from our goodbye to its end
    std::chrono::seconds cpu{0};                    // of each process in a game; 0: no limit
    std::uint64_t memory = 0;                       // bytes, of each process; 0: no limit
    bool sandbox = false;                           // ask sandbox_objection() first
    std::string keeper = "/proc/self/exe";          // our own program (program_keeper.hpp)
    // Hears what people should know and no game is lost by: processes that may be left running.
    std::function<void(const std::string&)> warn = warn_on_standard_error;
};

class ProgramPlayer final : public Player {
  public:
    ProgramPlayer(std::string name, std::string command, ProgramOptions options);
    ~ProgramPlayer() override;

    [[nodiscard]] std::string name() const override { return name_; }
    /// What chance a program uses is its own affair.
    void new_game(std::uint64_t /*seed*/) override {}
    /// Starts the program. This and what follows throws std::system_error or another
    /// std::runtime_error where the system has no room for it or its server: the arena's trouble
    /// loses nobody's game.
    void start_game(const GameStart& invitation) override;
    [[nodiscard]] std::optional<Forfeit> wait_ready(const StopToken& stop) override;
    Decision choose(const Game& game, const StopToken& stop) override;
    [[nodiscard]] std::vector<Fault> end_game(const GameRecord& record) override;

  private:
    [[nodiscard]] std::vector<int> moves_since_opening(const Game& game) const;
    [[nodiscard]] std::optional<Forfeit> lost(const ProgramTable::News& news);
    [[nodiscard]] Forfeit lost_at_start(const ProgramTable::News& news);
    [[nodiscard]] Forfeit crashed();
    [[nodiscard]] std::string with_last_words(const std::string& text);
    void end_process();

    std::string name_;
    std::string command_;
    ProgramOptions options_;
    // Of one game.
    Side side_ = Side::south;
    std::size_t opening_ = 0;  // moves
    std::chrono::steady_clock::time_point started_;
    std::unique_ptr<ProgramTable> table_;
    std::unique_ptr<ProgramProcess> process_;  // ends before its server
};

}  // namespace kalah::programs
