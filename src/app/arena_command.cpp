#include "app/arena_command.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <filesystem>

#include <fmt/format.h>

#include "app/arena_output.hpp"
#include "app/arena_view.hpp"
#include "app/bench.hpp"
#include "app/command.hpp"
#include "app/follow.hpp"
#include "app/games_options.hpp"
#include "app/kept_programs.hpp"
#include "app/options.hpp"
#include "app/own_worker.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/unfinished_tournaments.hpp"
#include "arena/entrants.hpp"
#include "programs/command_check.hpp"
#include "programs/program_player.hpp"
#include "programs/sandbox.hpp"
#include "report/text.hpp"
#include "system/values.hpp"
#include "system/wall_clock.hpp"

namespace kalah::app {
namespace {

using arena::EntrantFactory;
using arena::Tournament;

/// Prints which databases were found: results depend on them.
void print_databases(const ArenaCommand& command, const Tournament& tournament,
                     const EntrantFactory& factory) {
    const arena::Plan& plan = tournament.plan();
    for (std::size_t i = 0; i < factory.entrants(); ++i)
        for (std::size_t board = 0; board < factory.boards(); ++board) {
            const players::Spec& spec = factory.spec(i, board);
            if (!spec.settings.database) continue;
            if (command.json)
                print_json(Json()
                               .set("event", "player")
                               .set("name", plan.entrants[i].name)
                               .set("board", plan.boards[board])
                               .set("database", database_json(spec)));
            else
                fmt::print(stderr, "{} on {}: {}\n", plan.entrants[i].name, plan.boards[board],
                           database_text(spec));
        }
}

void warn_of_few_openings(const ArenaCommand& command, const Tournament& tournament) {
    for (std::size_t i = 0; i < tournament.setups().size(); ++i) {
        const arena::BoardSetup& setup = tournament.setups()[i];
        if (setup.openings.size() < setup.pairs)
            fmt::print(stderr,
                       "kalah {}: {} has only {} distinct openings: games will repeat, and count "
                       "once in the intervals\n",
                       command.name, tournament.plan().boards[i], setup.openings.size());
    }
}

/// Null if nothing is to be kept.
std::unique_ptr<KeptPrograms> kept_programs(const ArenaCommand& command,
                                            const EntrantFactory& factory,
                                            KeptPrograms::Folder folder, bool sandbox) {
    if (!command.keep_output) return nullptr;
    if (!factory.has_programs())
        throw usage_error("--keep-output is for other people's programs, and none plays");
    auto kept = std::make_unique<KeptPrograms>(*command.keep_output, folder);
    std::error_code missing;
    if (sandbox && std::filesystem::equivalent(kept->directory(), ".", missing))
        throw usage_error(
            "--keep-output: programs in the sandbox see the folder in which they "
            "work; name another one");
    return kept;
}

std::optional<Error> open_players(const ArenaCommand& command, const arena::Plan& plan,
                                  EntrantFactory& factory, KeptPrograms* kept) {
    if (!factory.has_programs()) return factory.open(player_sources(command.name, {}));
    programs::ProgramOptions options = program_options(plan);
    if (kept != nullptr) {
        options.keep_in = kept->directory();
        options.on_kept = [kept](programs::ProgramRun run) { kept->add(std::move(run)); };
    }
    return factory.open(player_sources(command.name, std::move(options)));
}

std::optional<Error> play_with(const ArenaCommand& command, const EntrantFactory& factory,
                               Tournament& tournament, const StopToken& stop,
                               const arena::TournamentEvents& events) {
    auto error = factory.play(tournament, command.concurrency, now_milliseconds, stop, events);
    for (std::size_t i = 0; i < factory.entrants(); ++i)
        for (std::size_t board = 0; board < factory.boards(); ++board)
            warn_of_damage(command.name, factory.spec(i, board));
    return error;
}

void print_resume_hint(const ArenaCommand& command, const Tournament& tournament, bool trouble) {
    if (!command.store) return;
    // Other tournaments of the store may be what resumes by default.
    const std::string number =
        tournament.id() > 1 ? fmt::format(" --tournament {}", tournament.id()) : "";
    fmt::print(stderr, "kalah {}: {} after {}; {} with 'kalah resume{} --store {}{}'\n",
               command.name, command.queue ? "stopped following" : "interrupted",
               report::counted(tournament.games().size(), "game"),
               command.queue && !trouble ? "the workers go on, follow them" : "go on",
               command.queue ? " --queue" : "", *command.store, number);
}

/// Before a match: prints whether its players search differently at all.
void print_trees(const ArenaCommand& command, const Trees& trees) {
    if (!trees) return;
    if (command.json)
        print_json(trees_json(trees).set("event", "trees"));
    else
        fmt::print(stderr, "{}\n", to_text(*trees));
}

void conclude(const ArenaCommand& command, const Tournament& tournament, const Trees& trees,
              const std::optional<Error>& trouble) {
    if (command.json)
        print_json(summary_json(tournament, trees));
    else
        fmt::print("{}", summary_text(tournament, trees));
    const bool cut_short = !tournament.is_finished() && interrupted();
    if (trouble || cut_short) print_resume_hint(command, tournament, trouble.has_value());
    if (trouble) throw failure(trouble->message);
}

/// Lets workers play a tournament, and shows what they do.
void follow_queue(const ArenaCommand& command, const std::shared_ptr<store::Store>& store,
                  Tournament& tournament, const Trees& trees) {
    print_trees(command, trees);
    const StopToken& stop = stop_on_signals();
    ArenaView view(tournament, trees, command.json);
    OwnWorker own(command.name, store, static_cast<int>(command.slots));
    const auto followed = follow(
        command, *store, tournament, view.events(),
        [&](const std::string& text, const Json& event) { view.tell(text, event); }, stop);
    const auto not_played = own.end();
    view.finish();
    const auto& trouble = followed ? followed : not_played;
    return conclude(command, tournament, trees, trouble);
}

/// The same for a new one.
void follow_shown(const ArenaCommand& command, const std::shared_ptr<store::Store>& store,
                  Tournament& tournament, const Trees& trees, const EntrantFactory& factory) {
    print_databases(command, tournament, factory);
    warn_of_few_openings(command, tournament);
    follow_queue(command, store, tournament, trees);
}

/// `kept`: null if nothing is.
void play_shown(const ArenaCommand& command, Tournament& tournament, const Trees& trees,
                EntrantFactory factory, KeptPrograms* kept) {
    or_failure(open_players(command, tournament.plan(), factory, kept));
    print_databases(command, tournament, factory);
    print_trees(command, trees);
    warn_of_few_openings(command, tournament);
    const StopToken& stop = stop_on_signals();
    ArenaView view(tournament, trees, command.json);
    arena::TournamentEvents events = view.events();
    if (kept != nullptr)
        events.on_game = [&, shown = events.on_game](const arena::TournamentGame& game,
                                                     const GameRecord& record) {
            kept->file(tournament, game, record);
            shown(game, record);
        };
    const auto trouble = play_with(command, factory, tournament, stop, events);
    view.finish();
    return conclude(command, tournament, trees, trouble);
}

}  // namespace

arena::Entrant parse_entrant(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || text.find(':') < equals)
        return {printable(text), text};
    return {text.substr(0, equals), text.substr(equals + 1)};
}

