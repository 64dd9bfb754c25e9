#include <fmt/core.h>

#include "app/command.hpp"
#include "app/interrupt.hpp"
#include "app/options.hpp"
#include "app/progress.hpp"
#include "kalah/game.hpp"
#include "rules/perft.hpp"
#include "rules/reach.hpp"
#include "system/json.hpp"

namespace kalah::app {
namespace {

struct Options {
    CommonOptions common;
    std::optional<std::string> start;
    std::uint64_t depth = 0;
    bool unique = false;
    bool reference = false;
    ReachLimits limits;
};

Json heading(const Options& options, const Setting& setting) {
    Json json;
    json.set("start", start_text(setting.start))
        .set("rules", to_text(setting.rules))
        .set("depth", options.depth)
        .set("unique", options.unique);
    return json;
}

void print_sequences(const Perft& result, double seconds, const char* board) {
    for (const auto& part : result.parts)
        fmt::print("move {:<3} {:>17}\n", part.pit + 1, part.count.nodes);
    fmt::print("nodes {:>20}\nof these finished {:>8}\n", result.count.nodes,
               result.count.finished);
    const double millions = static_cast<double>(result.count.nodes) / 1e6;
    fmt::print("{:.3f} s, {:.1f} million nodes/s, {} board\n", seconds,
               seconds > 0 ? millions / seconds : 0.0, board);
}

int count_sequences(const Options& options, const Setting& setting) {
    const BoardKind kind =
        options.reference ? BoardKind::reference : best_kind(setting.rules, setting.start);
    const char* board = kind == BoardKind::fast ? "fast" : "reference";
    Progress progress("nodes");
    const Perft result = perft(setting.rules, setting.start, static_cast<int>(options.depth), kind,
                               progress.watch());
    const double seconds = progress.finish();

    if (options.common.json) {
        Json parts = Json::array();
        for (const auto& part : result.parts)
            parts.push(Json().set("move", part.pit + 1).set("nodes", part.count.nodes));
        Json json = heading(options, setting);
        json.set("board", board)
            .set("nodes", result.count.nodes)
            .set("finished", result.count.finished)
            .set("seconds", seconds)
            .set("complete", result.complete)
            .set("parts", parts);
        fmt::print("{}\n", json.line());
    } else {
        print_sequences(result, seconds, board);
    }
    if (result.complete) return kOk;
    failed("perft", "interrupted: the counts are only of what was visited");
    return interrupted_exit_code();
}

int count_distinct(const Options& options, const Setting& setting) {
    Progress progress("positions");
    const DistinctPositions result =
        distinct_positions(setting.rules, setting.start, static_cast<int>(options.depth),
                           options.limits, progress.watch());
    const double seconds = progress.finish();
    const bool complete = result.stopped == Stopped::no;

    if (options.common.json) {
        Json by_depth = Json::array();
        for (const std::uint64_t count : result.after) by_depth.push(count);
        const std::uint64_t last = result.after.empty() ? 1 : result.after.back();
        Json json = heading(options, setting);
        json.set("nodes", complete ? Json(last) : Json())
            .set("seconds", seconds)
            .set("complete", complete)
            .set("by_depth", by_depth);
        fmt::print("{}\n", json.line());
    } else {
        fmt::print("depth  distinct positions\n");
        for (std::size_t i = 0; i < result.after.size(); ++i)
            fmt::print("{:>5} {:>19}\n", i + 1, result.after[i]);
        fmt::print("{:.3f} s\n", seconds);
    }
    if (complete) return kOk;
    const bool by_limit = result.stopped == Stopped::by_limit;
    failed("perft", fmt::format("{} at depth {}", by_limit ? "too many positions" : "interrupted",
                                result.after.size() + 1) +
                        (by_limit ? "; raise --max-positions" : ""));
    return by_limit ? kFailed : interrupted_exit_code();
}

int act(const Options& options) {
    const auto setting = chosen_setting(options.common, options.start);
    if (!setting) return wrong_usage("perft", setting.error().message);
    if (options.unique && options.reference)
        return wrong_usage("perft", "--unique always counts on the reference board");
    catch_interrupts();
    return options.unique ? count_distinct(options, *setting) : count_sequences(options, *setting);
}

void declare(Arguments& arguments, Options& options) {
    declare_start(arguments, options.start);
    arguments.number("--depth", options.depth, {0, 99}, "length of the sequences, 0 to 99",
                     Arguments::Need::required);
    arguments.flag("--unique", options.unique, "count distinct positions instead");
    arguments.flag("--reference", options.reference,
                   "use the reference board where the fast one would do");
    arguments.number("--max-positions", options.limits.max_positions, {1, kMostPositions},
                     "with --unique: give up beyond so many (default 100000000)");
    declare_common(arguments, options.common);
}

}  // namespace

void add_perft(Program& program) {
    program.add<Options>({"perft", "count the move sequences of a length",
                          "Examples:\n"
                          "  kalah perft 6x4 --depth 9\n"
                          "  kalah perft 6x6 --depth 7 --unique\n"
                          "One sowing is one ply and every move is really made. Games that end\n"
                          "earlier count nothing."},
                         declare, act);
}

}  // namespace kalah::app
