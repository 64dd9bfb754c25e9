#include <fmt/core.h>

#include "app/command.hpp"
#include "app/options.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/progress.hpp"
#include "kalah/game.hpp"
#include "rules/perft.hpp"
#include "rules/reach.hpp"
#include "system/json.hpp"

namespace kalah::app {
namespace {

struct PerftOptions {
    CommonOptions common;
    std::optional<std::string> start;
    std::uint64_t depth = 0;
    bool unique = false;
    bool reference = false;
    ReachLimits limits;
};

Json heading(const PerftOptions& options, const Setting& setting) {
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

void count_sequences(const PerftOptions& options, const Setting& setting) {
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
            parts.push(Json().set("pit", part.pit + 1).set("nodes", part.count.nodes));
        Json json = heading(options, setting);
        json.set("board", board)
            .set("nodes", result.count.nodes)
            .set("finished", result.count.finished)
            .set("seconds", seconds)
            .set("complete", result.complete)
            .set("parts", parts);
        print_json(json);
    } else {
        print_sequences(result, seconds, board);
    }
    if (!result.complete) throw failure("interrupted: the counts are incomplete");
}

void count_distinct(const PerftOptions& options, const Setting& setting) {
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
        print_json(json);
    } else {
        fmt::print("depth  distinct positions\n");
        for (std::size_t i = 0; i < result.after.size(); ++i)
            fmt::print("{:>5} {:>19}\n", i + 1, result.after[i]);
        fmt::print("{:.3f} s\n", seconds);
    }
    if (complete) return;
    const bool by_limit = result.stopped == Stopped::by_limit;
    throw failure(fmt::format("{} at depth {}{}", by_limit ? "too many positions" : "interrupted",
                              result.after.size() + 1, by_limit ? "; raise --max-positions" : ""));
}

void run_perft(const PerftOptions& options) {
    const auto setting = or_usage_error(chosen_setting(options.common, options.start));
    if (options.unique && options.reference)
        throw usage_error("--unique always counts on the reference board");
    stop_on_signals();
    return options.unique ? count_distinct(options, setting) : count_sequences(options, setting);
}

void declare_run_perft(Arguments& arguments, PerftOptions& options) {
    declare_start(arguments, options.start);
    arguments.field(required(number_field("depth", options.depth, {0, 99}, "number of sowings")));
    arguments.field(flag_field("unique", options.unique, "count distinct positions instead"));
    arguments.field(flag_field("reference", options.reference,
                               "use the reference board even where the fast board would work"));
    arguments.field(number_field("max-positions", options.limits.max_positions, {1, kMostPositions},
                                 "with --unique: stop after this many (default: 100000000)"));
    declare_common(arguments, options.common);
}

struct ReachOptions {
    CommonOptions common;
    std::optional<std::string> start;
    ReachLimits limits;
};

void run_reach(const ReachOptions& options) {
    const auto setting = or_usage_error(chosen_setting(options.common, options.start));
    stop_on_signals();
    Progress progress("positions");
    const Reach result = reachable(setting.rules, setting.start, options.limits, progress.watch());
    const double seconds = progress.finish();
    const bool complete = result.stopped == Stopped::no;

    if (options.common.json) {
        Json json;
        json.set("start", start_text(setting.start))
            .set("rules", to_text(setting.rules))
            .set("positions", result.positions)
            .set("finished", result.finished)
            .set("seconds", seconds)
            .set("complete", complete);
        print_json(json);
    } else {
        fmt::print("positions {:>16}\nof these finished {:>8}\n{:.3f} s\n", result.positions,
                   result.finished, seconds);
    }
    if (!complete)
        throw failure(result.stopped == Stopped::by_limit
                          ? "too many positions; raise --max-positions"
                          : "interrupted: there are more positions");
}

void declare_run_reach(Arguments& arguments, ReachOptions& options) {
    declare_start(arguments, options.start);
    arguments.field(number_field("max-positions", options.limits.max_positions, {1, kMostPositions},
                                 "stop after this many (default: 100000000)"));
    declare_common(arguments, options.common);
}

}  // namespace

void add_perft(Program& program) {
    program.add<PerftOptions>({"perft", "count move sequences of a given length",
                               "Examples:\n"
                               "  kalah perft 6x4 --depth 9\n"
                               "  kalah perft 6x6 --depth 7 --unique\n"
                               "One sowing is one ply. Games that end earlier are not counted."},
                              declare_run_perft, run_perft);
}

void add_reach(Program& program) {
    program.add<ReachOptions>(
        {"reach", "count reachable positions",
         "Example:\n"
         "  kalah reach 4x3 --rules empty-capture\n"
         "Counted as in Irving, Donkers and Uiterwijk (2000), table 3: a position is pits, stores\n"
         "and side to move; a store above half always ends the game; finished positions are\n"
         "counted with the seeds still in the pits."},
        declare_run_reach, run_reach);
}

}  // namespace kalah::app
