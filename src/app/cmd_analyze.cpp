#include <fmt/core.h>

#include <map>
#include <memory>
#include <utility>

#include "app/batch.hpp"
#include "app/chain_output.hpp"
#include "app/command.hpp"
#include "app/options.hpp"
#include "app/terminal/interrupt.hpp"
#include "kalah/game.hpp"
#include "players/analysis.hpp"
#include "players/explain.hpp"
#include "players/make_engine.hpp"
#include "players/thought.hpp"
#include "system/json.hpp"

namespace kalah::app {
namespace {

struct AnalyzeOptions {
    CommonOptions common;
    std::optional<std::string> start;
    std::optional<std::string> player;
    std::optional<std::chrono::milliseconds> time;
    bool explain = false;
    BatchOptions batch;
    int threads = processor_cores();
};

const char* kind(const Score& score) {
    return score.exact ? "exact" : "estimate";
}

/// The evaluation where a line ends, for the side that is to move at its beginning.
players::Explanation explain(const Setting& setting, const EngineOptions& engine,
                             const std::vector<int>& pits) {
    const auto leaf =
        players::leaf_of({setting.rules, setting.start}, pits, engine.bonus, engine.weights);
    return players::explain(engine.eval, setting.rules, leaf, setting.start.to_move);
}

/// Adds `explain` if it is wanted.
AddParts parts_adder(const Setting& setting, const EngineOptions& engine, bool wanted) {
    return [&setting, &engine, wanted](Json json, const std::vector<int>& pits) {
        if (wanted) json.set("explain", players::explanation_json(explain(setting, engine, pits)));
        return json;
    };
}

Json report_json(const SearchReport& report, const Setting& setting, const players::Spec& spec,
                 bool explained) {
    const AddParts with_parts = parts_adder(setting, spec.settings, explained);
    Json moves = Json::array();
    for (const auto& move : report.moves)
        moves.push(with_parts(Json()
                                  .set("pit", move.pit + 1)
                                  .set("score", move.score.points())
                                  .set("kind", kind(move.score))
                                  .set("line", line_of(setting, move.line)),
                              move.line));
    Json json = Json()
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
                    .set("line", line_of(setting, report.line))
                    .set("moves", moves);
    return with_parts(std::move(json), {});
}

void print_depth(const SearchReport& report, const Setting& setting) {
    fmt::print("depth {:>3}  {:>10}  {:>12} nodes  {:>8.3f} s  {}\n", report.depth,
               players::score_text(report.score), report.nodes, report.seconds,
               line_of(setting, report.line));
    std::fflush(stdout);
}

void print_table(const SearchReport& report, const Setting& setting) {
    fmt::print("\nmove     score  kind      line\n");
    for (const auto& move : report.moves)
        fmt::print("{:>4}  {:>8}  {:<8}  {}\n", move.pit + 1,
                   fmt::format("{:+.{}f}", move.score.points(),
                               move.score.unit == 1 || move.score.exact ? 0 : 3),
                   kind(move.score), line_of(setting, move.line));
    if (report.takeover)
        fmt::print("\nplain alpha-beta took over at depth {}: the pruning left nothing to search\n",
                   *report.takeover);
    fmt::print("\nbest: {}, {:.1f} million nodes/s\n", report.pit + 1,
               report.seconds > 0 ? static_cast<double>(report.nodes) / 1e6 / report.seconds : 0.0);
}

/// The parts of the evaluation here and where each line ends. `is_score`: whether the value there
/// is the score that was found.
template <class Moves, class IsScore>
void print_parts(const Moves& moves, const Setting& setting, const EngineOptions& engine,
                 IsScore is_score) {
    const auto print = [&](const std::string& where, const std::vector<int>& pits) {
        const auto explanation = explain(setting, engine, pits);
        fmt::print("{:>9}  {}  {}\n", players::points_text(explanation, explanation.value), where,
                   players::parts_text(explanation));
    };
    const auto here = explain(setting, engine, {});
    fmt::print("\n{} in parts: points for {}, {} per seed, here and where each line ends\n",
               to_text(engine.eval), to_text(setting.start.to_move), here.points(here.seed));
    print("here:", {});
    for (const auto& move : moves) {
        print(line_of(setting, move.line) + ":", move.line);
        if (!is_score(move, explain(setting, engine, move.line)))
            fmt::print("{:>9}  the score is that of a position behind the line shown\n", "");
    }
}

std::string player_text(const AnalyzeOptions& options) {
    const std::string usual = options.time ? "champion" : "champion:time=2s";
    return with_time_limit(options.player.value_or(usual), options.time);
}

Result<players::Spec> chosen_searcher(const AnalyzeOptions& options, const Setting& setting) {
    auto spec = chosen_player("--player", player_text(options), setting);
    if (spec && spec->kind != players::Kind::engine)
        return Error{"--player: must be a player that searches, not " + spec->text};
    return spec;
}

Engine engine_of(const players::Spec& spec) {
    EngineOptions settings = spec.settings;
    settings.seed = spec.seed.value_or(settings.seed);
    return players::make_engine(settings);
}

/// Answers positions of a batch on one thread, each as if it were the first one.
class BatchAnalyst {
  public:
    BatchAnalyst(const AnalyzeOptions& options, const Rules& rules)
        : options_(options),
          rules_(rules),
          resources_(default_resources()),
          stop_(stop_on_signals()) {}

