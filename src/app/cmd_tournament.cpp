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
    std::optional<std::string> sprt;
};

int act_match(const MatchOptions& options) {
    arena::Plan plan;
    plan.entrants = {parse_entrant(*options.a), parse_entrant(*options.b)};
    if (options.sprt) {
        const auto sprt = parse_sprt(*options.sprt);
        if (!sprt) return wrong_usage("match", sprt.error().message);
        plan.sprt = *sprt;
    }
    const auto complete = planned(options.arena, plan);
    if (!complete) return wrong_usage("match", complete.error().message);
    return play_plan(
        {"match", options.arena.common.json, options.arena.concurrency, options.arena.store},
        *complete);
}

void declare_match(Arguments& arguments, MatchOptions& options) {
    using enum Arguments::Need;
    arguments.positional("A", options.a, "a player, see 'kalah players', or NAME=PLAYER", required);
    arguments.positional("B", options.b, "another", required);
    arguments.field(text_field("sprt", "elo0=0,elo1=10", options.sprt,
                               "stop when the SPRT accepts elo0 or elo1"));
    declare_arena(arguments, options.arena);
}

constexpr int kUsualGames = 12;
constexpr int kNotSaid = -1;

struct TournamentOptions {
    ArenaOptions arena;
    std::vector<std::string> players;
    std::optional<std::string> kind;
    std::uint64_t rounds = 0;
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

int act_tournament(const TournamentOptions& options) {
    const auto from_file = begun(options);
    if (!from_file) return wrong_usage("tournament", from_file.error().message);
    arena::Plan plan = *from_file;
    if (options.kind) {
        const auto kind = arena::parse_kind(*options.kind);
        if (!kind || *kind == arena::Kind::match)
            return wrong_usage("tournament",
                               "--kind " + in_quotes(*options.kind) +
                                   ": it is round-robin, gauntlet, knockout or swiss");
        plan.kind = *kind;
    }
    if (plan.games == kNotSaid) plan.games = plan.kind == arena::Kind::match ? 0 : kUsualGames;
    if (options.rounds > 0) plan.rounds = static_cast<int>(options.rounds);
    const auto complete = planned(options.arena, plan);
    if (!complete) return wrong_usage("tournament", complete.error().message);
    return play_plan(
        {"tournament", options.arena.common.json, options.arena.concurrency, options.arena.store},
        *complete);
}

void declare_tournament(Arguments& arguments, TournamentOptions& options) {
    arguments.positionals("players", options.players,
                          "see 'kalah players', or NAME=PLAYER; or one file of a plan, FILE.toml");
    arguments.field(
        text_field("kind", "round-robin|gauntlet|knockout|swiss", options.kind,
                   "round-robin (default): all against all; gauntlet: the first against all"));
    arguments.field(number_field("rounds", options.rounds, {1, 1000},
                                 "of a Swiss tournament (default: by the number of players)"));
    declare_arena(arguments, options.arena);
}

struct ResumeOptions {
    std::optional<std::string> store;
    std::uint64_t tournament = 0;
    std::uint64_t concurrency = 0;
    bool json = false;
};

int act_resume(const ResumeOptions& options) {
    // To read first: a file that is not there is not made.
    if (const auto there = chosen_store(options.store, store::Access::read); !there)
        return failed("resume", there.error().message);
    const auto store = chosen_store(options.store, store::Access::write);
    if (!store) return failed("resume", store.error().message);
    std::optional<store::TournamentId> id;
    if (options.tournament > 0) id = static_cast<store::TournamentId>(options.tournament);
    const auto tournament = arena::Tournament::load(*store, id, arena::Tournament::Use::play);
    if (!tournament) return failed("resume", tournament.error().message);
    return play_tournament({"resume", options.json, options.concurrency, options.store},
                           **tournament);
}

void declare_resume(Arguments& arguments, ResumeOptions& options) {
    using enum Arguments::Need;
    arguments.field(kalah::required(
        text_field("store", "FILE", options.store, "where the tournament is kept")));
    arguments.field(
        number_field("tournament", options.tournament, {1, 1'000'000'000},
                     "its number (default: the newest that is not finished, else the newest)"));
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
         "Every opening is played from both sides; without --games, all openings are. Intervals "
         "are "
         "95 %,\n"
         "over openings (docs/statistics.md). Games go to standard error as they end, the summary "
         "to\n"
         "standard output."},
        declare_match, act_match);
}

void add_tournament(Program& program) {
    program.add<TournamentOptions>(
        {"tournament", "play a tournament of many players",
         "Examples:\n"
         "  kalah tournament random greedy minimax:depth=4 alphabeta:depth=6 --games 12\n"
         "  kalah tournament course.toml --store course.sqlite\n"
         "  kalah tournament champion Anna='cmd:python3 anna.py' Ben='cmd:java Ben' --kind swiss\n"
         "Two players meet in 12 games (--games) on each board. With --store it can be "
         "interrupted\n"
         "at any time and goes on with 'kalah resume'; docs/tournaments.md has all of it."},
        declare_tournament, act_tournament);
}

void add_resume(Program& program) {
    program.add<ResumeOptions>(
        {"resume", "resume an interrupted tournament",
         "Example:\n"
         "  kalah resume --store course.sqlite\n"
         "Plays the games that are missing, whatever ended the program before: no "
         "game is lost, and\n"
         "none played twice. A finished tournament is only summed up."},
        declare_resume, act_resume);
}

}  // namespace kalah::app
