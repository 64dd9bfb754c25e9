// Entrants of a match or a tournament: built-in players and other people's programs.
#pragma once

#include <memory>

#include "players/spec.hpp"
#include "programs/program_player.hpp"

namespace kalah::programs {

/// Not for people. Programs need a process of ours beside them: the program that calls this must
/// hand its first argument to supervisor_or_relay().
[[nodiscard]] std::unique_ptr<Player> make_entrant(const players::Spec& spec,
                                                   const ProgramOptions& options);

/// At the very start of main(): the exit code, if this process is meant to be a supervisor or a
/// relay (supervisor.hpp, relay.hpp) and not what people have called.
[[nodiscard]] std::optional<int> supervisor_or_relay(int argc, const char* const* argv);

}  // namespace kalah::programs
