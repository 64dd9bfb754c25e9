// The relay: what runs inside a sandbox (sandbox.hpp) beside the program. It listens on KGP_PORT
// there, carries bytes to the keeper's socket, starts the program, and ends with its exit code.
#pragma once

namespace kalah::programs {

/// The first argument that makes our program a relay; not for people.
inline constexpr const char* kRelayCommand = "relay-program";

/// kalah relay-program PORT SOCKET COMMAND
[[nodiscard]] int relay_program(int argc, const char* const* argv);

}  // namespace kalah::programs
