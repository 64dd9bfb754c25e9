// Plays a tournament for a subcommand: finds its players, shows its progress and prints its result.
// On a terminal it redraws a table, otherwise it prints a line per game; with --json it prints each
// event as an object on standard output.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/program.hpp"
#include "arena/entrants.hpp"
#include "arena/tournament.hpp"
#include "kalah/stop_token.hpp"
#include "programs/program_player.hpp"

namespace kalah::app {

struct ArenaCommand {
    std::string_view name;  // "match", for messages
    bool json = false;
    std::uint64_t concurrency = 0;                // 0: as many games as the cores allow
    std::optional<std::string> store = {};        // the hint to resume names it; nothing: in memory
    std::optional<std::string> keep_output = {};  // a directory, see kept_programs.hpp
    bool queue = false;                           // workers play, see follow.hpp
    bool any_build = false;                       // also those whose searches differ
    bool scale_time = false;                      // to the speed of each worker
    std::uint64_t slots = 0;  // games at a time that this program plays as a worker
};

/// "SPEC" or "NAME=SPEC"; without a name the specification is the name.
[[nodiscard]] arena::Entrant parse_entrant(const std::string& text);
/// The limits of other people's programs as options, and `more` of plan_fields(), with their help.
void declare_program_limits(Arguments& arguments, arena::Plan& plan,
                            const std::map<std::string, std::string>& more);
/// All programs of a plan connect to one server.
[[nodiscard]] programs::ProgramOptions program_options(const arena::Plan& plan);
/// Makes players of programs with these options.
[[nodiscard]] arena::MakeProgram program_maker(programs::ProgramOptions options);
/// Before programs run.
void warn_of_root(std::string_view command, bool sandbox);
/// Ends the command if a program cannot run, as far as that can be known before the first game;
/// warns of running as root.
void validate_programs(std::string_view command, bool sandbox,
                       const std::vector<arena::Entrant>& entrants,
                       const arena::EntrantFactory& factory);

/// What players need from outside; without `options`, if none of them is another person's program.
[[nodiscard]] arena::PlayerSources player_sources(std::string_view command,
                                                  programs::ProgramOptions options);
/// Plays a new tournament, from its plan.
void play_plan(const ArenaCommand& command, const arena::Plan& plan);
/// Plays a tournament to its end, or to Ctrl-C. Of a finished one it only prints the summary.
void play_tournament(const ArenaCommand& command, const std::shared_ptr<store::Store>& store,
                     arena::Tournament& tournament);

/// Plays the rest of a tournament and prints only warnings. The entrants are those of the plan,
/// with the specifications that are valid now: files may have moved.
[[nodiscard]] std::optional<Error> play_on(const ArenaCommand& command,
                                           arena::Tournament& tournament,
                                           const std::vector<arena::Entrant>& entrants,
                                           const StopToken& stop,
                                           const arena::TournamentEvents& events);

}  // namespace kalah::app
