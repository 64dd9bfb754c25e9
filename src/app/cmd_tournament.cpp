#include "app/arena_command.hpp"
#include "app/arena_options.hpp"
#include "app/command.hpp"
#include "app/games_options.hpp"
#include "system/files.hpp"

namespace kalah::app {
namespace {

struct MatchOptions {
    ArenaOptions arena;
    std::optional<std::string> a;
    std::optional<std::string> b;
};

void act_match(const MatchOptions& options) {
    arena::Plan plan;
    plan.entrants = {parse_entrant(*options.a), parse_entrant(*options.b)};
    const auto complete = or_usage_error(planned(options.arena, plan));
    play_plan({"match", options.arena.common.json, options.arena.concurrency, options.arena.store},
              complete);
}

void declare_match(Arguments& arguments, MatchOptions& options) {
    using enum Arguments::Need;
    arguments.positional("A", options.a, "a player, see 'kalah players', or NAME=PLAYER", required);
    arguments.positional("B", options.b, "the other player", required);
    declare_arena(arguments, options.arena, {"kind", "rounds"});
}

constexpr int kUsualGames = 12;
constexpr int kNotSaid = -1;

struct TournamentOptions {
    ArenaOptions arena;
    std::vector<std::string> players;
};

/// A list of players, or the file of a plan.
Result<arena::Plan> begun(const TournamentOptions& options) {
    arena::Plan plan;
    plan.kind = arena::Kind::round_robin;
    plan.games = kNotSaid;
    if (options.players.size() == 1 && options.players.front().ends_with(".toml")) {
        const std::string& file = options.players.front();
        const auto text = read_file(file);
        if (!text) return text.error();
        auto parsed = arena::parse_plan(*text, plan);
        if (!parsed) return Error{file + ", " + to_text(parsed.error())};
        return parsed;
    }
    for (const std::string& player : options.players)
        plan.entrants.push_back(parse_entrant(player));
    return plan;
}

void act_tournament(const TournamentOptions& options) {
    arena::Plan plan = or_usage_error(planned(options.arena, or_usage_error(begun(options))));
    if (plan.games == kNotSaid) plan.games = plan.kind == arena::Kind::match ? 0 : kUsualGames;
    play_plan(
        {"tournament", options.arena.common.json, options.arena.concurrency, options.arena.store},
        plan);
}

void declare_tournament(Arguments& arguments, TournamentOptions& options) {
    arguments.positionals("players", options.players,
                          "see 'kalah players', or NAME=PLAYER; or one file of a plan, FILE.toml");
    declare_arena(arguments, options.arena, {"sprt"});
}

struct ResumeOptions {
    std::optional<std::string> store;
    std::optional<store::TournamentId> tournament;
    std::uint64_t concurrency = 0;
    bool json = false;
};

void act_resume(const ResumeOptions& options) {
    // To read first: a file that is not there is not made.
    static_cast<void>(or_failure(chosen_store(options.store, store::Access::read)));
    const auto store = or_failure(chosen_store(options.store, store::Access::write));
    const auto tournament = or_failure(
        arena::Tournament::load(store, options.tournament, arena::Tournament::Use::play));
    play_tournament({"resume", options.json, options.concurrency, options.store}, *tournament);
}

void declare_resume(Arguments& arguments, ResumeOptions& options) {
    declare_stored_tournament(arguments, options.store, options.tournament);
    arguments.field(number_field("concurrency", options.concurrency, {1, 256},
                                 "games at a time (default: as many as the cores allow)"));
    declare_json(arguments, options.json);
}

}  // namespace

void add_match(Program& program) {
    program.add<MatchOptions>(
        {"match", "play many games between two players",
         "Examples:\n"
         "  kalah match champion:time=20ms alphabeta:time=200ms --games 60 --board 6x4\n"
         "  kalah match greedy 'cmd:python3 examples/bot.py' --games 10 --time 500ms\n"
         "  kalah match champion:nodes=20000 mtdf:nodes=20000 --sprt elo0=0,elo1=20 --store "
         "m.sqlite\n"
         "Every opening is played from both sides; without --games, all openings are played.\n"
         "Intervals are 95 %, over openings (docs/statistics.md). Games are printed to standard\n"
         "error as they end, the summary to standard output."},
        declare_match, act_match);
}

void add_tournament(Program& program) {
    program.add<TournamentOptions>(
        {"tournament", "play a tournament of many players",
         "Examples:\n"
         "  kalah tournament random greedy minimax:depth=4 alphabeta:depth=6 --games 12\n"
         "  kalah tournament course.toml --store course.sqlite\n"
         "  kalah tournament champion Anna='cmd:python3 anna.py' Ben='cmd:java Ben' --kind swiss\n"
         "Two players meet in 12 games (--games) on each board. With --store, the tournament can\n"
         "be interrupted at any time; 'kalah resume' continues it. See docs/tournaments.md."},
        declare_tournament, act_tournament);
}

void add_resume(Program& program) {
    program.add<ResumeOptions>(
        {"resume", "resume an interrupted tournament",
         "Example:\n"
         "  kalah resume --store course.sqlite\n"
         "Plays the missing games, whatever ended the program before: no finished game is lost\n"
         "or played twice. For a finished tournament, it prints the summary."},
        declare_resume, act_resume);
}

}  // namespace kalah::app