void declare_program_limits(Arguments& arguments, arena::Plan& plan,
                            const std::map<std::string, std::string>& more) {
    constexpr std::array kLimits{"time", "start-time", "cpu-time", "memory", "sandbox"};
    for (Field& field : arena::plan_fields(plan)) {
        const auto found = more.find(field.name);
        if (found != more.end()) field.help = found->second;
        if (found != more.end() ||
            std::find(kLimits.begin(), kLimits.end(), field.name) != kLimits.end())
            arguments.field(field);
    }
}

programs::ProgramOptions program_options(const arena::Plan& plan) {
    programs::ProgramOptions options;
    options.move_limit = plan.program_time;
    options.start_limit = plan.start_time;
    options.cpu = std::chrono::ceil<std::chrono::seconds>(plan.cpu_time);
    options.memory = plan.memory;
    options.sandbox = plan.sandbox;
    options.server = std::make_shared<programs::ProgramServer>();
    return options;
}

arena::MakeProgram program_maker(programs::ProgramOptions options) {
    return [options = std::move(options)](const players::Spec& spec) {
        return std::make_unique<programs::ProgramPlayer>(spec.text, spec.command, options);
    };
}

arena::PlayerSources player_sources(std::string_view command, programs::ProgramOptions options) {
    return {default_resources(), program_maker(std::move(options)),
            [command = std::string(command)](const Error& error) {
                fmt::print(stderr, "kalah {}: {}; goes on without a database\n", command,
                           error.message);
            }};
}