    std::optional<Error> answer(const Board& board, Json& json) {
        const auto setting = playable(Setting{rules_, board});
        if (!setting) return setting.error();
        const auto found = engine_for(*setting);
        if (!found) return found.error();
        Engine& engine = **found;
        engine.new_game();
        const auto report = engine.analyse(rules_, board, stop_);
        if (report.depth == 0) return Error{"no depth finished: allow more time"};
        std::vector<Json> scores(board.width);
        for (const auto& move : report.moves)
            scores[static_cast<std::size_t>(move.pit)] = move.score.points();
        Json moves = Json::array();
        for (Json& score : scores) moves.push(std::move(score));
        json.set("best", report.pit + 1)
            .set("score", report.score.points())
            .set("kind", kind(report.score))
            .set("depth", report.depth)
            .set("nodes", report.nodes)
            .set("line", line_of(*setting, report.line))
            .set("moves", moves);
        return std::nullopt;
    }

  private:
    /// An engine for each width: databases differ.
    Result<Engine*> engine_for(const Setting& setting) {
        const auto found = engines_.find(setting.start.width);
        if (found != engines_.end()) return &found->second;
        const auto chosen = chosen_searcher(options_, setting);
        if (!chosen) return chosen.error();
        const auto spec = equipped("analyze", resources_, *chosen, setting);
        if (!spec) return spec.error();
        return &engines_.emplace(setting.start.width, engine_of(*spec)).first->second;
    }

