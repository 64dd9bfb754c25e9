// Everything that a process has started: what it started itself, what that started, and so on. For
// a process that is a child subreaper (PR_SET_CHILD_SUBREAPER): the orphans among them become its
// children, wherever they have moved to (double forks, sessions of their own), so none gets away.
// That process must lead a session of its own: its descendants share a process group with nobody
// else then, but perhaps with itself.
#pragma once

#include <chrono>

#include <sys/types.h>

namespace kalah::programs {

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
