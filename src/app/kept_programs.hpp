// --keep-output: what other people's programs write and use in the games of a tournament, kept in a
// directory: a file for each game and program, and profile.jsonl with a line for each. The threads
// that play call it.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "arena/tournament.hpp"
#include "programs/program_player.hpp"

namespace kalah::app {

class KeptPrograms {
  public:
    enum class Folder : bool { must_be_empty, may_be_full };
    /// Makes the directory; in one that may be full, removes the output of games that a killed
    /// program did not finish. Throws a CommandError if that fails, or if there are files in it
    /// that must not be.
    KeptPrograms(std::string directory, Folder folder);
    /// Removes the output of games that were not finished.
    ~KeptPrograms();
    KeptPrograms(const KeptPrograms&) = delete;
    KeptPrograms& operator=(const KeptPrograms&) = delete;

    [[nodiscard]] const std::string& directory() const { return directory_; }
    /// A program has ended its game.
    void add(programs::ProgramRun run);
    /// The game that the calling thread has played last is over: its output gets its name.
    void file(const arena::Tournament& tournament, const arena::TournamentGame& game,
              const GameRecord& record);

  private:
    std::string directory_;
    std::mutex mutex_;
    /// Of the game that each thread plays.
    std::map<std::thread::id, std::vector<programs::ProgramRun>> ended_;
};

}  // namespace kalah::app
