#include <algorithm>

#include <fmt/core.h>

#include "app/command.hpp"
#include "app/games_options.hpp"
#include "app/sample_options.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/progress.hpp"
#include "kalah/game.hpp"
#include "kalah/notation.hpp"
#include "kalah/version.hpp"
#include "report/report.hpp"
#include "report/text.hpp"
#include "samples/games.hpp"
#include "samples/statistics_report.hpp"
#include "samples/workers.hpp"
#include "system/files.hpp"

namespace kalah::app {
namespace {

constexpr const char* kStatsPlayer = "level6";

struct StatsOptions {
    std::optional<std::string> store;
    std::optional<store::TournamentId> tournament;
    std::vector<std::string> boards;
    std::vector<std::string> rules;
    std::vector<std::string> players;
    std::optional<std::uint64_t> games;
    std::optional<int> opening;
    std::optional<std::uint64_t> seed;
    int threads = processor_cores();
    std::optional<std::string> html;
    bool csv = false;
    bool json = false;
};

/// Fresh games of one player against itself.
struct Series {
    samples::GameSource source;
    std::string player;
};

/// Also "6x4,6x6" in one value, as 'kalah match' takes it; positions have commas of their own.
std::vector<std::string> board_list(const std::vector<std::string>& given) {
    std::vector<std::string> boards;
    for (std::string text : given) {
        while (text.find('<') == std::string::npos && text.find(',') != std::string::npos) {
            boards.push_back(text.substr(0, text.find(',')));
            text.erase(0, text.find(',') + 1);
        }
        boards.push_back(text);
    }
    return boards;
}

std::vector<Series> chosen_series(const StatsOptions& options) {
    const auto or_usual = [](const std::vector<std::string>& given, const char* usual) {
        return given.empty() ? std::vector<std::string>{usual} : given;
    };
    std::vector<Series> all;
    for (const std::string& rules : or_usual(options.rules, "standard")) {
        const auto preset = parse_rules(rules);
        if (!preset)
            throw usage_error("--rules " + in_quotes(rules) + ": " + to_text(preset.error()));
        for (const std::string& board :
             or_usual(board_list(options.boards), to_text(preset->size).c_str())) {
            const auto start = parse_start(board);
            if (!start)
                throw usage_error("--board " + in_quotes(board) + ", " + to_text(start.error()));
            const auto setting = or_usage_error(playable(Setting{preset->rules, *start}));
            for (const std::string& player : or_usual(options.players, kStatsPlayer))
                all.push_back({{setting.rules, setting.start,
                                repeatable_players("--player", {player}, setting),
                                options.opening.value_or(6), options.seed.value_or(1)},
                               player});
        }
    }
    return all;
}

/// False if Ctrl-C ended it; then it has the games played so far.
bool play_fresh(const StatsOptions& options, samples::Collector& collector) {
    const auto all = chosen_series(options);
    const StopToken& stop = stop_on_signals();
    const std::size_t games = options.games.value_or(1'000);
    Progress progress("games", all.size() * games);
    for (std::size_t i = 0; i < all.size() && !stop.requested(); ++i) {
        samples::PerWorker makers(options.threads,
                                  [&] { return samples::GameMaker(all[i].source); });
        // In blocks, so that few records are in memory.
        constexpr std::size_t kBlock = 256;
        for (std::size_t begun = 0; begun < games && !stop.requested(); begun += kBlock) {
            std::vector<std::optional<samples::FreshGame>> block(std::min(kBlock, games - begun));
            const auto watch = [&](std::uint64_t done) {
                progress.show(i * games + begun + done);
                return !stop.requested();
            };
            samples::run_tasks(options.threads, block.size(), watch,
                               [&](std::size_t k, int worker) {
                                   block[k] = makers[worker].play(begun + k, stop);
                               });
            for (const auto& game : block)
                if (game && game->record.ending == Ending::finished)
                    collector.add(game->record, all[i].player);
        }
    }
    return !stop.requested();
}

void read_tournament(const std::shared_ptr<store::Store>& store, store::TournamentId number,
                     samples::Collector& collector) {
    const auto tournament =
        or_failure(arena::Tournament::load(store, number, arena::Tournament::Use::look));
    or_failure(
        tournament->for_each_record([&](const arena::TournamentGame&, const GameRecord& record) {
            collector.add(record);
            return !interrupted();
        }));
}

bool read_store(const StatsOptions& options, samples::Collector& collector) {
    stop_on_signals();
    const auto store = or_failure(chosen_store(options.store, store::Access::read));
    if (options.tournament) {
        read_tournament(store, *options.tournament, collector);
        return !interrupted();
    }
    const auto numbers = or_failure(store->numbers());
    Progress progress("games", numbers.size());
    std::size_t unreadable = 0;
    for (std::size_t i = 0; i < numbers.size() && !interrupted(); ++i) {
        const auto game = store->load(numbers[i]);
        if (game)
            collector.add(game->record);
        else
            ++unreadable;
        progress.show(i + 1);
    }
    progress.finish();
    if (unreadable > 0)
        fmt::print(stderr, "left out, because unreadable: {}\n",
                   report::counted(unreadable, "game"));
    return !interrupted();
}

/// The command line that gives the same numbers.
std::string repeating_command(const StatsOptions& options) {
    std::string text = "kalah stats";
    const auto add = [&](const char* name, const std::vector<std::string>& values) {
        if (!values.empty()) text.append(" ").append(name);
        for (const std::string& value : values) text += " " + report::shell_word(value);
    };
    if (options.store) add("--store", {*options.store});
    if (options.tournament) add("--tournament", {std::to_string(*options.tournament)});
    if (options.store) return text;
    add("--rules", options.rules);
    add("--board", options.boards);
    add("--player", options.players);
    return text + fmt::format(" --games {} --opening {} --seed {}", options.games.value_or(1'000),
                              options.opening.value_or(6), options.seed.value_or(1));
}

void check_usage(const StatsOptions& options) {
    if (options.csv && options.json) throw usage_error("give --csv or --json, not both");
    if (!options.store && options.tournament) throw usage_error("--tournament needs --store FILE");
    if (options.store &&
        (!options.boards.empty() || !options.rules.empty() || !options.players.empty() ||
         options.games || options.opening || options.seed))
        throw usage_error(
            "--store reads games: --board, --rules, --player, --games, --opening and "
            "--seed are for fresh ones");
    if (options.html && options.html->empty()) throw usage_error("--html: the name is empty");
}

void act_stats(const StatsOptions& options) {
    check_usage(options);
    samples::Collector collector;
    const bool complete =
        options.store ? read_store(options, collector) : play_fresh(options, collector);
    const auto groups = collector.groups();
    if (groups.empty())
        throw failure(complete ? "no game was played to its end"
                               : "interrupted before a game ended");
    if (options.json)
        print_json(samples::to_json(groups, collector.left_out()).set("complete", complete));
    else if (options.csv)
        fmt::print("{}", samples::to_csv(groups));
    else
        fmt::print("{}", samples::to_text(groups, collector.left_out()));
    std::fflush(stdout);
    if (options.html) {
        const auto document = samples::document_of(
            groups, collector.left_out(),
            {options.store ? "Games of " + printable(*options.store) : "Fresh games",
             repeating_command(options), kalah::version().maker});
        if (const auto error =
                write_file(*options.html, report::to_html(document), Existing::replace))
            throw failure(*error);
    }
    if (!complete) throw failure("interrupted: the numbers are of the games before");
}

void declare_stats(Arguments& arguments, StatsOptions& options) {
    arguments.field(text_field("html", "FILE", options.html,
                               "also write a page with charts; replaces an existing file"));
    arguments.field(flag_field("csv", options.csv, "print a CSV table"));
    declare_json(arguments, options.json);
    arguments.heading("Games of a store");
    arguments.field(text_field("store", "FILE", options.store, "all games of this store"));
    arguments.field(number_field("tournament", options.tournament, {1, 1'000'000'000},
                                 "only those of this match or tournament"));
    arguments.heading("Fresh games");
    arguments.options("--board", "6x4", options.boards,
                      "sizes or positions (default: the preset's board)");
    arguments.options("--rules", "PRESET", options.rules,
                      "presets, each with changes if wanted: standard,majority-stop=yes");
    arguments.options("--player", "PLAYER", options.players,
                      "plays against itself, see 'kalah players' (default: level6)");
    arguments.field(number_field("games", options.games, {1, 100'000'000},
                                 "games of each kind (default: 1000)"));
    arguments.field(number_field("opening", options.opening, {0, 100},
                                 "random sowings at the start of each game (default: 6)"));
    arguments.field(number_field("seed", options.seed, {0, std::uint64_t{1} << 62},
                                 "seed of all random numbers (default: 1)"));
    declare_threads(arguments, options.threads);
    arguments.heading("Options");
}

}  // namespace

void add_stats(Program& program) {
    program.add<StatsOptions>(
        {"stats", "measure game length, branching factor and first player's advantage",
         "Examples:\n"
         "  kalah stats --board 6x4 6x6 --player random level6 --html stats.html\n"
         "  kalah stats --rules standard empty-capture avalanche --games 5000 --csv\n"
         "  kalah stats --store course.sqlite --tournament 2\n"
         "Measures legal moves (also by the seeds left in the pits), moves and turns per game,\n"
         "extra moves, captures, the margin and the first player's points and lead, for each\n"
         "board, rules and player, with 95 % intervals over openings. Only games that were played\n"
         "to their end count. See docs/data.md."},
        declare_stats, act_stats);
}

}  // namespace kalah::app
