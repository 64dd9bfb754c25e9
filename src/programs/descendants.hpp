// Everything that a process has started: what it started itself, what that started, and so on. For
// a process that is a child subreaper (PR_SET_CHILD_SUBREAPER): the orphans among them become its
// children, wherever they have moved to (double forks, sessions of their own), so none gets away.
#pragma once

#include <chrono>
#include <vector>

#include <sys/types.h>

namespace kalah::programs {

/// Of this process, by what /proc says now.
[[nodiscard]] std::vector<pid_t> descendants();

/// Kills them and takes their exits until there are none. False if some are left after that time:
/// the system does not end them, or they belong to another user by now.
[[nodiscard]] bool end_descendants(std::chrono::milliseconds at_most);

}  // namespace kalah::programs
