// Plays a tournament for a subcommand: finds its players, shows how it goes, prints what it has
// come to. On a terminal a table is drawn again and again, else each game is a line; with --json
// each event is an object on standard output.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/tournament.hpp"
#include "kalah/stop_token.hpp"

namespace kalah::app {

struct ArenaCommand {
    std::string_view name;  // "match", for messages
    bool json = false;
    std::uint64_t concurrency = 0;          // 0: as many games as the cores allow
    std::optional<std::string> store = {};  // named when it was interrupted; nothing: in memory
};

/// A new one, from its plan.
void play_plan(const ArenaCommand& command, const arena::Plan& plan);
/// To its end, or to Ctrl-C. A finished one is only summed up.
void play_tournament(const ArenaCommand& command, arena::Tournament& tournament);

/// Plays the rest of one and prints only warnings. The entrants are those of the plan, as they are
/// to be specified now: files may have moved.
[[nodiscard]] std::optional<Error> play_on(const ArenaCommand& command,
                                           arena::Tournament& tournament,
                                           const std::vector<arena::Entrant>& entrants,
                                           const StopToken& stop,
                                           const arena::TournamentEvents& events);

}  // namespace kalah::app
