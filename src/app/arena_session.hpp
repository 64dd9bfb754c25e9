// Plays a tournament from a subcommand: finds its players and what they bring, shows how it goes,
// prints what it has come to.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "arena/tournament.hpp"
#include "kalah/stop_token.hpp"

namespace kalah::app {

struct ArenaSession {
    std::string_view command;  // "match", for messages
    bool json = false;
    std::uint64_t concurrency = 0;          // 0: what the cores allow
    std::optional<std::string> store = {};  // to be named when it was interrupted
};

/// The store of a file, or one in memory.
[[nodiscard]] Result<std::shared_ptr<store::Store>> arena_store(
    const std::optional<std::string>& file);

/// What is wrong with the plan, its players included; opens no files of theirs.
[[nodiscard]] std::optional<Error> plan_objection(const arena::Plan& plan);

/// Plays what is left of one, of our own players, and prints nothing; the error is that of a file.
/// The entrants are those of the plan, as they are to be specified now: files may have moved.
[[nodiscard]] std::optional<Error> play_on(const ArenaSession& session,
                                           arena::Tournament& tournament,
                                           const std::vector<arena::Entrant>& entrants,
                                           const StopToken& stop,
                                           const arena::TournamentEvents& events);

/// A new one, from its plan; the exit code.
int play_plan(const ArenaSession& session, const arena::Plan& plan);
/// To its end, or to Ctrl-C; the exit code. A finished one is only summed up.
int play_tournament(const ArenaSession& session, arena::Tournament& tournament);

}  // namespace kalah::app