    const AnalyzeOptions& options_;
    Rules rules_;
    players::PlayerResources resources_;
    const StopToken& stop_;
    std::map<int, Engine> engines_;
};

void analyze_batch(const AnalyzeOptions& options) {
    if (options.start) throw usage_error("give a position or --batch, not both");
    if (options.explain) throw usage_error("--explain is for one position: see 'kalah eval'");
    const Preset preset = or_usage_error(chosen_rules(options.common));
    // What is wrong with the player whatever the board is said once.
    const auto spec = players::parse_local_player(player_text(options));
    if (!spec)
        throw usage_error("--player " + in_quotes(player_text(options)) + ", " +
                          to_text(spec.error()));
    if (spec->kind != players::Kind::engine)
        throw usage_error("--player: must be a player that searches, not " + spec->text);
    const BatchWork work{
        preset.rules,
        {"best", "score", "kind", "depth", "nodes", "line", "moves"},
        [&] {
            return [analyst = std::make_shared<BatchAnalyst>(options, preset.rules)](
                       const Board& board, Json& json) { return analyst->answer(board, json); };
        },
        options.threads};
    run_batch(options.batch, work);
}

/// By the player alone.
void analyze_by_player(const AnalyzeOptions& options, const Setting& setting,
                       const players::Spec& spec, const StopToken& stop) {
    Engine engine = engine_of(spec);
    const auto on_depth = [&](const SearchReport& report) {
        if (!options.common.json) print_depth(report, setting);
    };
    const auto report = engine.analyse(setting.rules, setting.start, stop, on_depth);
    warn_of_damage("analyze", spec);
    if (report.depth == 0) throw failure("no depth finished: allow more time");
    if (options.common.json) return print_json(report_json(report, setting, spec, options.explain));
    print_table(report, setting);
    if (options.explain)
        print_parts(report.moves, setting, spec.settings,
                    [](const MoveReport& move, const players::Explanation& end) {
                        return end.value == move.score.value;
                    });
}

/// By all that is known: book, database, solver, and the champion.
void analyze_by_chain(const AnalyzeOptions& options, const Setting& setting,
                      const players::Spec& spec, const StopToken& stop) {
    const auto small = std::make_shared<players::SmallDatabases>();
    const players::GameKind kind{setting.rules, setting.start.width};
    players::PositionAnalysis analysis(
        {setting.rules, setting.start}, [&] { return players::sources_of(spec, kind, small); },
        spec.settings.eval, *spec.settings.limits.time);
    std::string shown;
    analysis.run(stop, [&](const players::PositionValues& values) {
        const std::string news =
            std::to_string(values.depth) + ' ' + players::value_text(values.value);
        if (!options.common.json && std::exchange(shown, news) != news)
            print_progress(values, setting);
    });
    warn_of_damage("analyze", spec);
    const auto found = analysis.values();
    if (!found) throw failure("nothing found: allow more time");
    if (options.common.json)
        return print_json(chain_json(*found, setting, spec,
                                     parts_adder(setting, spec.settings, options.explain)));
    print_chain(*found, setting);
    if (options.explain)
        print_parts(found->moves, setting, spec.settings, [](const auto&, const auto&) {
            return true;  // of proofs and estimates; the lines are those of the proofs
        });
}

void act_analyze(const AnalyzeOptions& options) {
    if (is_batch(options.batch)) return analyze_batch(options);
    const auto setting = or_usage_error(playable(chosen_setting(options.common, options.start)));
    const auto chosen = or_usage_error(chosen_searcher(options, setting));

    players::PlayerResources resources = default_resources();
    const auto spec = or_failure(equipped("analyze", resources, chosen, setting));
    if (!options.common.json && spec.settings.database) fmt::print("{}\n", database_text(spec));
    (options.player ? analyze_by_player : analyze_by_chain)(options, setting, spec,
                                                            stop_on_signals());
}

void declare_analyze(Arguments& arguments, AnalyzeOptions& options) {
    declare_start(arguments, options.start);
    arguments.field(text_field("player", "SPEC", options.player,
                               "player that analyses alone, such as champion:time=2s"));
    arguments.field(duration_field("time", "2s", options.time,
                                   "time for a position, if the player names no limit"));
    arguments.field(flag_field("explain", options.explain,
                               "show the evaluation in its parts, here and where each line ends"));
    declare_common(arguments, options.common);
    declare_batch(arguments, options.batch, options.threads);
}

}  // namespace

void add_analyze(Program& program) {
    program.add<AnalyzeOptions>(
        {"analyze", "evaluate every move of a position",
         "Examples:\n"
         "  kalah analyze 6x4\n"
         "  kalah analyze '<6,10,8,0,1,0,2,1,0,1,0,0,3,0,1>' --time 5s\n"
         "  kalah analyze 6x4 --player alphabeta:eval=knowledge,depth=4 --explain\n"
         "Without --player, every move gets its value from the first that knows it: the opening\n"
         "book, the endgame database, the solver; until then, the champion estimates it. Values\n"
         "are final store differences in seeds. It ends as soon as every move is proved, and\n"
         "after 2 s (--time) in any case.\n"
         "With --player, that player searches alone: an exact score is the final store\n"
         "difference in seeds; others are estimates in the evaluation's unit. Batches are\n"
         "analysed by a player alone, by default the champion.\n"
         "'kalah players' lists the players. A database in the usual directory ('kalah db build')\n"
         "is used if it fits the game; champion:db=none switches it off.\n"
         "  kalah analyze --batch positions.txt --player champion:nodes=100000 --out moves.jsonl\n"
         "A batch gives the scores of all moves by pit, and the same ones for a position whatever\n"
         "came before it, unless the player has a time limit.",
         "analyse"},
        declare_analyze, act_analyze);
}

}  // namespace kalah::app
