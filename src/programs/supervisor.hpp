// The supervisor: a process of ours between the arena and another person's program. It starts the
// program, keeps the end of its standard error, reports how it ended, and ends everything that it
// has started when the arena says so or has died. It is a process because only a process can be the
// child subreaper (processes.hpp) of one program, and because it outlives an arena that is killed.
//
// Standard input takes orders: '?' asks for the standard error, the end of input ends everything.
// Standard output reports: "said N" and a line end, then N bytes; "exited STATUS" of wait(2);
// "gone" when nothing is left running; "trouble ERRNO" when the system refused to start the
// program, which is not the program's fault; at the end "used MICROSECONDS BYTES PROCESSES":
// processor time of all, memory of the largest, the most seen at a time (if there is a file to
// keep). The exit code is 0 if nothing is left running.
#pragma once

#include <chrono>
#include <optional>

namespace kalah::programs {

/// The first argument that makes our program a supervisor; not for people.
inline constexpr const char* kSupervisorCommand = "supervise-program";

/// The longest time from the end of its standard input to its own end.
inline constexpr std::chrono::seconds kSupervisorEndsWithin{10};

/// kalah supervise-program PORT CPU-SECONDS MEMORY-BYTES yes|no FILE COMMAND: 0 means no limit, yes
/// a sandbox; the file keeps what the program writes, unless its name is empty.
[[nodiscard]] int supervise_program(int argc, const char* const* argv);

/// At the very start of main(): the exit code, if this process was started as a supervisor or a
/// relay (relay.hpp).
[[nodiscard]] std::optional<int> supervisor_or_relay(int argc, const char* const* argv);

}  // namespace kalah::programs
