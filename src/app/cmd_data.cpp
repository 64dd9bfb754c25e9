#include <algorithm>

#include <fmt/core.h>

#include "app/command.hpp"
#include "app/db_options.hpp"
#include "app/sample_options.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/progress.hpp"
#include "endgame/reference_value.hpp"
#include "kalah/game.hpp"
#include "kalah/solver.hpp"
#include "kalah/version.hpp"
#include "report/text.hpp"
#include "rules/position_row.hpp"
#include "samples/sheet.hpp"

namespace kalah::app {
namespace {

using samples::LabelKind;

constexpr std::uint64_t kMostSamples = 10'000'000;
constexpr std::uint64_t kLabelNodes = 1'000'000;
constexpr const char* kLabelPlayer = "champion:nodes=100000,memory=16M,db=none,book=none";

struct DataOptions {
    CommonOptions common;
    std::optional<std::string> out;
    std::optional<std::string> board;
    std::vector<std::string> players;
    std::optional<std::string> levels;
    std::uint64_t positions = 10'000;
    int least_seeds = 1;
    int most_seeds = 0;  // 0: all seeds of the board
    std::uint64_t phases = 4;
    std::uint64_t per_game = 10;
    int opening = 6;
    LabelKind label = LabelKind::exact;
    std::optional<std::uint64_t> nodes;
    std::optional<std::string> label_player;
    std::optional<std::string> directory;
    std::optional<std::uint64_t> database_seeds;
    std::string formats = "csv,npz";
    double test_share = 0.1;
    std::uint64_t seed = 1;
    int threads = processor_cores();
    std::optional<std::uint64_t> memory;
    bool replace = false;
};

samples::Selection chosen_selection(const DataOptions& options, const Board& start) {
    const int all = seeds_in_all(start);
    if (all > kMostArraySeeds)
        throw usage_error(fmt::format("--board: at most {} seeds fit into the tables, not {}",
                                      kMostArraySeeds, all));
    const int in_pits = seeds_in_pits(start);
    samples::Selection selection;
    selection.positions = options.positions;
    selection.least_seeds = options.least_seeds;
    selection.most_seeds = options.most_seeds == 0 ? in_pits : options.most_seeds;
    selection.per_game = static_cast<int>(options.per_game);
    selection.phases = static_cast<int>(options.phases);
    selection.test_share = options.test_share;
    if (selection.most_seeds > in_pits)
        throw usage_error(
            fmt::format("--seeds: the board has {} in its pits", report::counted(in_pits, "seed")));
    if (selection.phases > selection.most_seeds - selection.least_seeds + 1)
        throw usage_error(fmt::format("--phases {}: seeds {} to {} have no more than {} phases",
                                      selection.phases, selection.least_seeds, selection.most_seeds,
                                      selection.most_seeds - selection.least_seeds + 1));
    if (!(options.test_share >= 0 && options.test_share <= 0.9))
        throw usage_error("--test-share: expected a number from 0 to 0.9");
    return selection;
}

/// The database that helps to prove labels. Its size depends on the options alone, not on what the
/// machine has: with another one, other positions might be left out.
SolveDatabase label_database(const DataOptions& options, const Setting& setting,
                             const samples::Selection& selection) {
    const bool possible =
        endgame::has_databases(setting.rules) && setting.start.width <= EndgameDatabase::kMostPits;
    if (!possible) {
        if (options.database_seeds)
            throw usage_error("--db-seeds: there are no databases for these rules and this board");
        return {};
    }
    // As in a batch of 'kalah solve', many questions deserve the database of a whole game of 48.
    constexpr std::uint64_t kMemory = std::uint64_t{4} << 30;
    const auto with_seeds = [&](int seeds) {
        Board board;
        board.width = setting.start.width;
        board.row(board.to_move)[0] = static_cast<std::uint16_t>(seeds);
        return board;
    };
    solve::Plan plan = solve::plan_for(setting.rules, with_seeds(48), kMemory, 2);
    if (options.database_seeds) plan.database_seeds = static_cast<int>(*options.database_seeds);
    plan.database_seeds = std::min(plan.database_seeds, selection.most_seeds);
    if (plan.database_seeds < 1) return {};
    // Of a larger database in the directory, only these levels are used.
    const Board largest = with_seeds(plan.database_seeds);
    auto database =
        or_failure(database_for({setting.rules, largest}, plan, options.directory,
                                options.memory.value_or(available_memory()), options.threads));
    if (interrupted()) throw failure("interrupted while building the database");
    return database;
}

/// Whether the options go together; the player of deep labels, if they are wanted.
std::optional<players::Spec> check_labels(const DataOptions& options, const Setting& setting,
                                          const samples::Selection& selection) {
    if (options.label != LabelKind::exact &&
        (options.nodes || options.directory || options.database_seeds))
        throw usage_error("--nodes, --db and --db-seeds go with --label exact");
    if (options.label != LabelKind::estimate && options.label_player)
        throw usage_error("--label-player goes with --label deep");
    if (options.label == LabelKind::exact && selection.most_seeds > Solver::kMostSeeds)
        throw usage_error(
            fmt::format("--label exact: positions with more than {} seeds cannot be "
                        "solved: give --seeds or --label deep",
                        Solver::kMostSeeds));
    if (options.label != LabelKind::estimate) return std::nullopt;
    const auto spec =
        repeatable_players("--label-player", {options.label_player.value_or(kLabelPlayer)}, setting)
            .front();
    if (spec.kind != players::Kind::engine)
        throw usage_error("--label-player: expected a player that searches, such as " +
                          std::string(kLabelPlayer));
    if (value_per_seed(spec.settings.eval) == 0)
        throw usage_error("--label-player " + in_quotes(spec.text) +
                          ": only an evaluation that counts in seeds gives labels");
    return spec;
}

samples::NewLabeller chosen_labels(const DataOptions& options, const Setting& setting,
                                   const samples::Selection& selection,
                                   const std::optional<players::Spec>& deep,
                                   samples::SheetFacts& facts) {
    const StopToken& stop = stop_on_signals();
    facts.label = options.label;
    if (options.label == LabelKind::none) return samples::no_labels();
    if (deep) {
        facts.label_player = deep->text;
        return samples::deep_labels(setting.rules, *deep, stop);
    }
    const SolveDatabase database = label_database(options, setting, selection);
    facts.label_nodes = options.nodes.value_or(kLabelNodes);
    facts.database_seeds = database.database ? database.database->max_seeds() : -1;
    return samples::exact_labels(setting.rules, database.database, facts.label_nodes, stop);
}

void choose_formats(const std::string& formats, samples::SheetFacts& facts) {
    facts.csv = formats == "csv" || formats == "csv,npz" || formats == "npz,csv";
    facts.npz = formats == "npz" || formats == "csv,npz" || formats == "npz,csv";
    if (!facts.csv && !facts.npz)
        throw usage_error("--format " + in_quotes(formats) + ": expected csv, npz or csv,npz");
}

/// The command line that makes the same data set: all that matters, nothing else.
std::string repeating_command(const DataOptions& options, const samples::GameSource& source,
                              const samples::Selection& selection,
                              const samples::SheetFacts& facts) {
    std::string text = fmt::format(
        "kalah data make --out-dir DIR --board {} --rules {} --positions {} --seeds {}..{} "
        "--phases {} "
        "--per-game {} --opening {} --players",
        report::shell_word(start_text(source.start)), report::shell_word(to_text(source.rules)),
        selection.positions, selection.least_seeds, selection.most_seeds, selection.phases,
        selection.per_game, source.opening);
    for (const players::Spec& player : source.players)
        text += " " + report::shell_word(player.text);
    if (facts.label == LabelKind::none)
        text += " --label none";
    else if (facts.label == LabelKind::estimate)
        text += " --label deep --label-player " + report::shell_word(facts.label_player);
    else
        text += fmt::format(
            " --label exact --nodes {}{}", facts.label_nodes,
            facts.database_seeds < 0 ? "" : fmt::format(" --db-seeds {}", facts.database_seeds));
    return text + fmt::format(" --format {} --test-share {} --seed {}", options.formats,
                              options.test_share, options.seed);
}

void tell(const DataOptions& options, const Json& sheet, const samples::DataSet& data,
          const samples::Selection& selection) {
    if (options.common.json) {
        print_json(Json(sheet).set("out", *options.out));
    } else {
        fmt::print("{}: {} from {}, {} of them for tests\n", printable(*options.out),
                   report::counted(data.samples.size(), "position"),
                   report::counted(data.games, "game"),
                   std::count_if(data.samples.begin(), data.samples.end(),
                                 [](const samples::Sample& sample) { return sample.test; }));
        fmt::print("left out: {} drawn again, {} not solved\n", data.duplicates, data.unsolved);
        for (const Json& file : sheet.find("files")->items())
            fmt::print("  {}  {}\n", *file.find("sha256")->as_string(),
                       *file.find("name")->as_string());
    }
    if (!data.interrupted && data.samples.size() < selection.positions)
        fmt::print(stderr,
                   "only {} of {}: the games had no more that are new{}; see the phases in "
                   "{}/README.md\n",
                   data.samples.size(), report::counted(selection.positions, "position"),
                   data.unsolved > 0 ? " and can be solved" : "", printable(*options.out));
}

void act_data_make(const DataOptions& options) {
    const auto setting =
        or_usage_error(playable(chosen_setting(options.common, options.board, "--board")));
    const samples::Selection selection = chosen_selection(options, setting.start);
    samples::SheetFacts facts;
    choose_formats(options.formats, facts);
    facts.maker = kalah::version().maker;
    const samples::GameSource source{
        setting.rules, setting.start,
        repeatable_players("--players", chosen_names(options.players, options.levels), setting),
        options.opening, options.seed};
    if (options.out->empty()) throw usage_error("--out-dir: the name of the folder is empty");
    const auto deep = check_labels(options, setting, selection);
    if (const auto wrong = samples::prepare_folder(*options.out, options.replace))
        throw failure(to_text(*wrong));
    const auto labels = chosen_labels(options, setting, selection, deep, facts);
    facts.command = repeating_command(options, source, selection, facts);
    const samples::Workplace place =
        or_failure(samples::open_folder(*options.out, facts, setting.start.width, options.replace));
    if (place.kept->found() > 0)
        fmt::print(stderr, "going on with {}\n", report::counted(place.kept->found(), "game"));

    Progress progress("positions", selection.positions);
    const samples::DataSet data =
        samples::make_data_set(source, selection, labels, options.threads, stop_on_signals(),
                               progress.watch(), place.kept.get());
    progress.finish();
    if (const auto fault = place.kept->fault()) throw failure(*fault);
    const std::string how_far = fmt::format("interrupted after {} of {}", data.samples.size(),
                                            report::counted(selection.positions, "position"));
    if (data.interrupted && (place.replaces || data.samples.empty()))
        throw failure(how_far +
                      (place.replaces ? "; " + printable(*options.out) + " keeps its old data set"
                                      : std::string()) +
                      "; run the same command again to continue");
    const Json sheet =
        or_failure(samples::write_data_set(*options.out, facts, source, selection, data));
    if (!data.interrupted) place.kept->remove();
    tell(options, sheet, data, selection);
    std::fflush(stdout);
    if (data.interrupted) throw failure(how_far + "; run the same command again to continue");
}

void declare_data_make(Arguments& arguments, DataOptions& options) {
    arguments.field(required(
        text_field("out-dir", "DIR", options.out, "the folder of the data set, new or empty")));
    arguments.field(flag_field("replace", options.replace, "replace the data set in the folder"));
    arguments.field(number_field("positions", options.positions, {1, kMostSamples},
                                 "number of positions (default: 10000)"));
    arguments.field(number_field("seed", options.seed, {0, std::uint64_t{1} << 62},
                                 "seed of all random numbers (default: 1)"));
    arguments.field(
        text_field("format", "csv,npz", options.formats, "the kinds of tables (default: csv,npz)"));
    arguments.field(real_field("test-share", options.test_share,
                               "share of the positions that are for tests (default: 0.1)"));
    declare_threads(arguments, options.threads);
    declare_memory(arguments, options.memory);
    declare_common(arguments, options.common);

    arguments.heading("Games");
    arguments.field(text_field("board", "6x4", options.board,
                               "size or first position (default: the preset's board)"));
    declare_sampled_players(arguments, options.players, options.levels, options.opening);

    arguments.heading("Positions");
    arguments.field(range_field("seeds", options.least_seeds, options.most_seeds,
                                {1, kMostArraySeeds},
                                "only positions with A to B seeds in the pits (default: all)"));
    arguments.field(
        number_field("phases", options.phases, {1, kMostArraySeeds},
                     "split the range of seeds into N phases with equally many positions\n"
                     "each (default: 4; 1: as they come)"));
    arguments.field(number_field("per-game", options.per_game, {1, 1'000},
                                 "maximum number of positions from one game (default: 10)"));

    arguments.heading("Labels");
    arguments.field(choice_field<LabelKind>(
        "label", options.label,
        {{"exact", LabelKind::exact}, {"deep", LabelKind::estimate}, {"none", LabelKind::none}},
        "proved values (default), those of a search, or none"));
    arguments.field(number_field("nodes", options.nodes, {1, std::uint64_t{1} << 60},
                                 "exact: leave out positions that need more (default: 1000000)"));
    arguments.field(text_field("db", "DIR", options.directory,
                               "exact: directory of endgame databases, as in 'kalah solve'"));
    arguments.field(number_field("db-seeds", options.database_seeds,
                                 {1, EndgameDatabase::kMostSeeds},
                                 "exact: seeds of the database (default: by board and rules)"));
    arguments.field(
        text_field("label-player", "PLAYER", options.label_player,
                   "deep: the player that searches (default\n" + std::string(kLabelPlayer) + ")"));
    arguments.heading("Options");
}

}  // namespace

void add_data_commands(Program& program) {
    program.add_family("data", "make data sets of labelled positions");
    program.add<DataOptions>(
        {"data make", "sample positions of games and label them with values and best moves",
         "Examples:\n"
         "  kalah data make --out-dir kalah-6x4 --positions 100000 --seed 7\n"
         "  kalah data make --out-dir endgames --seeds 10..30 --phases 1 --levels 3..8\n"
         "  kalah data make --out-dir 6x6 --board 6x6 --label deep --players random level9\n"
         "Writes train.csv, train.npz, test.csv, test.npz, and what they are: README.md and\n"
         "dataset.json. No position occurs twice, and all positions of a game are in one part.\n"
         "The same command makes the same files, whatever --threads is. After Ctrl-C or a\n"
         "kill, run the same command again to continue; Ctrl-C leaves what is ready, with "
         "--replace\n"
         "the old data set. See docs/data.md."},
        declare_data_make, act_data_make);
}

}  // namespace kalah::app
