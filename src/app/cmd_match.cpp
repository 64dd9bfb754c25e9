#include <fmt/core.h>

#include <thread>

#include "app/command.hpp"
#include "app/games_options.hpp"
#include "app/interrupt.hpp"
#include "app/json.hpp"
#include "app/options.hpp"
#include "app/search_options.hpp"
#include "arena/match.hpp"
#include "arena/openings.hpp"
#include "players/values.hpp"

namespace kalah::app {
namespace {

struct Options {
    CommonOptions common;
    std::optional<std::string> a;
    std::optional<std::string> b;
    std::optional<std::string> board;
    std::optional<std::string> openings;
    std::uint64_t games = 0;
    std::uint64_t seed = 1;
    std::uint64_t concurrency = 0;
    std::optional<std::string> store;
};

/// Openings for so many games, each twice; from the first again when there are too few.
Result<std::vector<Game>> chosen_openings(const Options& options, const Setting& setting) {
    const std::string wish = options.openings.value_or("4");
    std::vector<Game> all;
    if (wish == "first-move") {
        all = arena::first_move_openings(setting.rules, setting.start);
    } else {
        const auto plies = players::parse_number(wish, 0, 7);
        if (!plies)
            return Error{"--openings " + in_quotes(wish) + ": first-move, or " +
                         plies.error().message.substr(sizeof("expected ") - 1)};
        all = arena::ply_openings(setting.rules, setting.start, static_cast<int>(*plies),
                                  options.seed);
    }
    if (all.empty()) return Error{"every game is over after so many sowings: try --openings 0"};
    const std::size_t pairs = options.games == 0 ? all.size() : (options.games + 1) / 2;
    if (pairs > all.size())
        fmt::print(stderr,
                   "only {} distinct openings: games will repeat, and intervals are too narrow\n",
                   all.size());
    std::vector<Game> chosen;
    for (std::size_t i = 0; i < pairs; ++i) chosen.push_back(all[i % all.size()]);
    return chosen;
}

void print_game(const arena::MatchGame& game) {
    const Board& board = game.record.game.board();
    fmt::print(stderr, "game {:>4}: A is {}, {:>3} - {:<3} {}{}\n", game.number + 1,
               name(game.side_of_a), board.store(game.side_of_a),
               board.store(other(game.side_of_a)), moves_text(game.record.game),
               game.record.loser ? " FAULT: " + game.record.faults.back().text : "");
}

/// A game goes into the store when it has ended: an interrupted match leaves nothing half done.
std::optional<Error> keep_game(store::Store& store, GameRecord record) {
    record.started = record.finished = now_milliseconds();
    const store::NewGame game{record, {}, "match"};
    const auto ids = store.begin_games({&game, 1});
    if (!ids) return ids.error();
    const store::EndedGame ended{ids->front(), &record};
    return store.finish_games({&ended, 1});
}

/// " +- 3.1", or nothing if there were too few pairs to say.
std::string error_text(const std::optional<double>& error, double scale, int digits) {
    return error ? fmt::format(" +- {:.{}f}", scale * *error, digits) : "";
}

/// As it was given, and the database it found.
std::string described(const players::Spec& spec) {
    return spec.text + (spec.settings.database ? ", " + database_text(spec) : "");
}

void print_summary(const arena::MatchSummary& summary, const Options& options,
                   const players::Spec& a, const players::Spec& b) {
    fmt::print("A: {}\nB: {}\n", described(a), described(b));
    fmt::print("{} games, seed {}: A won {}, drew {}, lost {}", summary.games, options.seed,
               summary.wins, summary.draws, summary.losses);
    if (summary.faults > 0) fmt::print(", {} by a fault", summary.faults);
    fmt::print("\n");
    if (summary.games == 0) return;
    fmt::print("score  {:.1f} %{}\n", 100 * summary.score, error_text(summary.score_error, 100, 1));
    fmt::print("margin {:+.2f}{} seeds a game\n", summary.margin,
               error_text(summary.margin_error, 1, 2));
    if (summary.elo)
        fmt::print("Elo    {:+.0f}{}\n", *summary.elo, error_text(summary.elo_error, 1, 0));
}

Json or_null(const std::optional<double>& value) {
    return value ? Json(*value) : Json();
}

Json summary_json(const arena::MatchSummary& summary, const Options& options,
                  const Setting& setting, const players::Spec& a, const players::Spec& b) {
    return Json()
        .set("a", a.text)
        .set("a_database", database_json(a))
        .set("b", b.text)
        .set("b_database", database_json(b))
        .set("board", start_text(setting.start))
        .set("rules", to_text(setting.rules))
        .set("seed", options.seed)
        .set("games", summary.games)
        .set("wins", summary.wins)
        .set("draws", summary.draws)
        .set("losses", summary.losses)
        .set("faults", summary.faults)
        .set("score", summary.games > 0 ? Json(summary.score) : Json())
        .set("score_error", or_null(summary.score_error))
        .set("elo", or_null(summary.elo))
        .set("elo_error", or_null(summary.elo_error))
        .set("margin", summary.margin)
        .set("margin_error", or_null(summary.margin_error));
}

int act(const Options& options) {
    const auto setting = chosen_setting(options.common, options.board, "--board");
    if (!setting) return wrong_usage("match", setting.error().message);
    const auto chosen_a = chosen_player("A", *options.a, *setting);
    if (!chosen_a) return wrong_usage("match", chosen_a.error().message);
    const auto chosen_b = chosen_player("B", *options.b, *setting);
    if (!chosen_b) return wrong_usage("match", chosen_b.error().message);
    if (chosen_a->kind == players::Kind::human || chosen_b->kind == players::Kind::human)
        return wrong_usage("match", "people play with 'kalah play'");
    if (movable_pits(setting->start).empty())
        return wrong_usage("match", fmt::format("{} is to move and has no seeds to sow",
                                                name(setting->start.to_move)));
    const auto openings = chosen_openings(options, *setting);
    if (!openings) return wrong_usage("match", openings.error().message);

    players::Equipment equipment = usual_equipment();
    const auto a = equipped("match", equipment, *chosen_a, *setting);
    if (!a) return failed("match", a.error().message);
    const auto b = equipped("match", equipment, *chosen_b, *setting);
    if (!b) return failed("match", b.error().message);

    std::shared_ptr<store::Store> store;
    if (options.store) {
        const auto opened = chosen_store(options.store, store::Access::write);
        if (!opened) return failed("match", opened.error().message);
        store = *opened;
    }
    std::optional<Error> not_kept;
    const auto on_game = [&](const arena::MatchGame& game) {
        print_game(game);
        if (store && !not_kept) not_kept = keep_game(*store, game.record);
    };

    const StopOnInterrupt stop;
    arena::MatchOptions match;
    match.seed = options.seed;
    const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
    const int busy = std::max(a->settings.threads, b->settings.threads);
    match.concurrency = options.concurrency > 0 ? static_cast<int>(options.concurrency)
                                                : std::max(1, static_cast<int>(cores) / busy);
    const auto games = arena::play_match(*a, *b, *openings, match, stop.flag(), on_game);
    warn_of_damage("match", *a);
    if (a->settings.database != b->settings.database) warn_of_damage("match", *b);
    const auto summary = arena::summarise(games);
    if (options.common.json)
        fmt::print("{}\n", summary_json(summary, options, *setting, *a, *b).line());
    else
        print_summary(summary, options, *a, *b);
    if (not_kept) return failed("match", "not all games were kept: " + not_kept->message);
    return interrupted() ? interrupted_exit_code() : kOk;
}

void declare(Arguments& arguments, Options& options) {
    using enum Arguments::Need;
    arguments.positional("A", options.a, "a player, see 'kalah players'", required);
    arguments.positional("B", options.b, "another", required);
    arguments.option("--board", "6x4", options.board,
                     "a size or a position (default: the preset's board)");
    arguments.number("--games", options.games, {2, 1'000'000},
                     "how many, in pairs (default: each opening from both sides)");
    arguments.option("--openings", "first-move|N", options.openings,
                     "each first move forced, or all distinct positions after N sowings, in an\n"
                     "order by the seed (default 4)");
    arguments.number("--seed", options.seed, {0, 1'000'000'000'000'000}, "default 1");
    arguments.number("--concurrency", options.concurrency, {1, 256},
                     "games at one time (default: what the cores allow)");
    arguments.option("--store", "FILE", options.store, "keep the games there, see 'kalah games'");
    declare_common(arguments, options.common);
}

}  // namespace

void add_match(Program& program) {
    program.add<Options>(
        {"match", "let two players play many games",
         "Example:\n"
         "  kalah match champion:time=20ms alphabeta:time=200ms --games 60 --board 6x4\n"
         "Every opening is played from both sides. Games go to standard error as they end, the "
         "summary\n"
         "to standard output; errors are 95 % intervals over pairs."},
        declare, act);
}

}  // namespace kalah::app
