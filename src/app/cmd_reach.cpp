#include <fmt/core.h>

#include "app/command.hpp"
#include "app/interrupt.hpp"
#include "app/options.hpp"
#include "app/progress.hpp"
#include "kalah/game.hpp"
#include "rules/reach.hpp"
#include "system/json.hpp"

namespace kalah::app {
namespace {

struct Options {
    CommonOptions common;
    std::optional<std::string> start;
    ReachLimits limits;
};

int act(const Options& options) {
    const auto setting = chosen_setting(options.common, options.start);
    if (!setting) return wrong_usage("reach", setting.error().message);
    catch_interrupts();
    Progress progress("positions");
    const Reach result =
        reachable(setting->rules, setting->start, options.limits, progress.watch());
    const double seconds = progress.finish();
    const bool complete = result.stopped == Stopped::no;

    if (options.common.json) {
        Json json;
        json.set("start", start_text(setting->start))
            .set("rules", to_text(setting->rules))
            .set("positions", result.positions)
            .set("finished", result.finished)
            .set("seconds", seconds)
            .set("complete", complete);
        fmt::print("{}\n", json.line());
    } else {
        fmt::print("positions {:>16}\nof these finished {:>8}\n{:.3f} s\n", result.positions,
                   result.finished, seconds);
    }
    if (complete) return kOk;
    const bool by_limit = result.stopped == Stopped::by_limit;
    failed("reach", by_limit ? "there are more positions; raise --max-positions"
                             : "interrupted: there are more positions");
    return by_limit ? kFailed : interrupted_exit_code();
}

void declare(Arguments& arguments, Options& options) {
    declare_start(arguments, options.start);
    arguments.number("--max-positions", options.limits.max_positions, {1, kMostPositions},
                     "give up beyond so many (default 100000000)");
    declare_common(arguments, options.common);
}

}  // namespace

void add_reach(Program& program) {
    program.add<Options>({"reach", "count the positions a game can come to",
                          "Example:\n"
                          "  kalah reach 4x3 --rules empty-capture\n"
                          "Counted as in Irving, Donkers and Uiterwijk (2000), table 3: a position "
                          "is pits, stores and\n"
                          "side to move; a store above half ends the game, whatever the rules say; "
                          "finished positions\n"
                          "count with the seeds still in the pits."},
                         declare, act);
}

}  // namespace kalah::app
