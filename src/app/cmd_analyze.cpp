#include <fmt/core.h>

#include "app/command.hpp"
#include "app/options.hpp"
#include "app/terminal/interrupt.hpp"
#include "kalah/game.hpp"
#include "players/make_engine.hpp"
#include "players/thought.hpp"
#include "system/json.hpp"

namespace kalah::app {
namespace {

struct AnalyzeOptions {
    CommonOptions common;
    std::optional<std::string> start;
    std::optional<std::string> player;
};

const char* kind(const Score& score) {
    return score.exact ? "exact" : "estimate";
}

std::string line(const Setting& setting, const std::vector<int>& pits) {
    return players::line_text(setting.rules, setting.start, pits);
}

Json report_json(const SearchReport& report, const Setting& setting, const players::Spec& spec) {
    Json moves = Json::array();
    for (const auto& move : report.moves)
        moves.push(Json()
                       .set("pit", move.pit + 1)
                       .set("score", move.score.points())
                       .set("kind", kind(move.score))
                       .set("line", line(setting, move.line)));
    return Json()
        .set("start", start_text(setting.start))
        .set("rules", to_text(setting.rules))
        .set("best", report.pit + 1)
        .set("score", report.score.points())
        .set("kind", kind(report.score))
        .set("depth", report.depth)
        .set("takeover", report.takeover ? Json(*report.takeover) : Json())
        .set("nodes", report.nodes)
        .set("seconds", report.seconds)
        .set("database", database_json(spec))
        .set("line", line(setting, report.line))
        .set("moves", moves);
}

void print_depth(const SearchReport& report, const Setting& setting) {
    fmt::print("depth {:>3}  {:>10}  {:>12} nodes  {:>8.3f} s  {}\n", report.depth,
               players::score_text(report.score), report.nodes, report.seconds,
               line(setting, report.line));
    std::fflush(stdout);
}

void print_table(const SearchReport& report, const Setting& setting) {
    fmt::print("\nmove     score  kind      line\n");
    for (const auto& move : report.moves)
        fmt::print("{:>4}  {:>8}  {:<8}  {}\n", move.pit + 1,
                   fmt::format("{:+.{}f}", move.score.points(),
                               move.score.unit == 1 || move.score.exact ? 0 : 3),
                   kind(move.score), line(setting, move.line));
    if (report.takeover)
        fmt::print("\nplain alpha-beta took over at depth {}: the pruning left nothing to search\n",
                   *report.takeover);
    fmt::print("\nbest: {}, {:.1f} million nodes/s\n", report.pit + 1,
               report.seconds > 0 ? static_cast<double>(report.nodes) / 1e6 / report.seconds : 0.0);
}

int act_analyze(const AnalyzeOptions& options) {
    const auto setting = chosen_setting(options.common, options.start);
    if (!setting) return wrong_usage("analyze", setting.error().message);
    const auto chosen =
        chosen_player("--player", options.player.value_or("champion:time=2s"), *setting);
    if (!chosen) return wrong_usage("analyze", chosen.error().message);
    if (chosen->kind != players::Kind::engine)
        return wrong_usage("analyze",
                           "--player: must be a player that searches, not " + chosen->text);
    if (legal_moves(setting->start).empty())
        return wrong_usage("analyze", fmt::format("{} is to move but has no seeds",
                                                  to_text(setting->start.to_move)));

    players::PlayerResources resources = default_resources();
    const auto spec = equipped("analyze", resources, *chosen, *setting);
    if (!spec) return failed("analyze", spec.error().message);
    if (!options.common.json && spec->settings.database) fmt::print("{}\n", database_text(*spec));

    const StopToken& stop = stop_on_signals();
    EngineOptions settings = spec->settings;
    settings.seed = spec->seed.value_or(settings.seed);
    Engine engine = players::make_engine(settings);
    const auto on_depth = [&](const SearchReport& report) {
        if (!options.common.json) print_depth(report, *setting);
    };
    const auto report = engine.analyse(setting->rules, setting->start, stop, on_depth);
    warn_of_damage("analyze", *spec);
    if (report.depth == 0) {
        failed("analyze", "no depth finished: allow more time");
        return interrupted() ? interrupted_exit_code() : kFailed;
    }
    if (options.common.json)
        fmt::print("{}\n", report_json(report, *setting, *spec).line());
    else
        print_table(report, *setting);
    return interrupted() ? interrupted_exit_code() : kOk;
}

void declare_analyze(Arguments& arguments, AnalyzeOptions& options) {
    declare_start(arguments, options.start);
    arguments.field(text_field("player", "SPEC", options.player,
                               "player that analyses (default champion:time=2s)"));
    declare_common(arguments, options.common);
}

}  // namespace

void add_analyze(Program& program) {
    program.add<AnalyzeOptions>(
        {"analyze", "evaluate every move of a position",
         "Examples:\n"
         "  kalah analyze 6x4\n"
         "  kalah analyze '<6,10,8,0,1,0,2,1,0,1,0,0,3,0,1>' --player champion:time=5s\n"
         "Prints a line for every finished depth, then a table of all moves. An exact score is "
         "the\n"
         "final store difference in seeds; others are estimates in the evaluation's unit.\n"
         "'kalah players' lists the players. A database in the usual directory ('kalah db build')\n"
         "is used if it fits the game; champion:db=none switches it off."},
        declare_analyze, act_analyze);
}

}  // namespace kalah::app
