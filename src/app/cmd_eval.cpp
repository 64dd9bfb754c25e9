#include <fmt/core.h>

#include "app/batch.hpp"
#include "app/command.hpp"
#include "app/options.hpp"
#include "kalah/game.hpp"
#include "kalah/notation.hpp"
#include "players/explain.hpp"

namespace kalah::app {
namespace {

struct EvalOptions {
    CommonOptions common;
    std::optional<std::string> start;
    std::optional<std::string> moves;
    BatchOptions batch;
    int threads = processor_cores();
};

void eval_batch(const EvalOptions& options) {
    if (options.start) throw usage_error("give a position or --batch, not both");
    const Rules rules = or_usage_error(chosen_rules(options.common)).rules;
    BatchWork work{rules, {}, {}, options.threads};
    for (const EvalId eval : kAllEvals) work.columns.emplace_back(to_text(eval));
    work.new_worker = [&] {
        return [&](const Board& board, Json& json) -> std::optional<Error> {
            const players::Leaf leaf = players::leaf_of(Game(rules, board));
            for (const EvalId eval : kAllEvals) {
                const auto explanation = players::explain(eval, rules, leaf, board.to_move);
                json.set(to_text(eval), explanation.points(explanation.value));
            }
            return std::nullopt;
        };
    };
    run_batch(options.batch, work);
}

void act_eval(const EvalOptions& options) {
    if (is_batch(options.batch)) return eval_batch(options);
    const auto setting = or_usage_error(chosen_setting(options.common, options.start));
    Game game(setting.rules, setting.start);
    if (options.moves)
        if (const auto played = game.play_text(*options.moves); !played)
            throw usage_error("moves " + in_quotes(*options.moves) + ", " +
                              to_text(played.error()));
    const players::Leaf leaf = players::leaf_of(game);
    const Side mover = game.board().to_move;

    Json evals = Json::array();
    if (!options.common.json)
        fmt::print("{}, points for {}\n\n{:<15} {:>9}  {:>8}  parts\n", to_text(game.board()),
                   to_text(mover), "evaluation", "points", "per seed");
    for (const EvalId eval : kAllEvals) {
        const auto explanation = players::explain(eval, game.rules(), leaf, mover);
        if (options.common.json)
            evals.push(players::explanation_json(explanation));
        else
            fmt::print("{:<15} {:>9}  {:>8}  {}\n", to_text(eval),
                       players::points_text(explanation, explanation.value),
                       explanation.points(explanation.seed), players::parts_text(explanation));
    }
    if (options.common.json)
        print_json(Json()
                       .set("position", to_text(game.board()))
                       .set("rules", to_text(game.rules()))
                       .set("to_move", to_text(mover))
                       .set("extra_turn", leaf.arrival.extra_turn)
                       .set("over", game.over())
                       .set("evals", evals));
}

void declare_eval(Arguments& arguments, EvalOptions& options) {
    declare_start(arguments, options.start);
    arguments.positional("moves", options.moves, "moves to play first, such as '3-6 2'");
    declare_common(arguments, options.common);
    declare_batch(arguments, options.batch, options.threads);
}

}  // namespace

void add_eval(Program& program) {
    program.add<EvalOptions>(
        {"eval", "value a position by every evaluation, in parts",
         "Examples:\n"
         "  kalah eval '<6,10,8,0,1,0,2,1,0,1,0,0,3,0,1>'\n"
         "  kalah eval 6x6 1 --rules empty-capture    after a move that gives another one\n"
         "  kalah eval --batch positions.txt --csv    a table of many positions\n"
         "Nothing is searched. Points are for the side to move, in the unit of each evaluation.\n"
         "A part is a count times a weight. See docs/players.md for what each one counts."},
        declare_eval, act_eval);
}

}  // namespace kalah::app
