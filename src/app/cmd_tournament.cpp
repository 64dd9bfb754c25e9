#include "app/arena_options.hpp"
#include "app/arena_session.hpp"
#include "app/command.hpp"
#include "app/files.hpp"
#include "arena/plan_toml.hpp"

namespace kalah::app {
namespace {

constexpr int kUsualGames = 12;
constexpr int kNotSaid = -1;

struct Options {
    ArenaOptions arena;
    std::vector<std::string> players;
    std::optional<std::string> kind;
    std::uint64_t rounds = 0;
};

/// A list of players, or the file of a plan.
Result<arena::Plan> begun(const Options& options) {
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

int act(const Options& options) {
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

void declare(Arguments& arguments, Options& options) {
    arguments.positionals("players", options.players,
                          "see 'kalah players', or NAME=PLAYER; or one file of a plan, FILE.toml");
    arguments.option("--kind", "round-robin|gauntlet|knockout|swiss", options.kind,
                     "round-robin (default): all against all; gauntlet: the first against all");
    arguments.number("--rounds", options.rounds, {1, 1000},
                     "of a Swiss tournament (default: by the number of players)");
    declare_arena(arguments, options.arena);
}

}  // namespace

void add_tournament(Program& program) {
    program.add<Options>(
        {"tournament", "let many players play each other",
         "Examples:\n"
         "  kalah tournament random greedy minimax:depth=4 alphabeta:depth=6 --games 12\n"
         "  kalah tournament course.toml --store course.sqlite\n"
         "  kalah tournament champion Anna='cmd:python3 anna.py' Ben='cmd:java Ben' --kind swiss\n"
         "Two players meet in 12 games (--games) on each board. With --store it can be "
         "interrupted\n"
         "at any time and goes on with 'kalah resume'; docs/tournaments.md has all of it."},
        declare, act);
}

}  // namespace kalah::app
