#include "app/arena_options.hpp"
#include "app/arena_session.hpp"
#include "app/command.hpp"

namespace kalah::app {
namespace {

struct Options {
    ArenaOptions arena;
    std::optional<std::string> a;
    std::optional<std::string> b;
    std::optional<std::string> sprt;
};

int act(const Options& options) {
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

void declare(Arguments& arguments, Options& options) {
    using enum Arguments::Need;
    arguments.positional("A", options.a, "a player, see 'kalah players', or NAME=PLAYER", required);
    arguments.positional("B", options.b, "another", required);
    arguments.option("--sprt", "elo0=0,elo1=10", options.sprt,
                     "stop when it is clear which of the two A's advantage is");
    declare_arena(arguments, options.arena);
}

}  // namespace

void add_match(Program& program) {
    program.add<Options>(
        {"match", "let two players play many games",
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
        declare, act);
}

}  // namespace kalah::app
