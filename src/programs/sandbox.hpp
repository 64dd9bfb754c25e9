// The sandbox for other people's programs, made by bubblewrap (bwrap): namespaces of its own, all
// files read-only, no network but a port on its own loopback. Behind that port is our relay
// (relay.hpp), which carries bytes to a Unix socket of the supervisor, mounted into the
// sandbox.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kalah/result.hpp"

namespace kalah::programs {

/// What a sandbox shows, hides and connects to.
struct SandboxPlace {
    std::string directory;  // where the program works, and all that it sees of the user's files
    std::string home;       // hidden, with the system's places for temporary files and sockets
    std::string relay;      // our program, which is the relay inside
    std::string socket;     // of the supervisor
    std::uint16_t port = 0;
};

/// The words that run a command in a sandbox.
[[nodiscard]] std::vector<std::string> sandboxed(const SandboxPlace& place,
                                                 const std::string& command);

/// Why a sandbox does not work on this machine; nothing if it does. Tries it, in some 10 ms.
[[nodiscard]] std::optional<Error> validate_sandbox();

/// Of this process.
[[nodiscard]] std::string working_directory();
[[nodiscard]] std::string home_directory();

}  // namespace kalah::programs
