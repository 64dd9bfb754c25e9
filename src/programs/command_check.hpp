// Whether the command of a program can be run at all, before the first game: a misspelt name would
// otherwise lose every game. Any thread.
#pragma once

#include <optional>
#include <string>

#include "kalah/result.hpp"

namespace kalah::programs {

/// Why /bin/sh cannot run a command; nothing if it can, or if only running it would tell. Has the
/// shell read the command without running it. Looks for the program with which the command begins,
/// after assignments, `exec` and `cd DIRECTORY &&`, as the shell would, in the sandbox if it is to
/// run there, and as the user that it would be there. A script must not have Windows line ends.
/// `own_program`: the relay in the sandbox. Takes a few milliseconds.
[[nodiscard]] std::optional<Error> validate_command(
    const std::string& command, bool sandbox, const std::string& own_program = "/proc/self/exe");

}  // namespace kalah::programs
