// ProgramProcess: a program that somebody else has written, while it runs, seen from the arena. All
// that it starts ends with it, also if the arena is killed: a keeper (program_keeper.hpp) stands
// between the two. One thread at a time.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include <sys/types.h>

#include "kalah/result.hpp"
#include "programs/descriptor.hpp"

namespace kalah::programs {

struct Launch {
    std::string command;          // for the shell
    std::uint16_t port = 0;       // of its server
    std::chrono::seconds cpu{0};  // of each of its processes; 0: no limit
    std::uint64_t memory = 0;     // bytes, likewise
    bool sandbox = false;
    std::string keeper;  // our own program
};

class ProgramProcess {
  public:
    /// Throws std::system_error where the system has no room for another process.
    explicit ProgramProcess(const Launch& launch);
    ~ProgramProcess();
    ProgramProcess(const ProgramProcess&) = delete;
    ProgramProcess& operator=(const ProgramProcess&) = delete;

    // These throw std::system_error if the keeper had no room for the program.

    /// The exit code of what the shell ran, 128 and the signal if it was killed by one; nothing
    /// while it runs. Looks, and does not wait.
    [[nodiscard]] std::optional<int> exit_code();
    /// Nothing is running any more: it has ended, and all that it had started.
    [[nodiscard]] bool gone();
    /// Waits for the exit code as long as that.
    std::optional<int> wait_for_exit(std::chrono::milliseconds at_most);
    /// The last line that it has said on standard error, as it may stand in a message.
    [[nodiscard]] std::string last_words();

    /// Ends all that still runs, and comes back when nothing is left, whatever the program has done
    /// to its keeper; what may be left nevertheless is an error, and nobody's loss.
    std::optional<Error> end();

  private:
    /// Takes what the keeper reports, waiting for it as long as that.
    void hear(std::chrono::milliseconds at_most);
    void understand();
    void throw_trouble() const;
    /// Its status of wait(2); nothing if it is still there after that time. It may not stand still.
    [[nodiscard]] std::optional<int> wait_for_keeper(std::chrono::milliseconds at_most);

    pid_t keeper_ = 0;
    Descriptor orders_;   // to the keeper
    Descriptor reports_;  // from it
    std::string heard_;   // and not understood yet
    std::string said_;
    int times_said_ = 0;
    std::optional<int> exit_code_;
    bool gone_ = false;
    int trouble_ = 0;  // errno
};

}  // namespace kalah::programs
