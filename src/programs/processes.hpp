// Processes and file descriptors, for starting other people's programs from a process with a single
// thread, observing their exits, and ending everything that they have started. Linux.
#pragma once

#include <unistd.h>

#include <chrono>
#include <string>
#include <vector>

#include <sys/types.h>

#include "base/descriptor.hpp"

namespace kalah::programs {

/// A descriptor that becomes readable when a child ends, from now on. Blocks SIGCHLD, so that it
/// interrupts no calls.
[[nodiscard]] Descriptor child_signals();
/// Discards the signals that made it readable.
void clear(const Descriptor& signals);

/// The words as become() takes them, while they live.
[[nodiscard]] std::vector<char*> arguments_of(const std::vector<std::string>& words);

/// Replaces this process by the command, with signals as a program expects them; if that fails,
/// says so on standard error and exits with 127.
[[noreturn]] void become(const std::vector<char*>& arguments);

/// Forks; the child calls `prepare` and then become(). Between the two, nothing needs memory, which
/// `prepare` may have limited. Returns its process id, negative if the system refuses.
template <class Prepare>
pid_t start(const std::vector<std::string>& words, Prepare prepare) {
    const std::vector<char*> arguments = arguments_of(words);
    const pid_t child = ::fork();
    if (child != 0) return child;
    prepare();
    become(arguments);
}

/// The words that run a command line in the shell.
[[nodiscard]] std::vector<std::string> in_shell(const std::string& command);

/// The exit code as a shell gives it: the code, or 128 + the signal.
[[nodiscard]] int exit_code(int status);

struct Ran {
    int code = 0;      // 127 if it cannot be run
    std::string said;  // the first line of standard error
};
/// Runs words with empty input and waits for their end. For processes with threads, too.
[[nodiscard]] Ran run_quietly(const std::vector<std::string>& words);

// Descendants: everything that a process has started, what that has started, and so on. For a
// process that is a child subreaper (PR_SET_CHILD_SUBREAPER): orphans become its children, wherever
// they have moved to (double forks, sessions of their own), so none escapes. It must lead a session
// of its own, so that its descendants share a process group with no other process.

/// True if a signal has stopped it, according to /proc.
[[nodiscard]] bool is_stopped(pid_t process);

/// A process with its descendants.
struct Family {
    pid_t ancestor = 0;
    std::vector<pid_t> descendants = {};
};
/// The children of a process, each with its descendants.
[[nodiscard]] std::vector<Family> families_of(pid_t parent);
[[nodiscard]] int count_descendants(pid_t of);

/// Kills all descendants of a process, but not the process itself. First stops them, until it finds
/// none that still runs: otherwise a process that forks faster than we scan would never end. After
/// `at_most` it kills them, stopped or not.
void kill_descendants(pid_t of, std::chrono::milliseconds at_most);

/// Kills the descendants of this process and reaps them until none is left. False if some are left
/// after `at_most`: the system does not end them, or they belong to another user by now.
[[nodiscard]] bool end_descendants(std::chrono::milliseconds at_most);

}  // namespace kalah::programs
