// The sandbox for other people's programs, made by bubblewrap (bwrap): namespaces of its own, all
// files read-only, home directories hidden, no network but a port on its own loopback. Behind that
// port is our relay (relay.hpp), which carries bytes to a Unix socket of the supervisor, mounted
// into the sandbox. If we are root, the program becomes the user nobody: root, even without any
// capability, could read every file of root, such as /etc/shadow.
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
    std::string relay;      // our program, which is the relay inside
    std::string socket;     // of the supervisor
    std::uint16_t port = 0;
    std::string java_options = {};  // empty: none
    std::string hidden = {};        // a folder that is not shown, wherever it is; empty: none
};

/// The words that run a command in a sandbox.
[[nodiscard]] std::vector<std::string> sandboxed(const SandboxPlace& place,
                                                 const std::string& command);

/// Why a sandbox does not work on this machine; nothing if it does. Tries it, in some 10 ms.
[[nodiscard]] std::optional<Error> validate_sandbox();

/// The words that run a command where a program in a sandbox would run, and as its user, without a
/// server. The relay is our program, which may be a link, such as /proc/self/exe.
[[nodiscard]] std::vector<std::string> sandboxed_without_server(const std::string& relay,
                                                                const std::string& command);

/// For the relay, if it is root: becomes the user nobody for good. Exits where that fails.
void become_nobody();

/// Of this process.
[[nodiscard]] std::string working_directory();

}  // namespace kalah::programs
