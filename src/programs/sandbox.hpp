// The sandbox for other people's programs, made by bubblewrap (bwrap): namespaces of its own, all
// files read-only, no network but a port of its own loopback. Behind that port stands our relay
// (program_relay.hpp), which carries bytes to a Unix socket of the keeper, mounted into the
// sandbox.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kalah/result.hpp"

namespace kalah::programs {

/// What a sandbox is made around.
struct SandboxPlace {
    std::string directory;  // where the program works, and all that it sees of the user's files
    std::string home;       // hidden, with the system's places for temporary files and sockets
    std::string relay;      // our program, which is the relay inside
    std::string socket;     // of the keeper
    std::uint16_t port = 0;
};

/// What to run for a command in a sandbox.
[[nodiscard]] std::vector<std::string> sandboxed(const SandboxPlace& place,
                                                 const std::string& command);

/// Why there can be no sandbox on this machine; nothing if there can. Tries it: some 10 ms.
[[nodiscard]] std::optional<Error> sandbox_objection();

/// Of this process.
[[nodiscard]] std::string working_directory();
[[nodiscard]] std::string home_directory();

}  // namespace kalah::programs
