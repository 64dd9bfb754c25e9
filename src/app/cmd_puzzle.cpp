#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <random>

#include <fmt/core.h>

#include "app/command.hpp"
#include "app/options.hpp"
#include "app/terminal/board_text.hpp"
#include "app/terminal/input.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/line_editor.hpp"
#include "app/terminal/progress.hpp"
#include "app/terminal/puzzle_dialogue.hpp"
#include "kalah/notation.hpp"
#include "puzzles/make.hpp"
#include "puzzles/puzzle_json.hpp"
#include "report/text.hpp"
#include "system/files.hpp"

namespace kalah::app {
namespace {

using puzzles::Collection;
using puzzles::Puzzle;

Collection chosen_collection(const std::optional<std::string>& path) {
    const std::string text =
        path ? or_failure(read_file(*path)) : std::string(puzzles::shipped_file());
    auto collection = Collection::parse(text);
    if (!collection)
        throw failure(path.value_or("built-in puzzles") + ": " + to_text(collection.error()));
    return collection.take();
}

/// The rules of the options, and the board of --board or the one that puzzles usually have.
puzzles::MakeTerms chosen_board(const CommonOptions& common,
                                const std::optional<std::string>& board) {
    const Preset preset = or_usage_error(chosen_rules(common));
    puzzles::MakeTerms terms{preset.rules, {6, 4}};
    if (!board) return terms;
    const auto size = parse_size(*board);
    if (!size) throw usage_error("--board: " + to_text(size.error()));
    terms.size = *size;
    return terms;
}

Field board_field(std::optional<std::string>& board) {
    return text_field("board", "SIZE", board, "size of the board (default: 6x4)");
}
Field file_field(std::optional<std::string>& file) {
    return text_field("file", "FILE", file, "file of puzzles (default: the built-in puzzles)");
}

// kalah puzzle

struct PuzzleOptions {
    CommonOptions common;
    DrawingOptions drawing;
    std::optional<std::string> board;
    std::optional<std::string> file;
    std::optional<std::string> id;
    std::optional<std::string> date;
    bool today = false;
    std::optional<puzzles::Theme> theme;
    std::optional<puzzles::Difficulty> difficulty;
    std::optional<std::uint64_t> seed;
    bool plain = false;
};

puzzles::Date day_of(const PuzzleOptions& options) {
    if (options.date) {
        const auto date = puzzles::parse_date(*options.date);
        if (!date) throw usage_error("--date: " + date.error().message);
        return *date;
    }
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    return {std::chrono::year(local.tm_year + 1900),
            std::chrono::month(static_cast<unsigned>(local.tm_mon + 1)),
            std::chrono::day(static_cast<unsigned>(local.tm_mday))};
}

/// The puzzles in an order of their own for each seed.
std::vector<const Puzzle*> shuffled(std::vector<const Puzzle*> puzzles, std::uint64_t seed) {
    std::mt19937_64 chance(seed);
    for (std::size_t i = puzzles.size(); i > 1; --i)
        std::swap(puzzles[i - 1], puzzles[chance() % i]);
    return puzzles;
}

/// This one, and then all others of its set.
std::vector<const Puzzle*> beginning_with(const Puzzle& first, const puzzles::Set& set) {
    std::vector<const Puzzle*> others;
    for (const Puzzle& puzzle : set.puzzles)
        if (&puzzle != &first) others.push_back(&puzzle);
    others = shuffled(std::move(others), std::random_device()());
    others.insert(others.begin(), &first);
    return others;
}

const puzzles::Set& set_of(const Puzzle& puzzle, const Collection& collection) {
    const auto has_it = [&](const puzzles::Set& set) {
        return std::any_of(set.puzzles.begin(), set.puzzles.end(),
                           [&](const Puzzle& each) { return &each == &puzzle; });
    };
    return *std::find_if(collection.sets().begin(), collection.sets().end(), has_it);
}

/// The puzzles in the order in which they are asked.
std::vector<const Puzzle*> chosen_puzzles(const PuzzleOptions& options,
                                          const Collection& collection) {
    const bool of_day = options.today || options.date;
    if (options.today && options.date) throw usage_error("--today and --date: omit one of them");
    if ((options.id || of_day) && (options.theme || options.difficulty || options.seed))
        throw usage_error("--id, --today and --date name the first puzzle: omit other choices");
    if (options.id) {
        const Puzzle* puzzle = collection.find(*options.id);
        if (puzzle == nullptr) throw usage_error("--id: no puzzle " + in_quotes(*options.id));
        return beginning_with(*puzzle, set_of(*puzzle, collection));
    }
    const auto terms = chosen_board(options.common, options.board);
    const puzzles::Set* set = collection.find(terms.rules, terms.size);
    if (set == nullptr || set->puzzles.empty())
        throw usage_error("there are no puzzles for " + to_text(terms.size) + ", rules " +
                          to_text(terms.rules) + " (see 'kalah puzzle info')");
    if (of_day) return beginning_with(puzzles::of_day(*set, day_of(options)), *set);
    std::vector<const Puzzle*> chosen;
    for (const Puzzle& puzzle : set->puzzles)
        if (puzzles::Wish{options.theme, options.difficulty}.fits(puzzle))
            chosen.push_back(&puzzle);
    if (chosen.empty()) throw usage_error("there are no puzzles of this kind for the board");
    return shuffled(std::move(chosen), options.seed ? *options.seed : std::random_device()());
}

void act_puzzle(const PuzzleOptions& options) {
    const Collection collection = chosen_collection(options.file);
    const auto chosen = chosen_puzzles(options, collection);
    const StopToken& stop = stop_on_signals();
    const bool json = options.common.json;
    players::SmallDatabases databases;
    std::size_t next = 0;
    PuzzleDialogue::Settings settings;
    const int people_fd = json ? STDERR_FILENO : STDOUT_FILENO;
    settings.style = {chosen_colour(options.drawing, people_fd), options.plain,
                      [people_fd] { return terminal_columns(people_fd); }};
    settings.prompt = isatty(STDIN_FILENO) == 1;
    settings.interrupted = interrupted;
    settings.judge = [&](const Puzzle& puzzle, const std::vector<int>& turn) {
        const auto database = databases.for_game({puzzle.rules, puzzle.board.width});
        auto judgement = puzzles::Judgement::begin(puzzle, turn, database);
        if (!judgement) return Result<puzzles::Verdict>(judgement.error());
        return judgement.take().work(stop);
    };
    settings.next = [&] { return next < chosen.size() ? chosen[next++] : nullptr; };
    settings.left = [&](const PuzzleOutcome& outcome) {
        if (json)
            print_json(puzzles::puzzle_json(outcome.puzzle)
                           .set("solved", outcome.solved)
                           .set("shown", outcome.shown)
                           .set("tries", outcome.tries)
                           .set("hints", outcome.hints));
    };
    std::unique_ptr<LineEditor> editor;
    if (settings.prompt && isatty(people_fd) == 1)
        editor = LineEditor::open(
            {STDIN_FILENO, json ? stderr : stdout, PuzzleDialogue::commands(), interrupted});
    if (editor) settings.ask = [&](const std::string& prompt) { return editor->read(prompt, {}); };
    TerminalInput input(STDIN_FILENO);
    std::istream in(&input);
    const auto refused =
        PuzzleDialogue(in, json ? std::cerr : std::cout, std::cerr, settings).run();
    if (refused) throw usage_error(to_text(*refused));
    if (input.failed()) throw failure("cannot read standard input");
}

void declare_puzzle(Arguments& arguments, PuzzleOptions& options) {
    arguments.field(choice_field("theme", options.theme,
                                 {puzzles::kThemes.begin(), puzzles::kThemes.end()},
                                 "only puzzles of this theme"));
    arguments.field(choice_field("difficulty", options.difficulty,
                                 {puzzles::kDifficulties.begin(), puzzles::kDifficulties.end()},
                                 "only puzzles of this difficulty"));
    arguments.field(board_field(options.board));
    arguments.field(flag_field("today", options.today, "begin with the puzzle of today"));
    arguments.field(text_field("date", "DATE", options.date,
                               "begin with the puzzle of another day, such as 2026-11-19"));
    arguments.field(text_field("id", "ID", options.id, "begin with the puzzle of this name"));
    arguments.field(number_field("seed", options.seed, {0, UINT64_MAX},
                                 "order of the puzzles (default: a new one each time)"));
    arguments.field(file_field(options.file));
    declare_plain(arguments, options.plain);
    declare_drawing(arguments, options.drawing);
    declare_common(arguments, options.common);
}

// kalah puzzle info

struct PuzzleInfoOptions {
    std::optional<std::string> file;
    bool json = false;
};

void act_puzzle_info(const PuzzleInfoOptions& options) {
    const Collection collection = chosen_collection(options.file);
    if (options.json) return print_json(Json().set("sets", puzzles::sets_json(collection)));
    for (const puzzles::Set& set : collection.sets()) {
        fmt::print("{}, rules {}: {}\n  {:<10}{:>8}{:>8}{:>8}\n", to_text(set.size),
                   to_text(set.rules), report::counted(set.puzzles.size(), "puzzle"), "", "easy",
                   "medium", "hard");
        for (const auto& [word, theme] : puzzles::kThemes) {
            fmt::print("  {:<10}", word);
            for (const auto& [grade, difficulty] : puzzles::kDifficulties)
                fmt::print("{:>8}", puzzles::count(set, {theme, difficulty}));
            fmt::print("\n");
        }
        if (!set.made.empty()) fmt::print("  made by {}\n", set.made);
    }
}

void declare_puzzle_info(Arguments& arguments, PuzzleInfoOptions& options) {
    arguments.field(file_field(options.file));
    declare_json(arguments, options.json);
}

// kalah puzzle make

struct PuzzleMakeOptions {
    CommonOptions common;
    std::optional<std::string> out;
    std::optional<std::string> board;
    std::optional<std::uint64_t> count;
    std::uint64_t seed = 1;
};

/// One set of the options, or those that come with the program.
std::vector<puzzles::MakeTerms> chosen_terms(const PuzzleMakeOptions& options) {
    std::vector<puzzles::MakeTerms> all;
    if (options.board || options.count || options.common.rules_given()) {
        all.push_back(chosen_board(options.common, options.board));
        all.back().count = options.count.value_or(1000);
    } else {
        for (const Preset& preset : presets()) {
            const bool standard = preset.rules == Rules();
            all.push_back({preset.rules, {6, 4}, standard ? 1200U : 150U});
            if (standard) all.push_back({preset.rules, {6, 6}, 400});
        }
    }
    for (puzzles::MakeTerms& terms : all) terms.seed = options.seed;
    return all;
}

std::string command_text(const puzzles::MakeTerms& terms) {
    return fmt::format("kalah puzzle make --board {} --rules {} --count {} --seed {}",
                       to_text(terms.size), to_text(terms.rules), terms.count, terms.seed);
}

/// Makes one set and writes the file. False if the user has interrupted it.
bool make_one(const PuzzleMakeOptions& options, const puzzles::MakeTerms& terms,
              Collection& collection) {
    const std::string command = command_text(terms);
    const puzzles::Set* there = collection.find(terms.rules, terms.size);
    const bool is_made = there != nullptr && there->made == command;
    double seconds = 0;
    if (!is_made) {
        Progress progress("puzzles", terms.count);
        players::SmallDatabases databases;
        puzzles::Set set =
            puzzles::make_set(terms, databases.for_game({terms.rules, terms.size.pits}),
                              stop_on_signals(), [&](std::size_t found) { progress.show(found); });
        seconds = progress.finish();
        if (interrupted()) return false;
        set.made = command;
        collection.put(std::move(set));
        if (const auto wrong = write_file(*options.out, collection.to_file(), Existing::replace))
            throw failure(*wrong);
        there = collection.find(terms.rules, terms.size);
    }
    if (options.common.json)
        print_json(puzzles::set_json(*there).set("seconds", seconds));
    else
        fmt::print("{}, rules {}: {}{}\n", to_text(terms.size), to_text(terms.rules),
                   report::counted(there->puzzles.size(), "puzzle"),
                   is_made ? ", there already" : fmt::format(" in {:.1f} s", seconds));
    std::fflush(stdout);
    return true;
}

void act_puzzle_make(const PuzzleMakeOptions& options) {
    stop_on_signals();
    const auto all = chosen_terms(options);
    Collection collection;
    if (std::filesystem::exists(*options.out)) collection = chosen_collection(options.out);
    for (const puzzles::MakeTerms& terms : all)
        if (!make_one(options, terms, collection))
            throw failure("interrupted; run the same command to make the sets that are missing");
}

void declare_puzzle_make(Arguments& arguments, PuzzleMakeOptions& options) {
    arguments.field(required(
        text_field("out", "FILE", options.out, "file of puzzles; sets for other boards are kept")));
    arguments.field(board_field(options.board));
    arguments.field(
        number_field("count", options.count, {1, 100'000}, "how many puzzles (default: 1000)"));
    arguments.field(
        number_field("seed", options.seed, {0, UINT64_MAX}, "seed of the games (default: 1)"));
    declare_common(arguments, options.common);
}

}  // namespace

void add_puzzle_commands(Program& program) {
    program.add<PuzzleOptions>(
        {"puzzle", "find the one good turn of a position",
         "Examples:\n"
         "  kalah puzzle --today\n"
         "  kalah puzzle --theme capture --difficulty hard\n"
         "  kalah puzzle --board 6x6\n"
         "Each position has exactly one turn that wins, or that does not lose, or that wins by 4\n"
         "seeds more than any other. An answer is judged by proof. 'hint' says what to look for,\n"
         "'next' goes on to another puzzle. With --json, a line for each puzzle says whether it "
         "was\n"
         "solved, or its answer shown."},
        declare_puzzle, act_puzzle);
    program.add<PuzzleInfoOptions>({"puzzle info", "count puzzles by theme and difficulty",
                                    "Example:\n"
                                    "  kalah puzzle info"},
                                   declare_puzzle_info, act_puzzle_info);
    program.add<PuzzleMakeOptions>(
        {"puzzle make", "make puzzles from the positions of new games",
         "Examples:\n"
         "  kalah puzzle make --out my.puzzles\n"
         "  kalah puzzle make --out my.puzzles --board 5x5 --rules avalanche --count 50\n"
         "Plays games between levels, proves all turns of positions late in them, and keeps those\n"
         "with exactly one good turn. Without --board, --count and rules it makes the sets that\n"
         "come with the program. Sets that FILE has already, made by the same command, are kept."},
        declare_puzzle_make, act_puzzle_make);
}

}  // namespace kalah::app
