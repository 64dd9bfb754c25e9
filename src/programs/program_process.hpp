// ProgramProcess: the running program of another person, seen from the arena. Everything that it
// starts ends with it, also if the arena is killed: a supervisor (supervisor.hpp) stands between
// the two. One thread at a time.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include <sys/types.h>

#include "kalah/result.hpp"
#include "programs/processes.hpp"

namespace kalah::programs {

struct Launch {
    std::string command;          // for the shell
    std::uint16_t port = 0;       // of its server
    std::chrono::seconds cpu{0};  // of each of its processes; 0: no limit
    std::uint64_t memory = 0;     // bytes, likewise
    bool sandbox = false;
    std::string supervisor;  // our own program
    std::string keep = {};   // a file for its output; empty: its output is discarded
};

/// What a program and all that it started have used, as far as the system tells.
struct UsedByProgram {
    double cpu_seconds = 0;
    std::uint64_t peak_memory = 0;  // bytes, of its largest process
    int processes = 0;              // the most that were seen at a time, the shell's included
};

class ProgramProcess {
  public:
    /// Throws std::system_error if the system refuses another process.
    explicit ProgramProcess(const Launch& launch);
    ~ProgramProcess();
    ProgramProcess(const ProgramProcess&) = delete;
    ProgramProcess& operator=(const ProgramProcess&) = delete;

    // These throw std::system_error if the supervisor could not start the program.

    /// The exit code of what the shell ran, 128 + the signal if one killed it; nothing while it
    /// runs. Does not wait.
    [[nodiscard]] std::optional<int> exit_code();
    /// Nothing is running any more, neither the program nor what it has started.
    [[nodiscard]] bool gone();
    /// Waits for the exit code.
    std::optional<int> wait_for_exit(std::chrono::milliseconds at_most);
    /// The end of its standard error, as the program wrote it.
    [[nodiscard]] const std::string& said();
    /// The last line of it, printable.
    [[nodiscard]] std::string last_words();

    /// The exit code as far as it has been heard; never throws.
    [[nodiscard]] const std::optional<int>& heard_exit_code() const { return exit_code_; }
    /// After end(), unless somebody killed the supervisor.
    [[nodiscard]] const std::optional<UsedByProgram>& usage() const { return usage_; }

    /// Can be read when the supervisor reports something; closed when it is gone.
    [[nodiscard]] const Descriptor& reports() const { return reports_; }

    /// Ends everything that still runs, whatever the program has done to its supervisor. The error
    /// says that processes may be left; no game is lost by it.
    std::optional<Error> end();

  private:
    /// Reads the supervisor's reports, and waits for the first.
    void hear(std::chrono::milliseconds at_most);
    void understand();
    void throw_trouble() const;
    /// Its status of wait(2); nothing if it still runs. Continues it if it was stopped.
    [[nodiscard]] std::optional<int> wait_for_supervisor(std::chrono::milliseconds at_most);

    pid_t supervisor_ = 0;
    Descriptor orders_;   // to the supervisor
    Descriptor reports_;  // from it
    std::string heard_;   // read from it, but not parsed yet
    std::string said_;
    int times_said_ = 0;
    std::optional<int> exit_code_;
    std::optional<UsedByProgram> usage_;
    bool gone_ = false;
    int trouble_ = 0;  // errno
};

}  // namespace kalah::programs
