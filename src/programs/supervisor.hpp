// The supervisor: a process of ours between the arena and a program that somebody else has written.
// It starts the program, keeps the end of what it says on standard error, tells how it ended, and
// ends all that it has started when the arena says so, or is gone itself, however it died. A
// process of its own, because only a process can be a child subreaper (processes.hpp) for one
// program, and because it outlives an arena that is killed.
//
// Standard input is the arena's to command: '?' asks for what was said, the end of it ends all.
// Standard output reports: "said N" and a line end, then N bytes; "exited STATUS" of wait(2);
// "gone" when nothing is left running; "trouble ERRNO" when the system had no room for the program,
// which is nobody's fault. It exits with 0 when it has ended all.
#pragma once

#include <chrono>

namespace kalah::programs {

/// The first argument that makes our program a supervisor; not for people.
inline constexpr const char* kSupervisorCommand = "supervise-program";

/// From the end of its standard input to its own.
inline constexpr std::chrono::seconds kSupervisorEndsWithin{10};

/// kalah supervise-program PORT CPU-SECONDS MEMORY-BYTES yes|no COMMAND: no limit is 0, yes is a
/// sandbox.
[[nodiscard]] int supervise_program(int argc, const char* const* argv);

}  // namespace kalah::programs