void warn_of_root(std::string_view command, bool sandbox) {
    if (::geteuid() != 0) return;
    fmt::print(stderr, "kalah {}: runs as root; {}\n", command,
               sandbox ? "in the sandbox, programs run as the user nobody"
                       : "programs can do anything on this machine: use --sandbox, or "
                         "another user");
}

void validate_programs(std::string_view command, bool sandbox,
                       const std::vector<arena::Entrant>& entrants, const EntrantFactory& factory) {
    if (!factory.has_programs()) return;
    if (sandbox) or_failure(programs::validate_sandbox());
    for (std::size_t i = 0; i < factory.entrants(); ++i) {
        const players::Spec& spec = factory.spec(i, 0);
        if (spec.kind != players::Kind::program) continue;
        if (const auto error = programs::validate_command(spec.command, sandbox))
            throw failure(printable(entrants[i].name) + ": " + error->message);
    }
    warn_of_root(command, sandbox);
}

std::optional<Error> play_on(const ArenaCommand& command, Tournament& tournament,
                             const std::vector<arena::Entrant>& entrants, const StopToken& stop,
                             const arena::TournamentEvents& events) {
    auto parsed = EntrantFactory::parse(tournament.plan(), entrants, tournament.setups());
    if (!parsed) return parsed.error();
    EntrantFactory factory = parsed.take();
    if (auto error = open_players(command, tournament.plan(), factory, nullptr)) return error;
    return play_with(command, factory, tournament, stop, events);
}

void play_plan(const ArenaCommand& command, const arena::Plan& plan) {
    auto ready = or_usage_error(arena::ready(plan));
    auto factory = or_usage_error(EntrantFactory::parse(plan, plan.entrants, ready.setups));
    validate_programs(command.name, plan.sandbox, plan.entrants, factory);
    const auto kept =
        kept_programs(command, factory, KeptPrograms::Folder::must_be_empty, plan.sandbox);
    const Trees trees = arena::tree_difference(plan, ready.setups);
    if (trees && trees->none() && plan.sprt)
        throw usage_error(to_text(*trees) + ": A and B search alike, and there is nothing to test");
    if (command.queue) {
        or_failure(open_players(command, plan, factory, nullptr));
        for (std::size_t i = 0; i < ready.plan.entrants.size(); ++i)
            ready.plan.entrants[i].files = or_failure(factory.files(i));
        if (command.scale_time) {
            const BenchResult here = bench();
            ready.plan.reference_speed =
                static_cast<std::uint64_t>(static_cast<double>(here.nodes) / here.seconds);
        }
    }
    const auto store = or_failure(command.store ? chosen_store(command.store, store::Access::write)
                                                : store::Store::in_memory());
    const auto tournament =
        or_failure(Tournament::begin(store, std::move(ready), now_milliseconds()));
    if (command.store) tell_of_unfinished(command, *store, *tournament);
    if (command.queue) return follow_shown(command, store, *tournament, trees, factory);
    return play_shown(command, *tournament, trees, std::move(factory), kept.get());
}

void play_tournament(const ArenaCommand& command, const std::shared_ptr<store::Store>& store,
                     Tournament& tournament) {
    const Trees trees = arena::tree_difference(tournament.plan(), tournament.setups());
    if (tournament.is_finished()) return conclude(command, tournament, trees, std::nullopt);
    if (command.queue) return follow_queue(command, store, tournament, trees);
    auto factory = or_failure(
        EntrantFactory::parse(tournament.plan(), tournament.plan().entrants, tournament.setups()));
    validate_programs(command.name, tournament.plan().sandbox, tournament.plan().entrants, factory);
    const auto kept = kept_programs(command, factory, KeptPrograms::Folder::may_be_full,
                                    tournament.plan().sandbox);
    return play_shown(command, tournament, trees, std::move(factory), kept.get());
}

}  // namespace kalah::app
