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

/// Readable when a child has ended, from now on; ends of children interrupt nothing any more.
[[nodiscard]] Descriptor child_signals();
/// Forgets what made it readable.
void clear(const Descriptor& signals);

/// Runs the words in place of this process, with signals as a program expects them; if they cannot
/// be run, says so on standard error and exits with 127.
[[noreturn]] void become(const std::vector<std::string>& words);

/// Forks; the child calls `prepare` and becomes the words. Its number, negative if there is no
/// room.
template <class Prepare>
pid_t start(const std::vector<std::string>& words, Prepare prepare) {
    const pid_t child = ::fork();
    if (child != 0) return child;
    prepare();
    become(words);
}

/// The words for a command as people type it.
[[nodiscard]] std::vector<std::string> in_shell(const std::string& command);

/// What a shell would exit with: the code, or 128 and the signal.
[[nodiscard]] int exit_code(int status);

// Descendants: everything that a process has started, what that has started, and so on. For a
// process that is a child subreaper (PR_SET_CHILD_SUBREAPER): orphans become its children, wherever
// they have moved to (double forks, sessions of their own), so none escapes. It must lead a session
// of its own, so that its descendants share a process group with no other process.

/// A signal has stopped it, by what /proc says now.
[[nodiscard]] bool is_stopped(pid_t process);

/// Kills all descendants of a process, but not itself. They are stopped first, until none is found
/// that still runs: whatever forks faster than it can be found would never come to an end
/// otherwise. Those that are not to be stopped within that time are killed as they are.
void kill_descendants(pid_t of, std::chrono::milliseconds at_most);

/// Kills the descendants of this process and takes their exits until there are none. False if some
/// are left after that time: the system does not end them, or they belong to another user by now.
[[nodiscard]] bool end_descendants(std::chrono::milliseconds at_most);

}  // namespace kalah::programs
