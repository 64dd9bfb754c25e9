#include <filesystem>

#include <fmt/core.h>

#include "app/command.hpp"
#include "app/db_options.hpp"
#include "app/options.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/progress.hpp"
#include "endgame/parallel.hpp"
#include "kalah/notation.hpp"
#include "kalah/solver.hpp"
#include "kalah/version.hpp"
#include "players/book_build.hpp"
#include "players/make_engine.hpp"
#include "report/text.hpp"
#include "system/files.hpp"
#include "system/json.hpp"

namespace kalah::app {
namespace {

using players::Book;

Result<Book> chosen_book(const std::optional<std::string>& path) {
    const auto text =
        path ? read_file(*path) : Result<std::string>(std::string(players::default_book()));
    if (!text) return text.error();
    auto book = Book::parse(*text);
    if (!book) return Error{path.value_or("built-in book") + ": " + to_text(book.error())};
    return book;
}

struct BookProbeOptions {
    CommonOptions common;
    std::optional<std::string> position;
    std::optional<std::string> book;
};

void probe(const BookProbeOptions& options) {
    const auto setting = or_usage_error(chosen_setting(options.common, options.position));
    const auto book = or_failure(chosen_book(options.book));
    const Board& board = setting.start;
    const auto move = book.find(setting.rules, board);
    if (!move) throw failure("position not in the book: " + to_text(board));
    const int score =
        board.store(board.to_move) - board.store(opponent(board.to_move)) + move->future;
    const char* kind = move->proved ? "exact" : "estimate";
    if (options.common.json)
        print_json(Json()
                       .set("position", to_text(board))
                       .set("rules", to_text(setting.rules))
                       .set("pit", move->pit + 1)
                       .set("score", score)
                       .set("kind", kind));
    else
        fmt::print("move {} score {:+} {}, for {}\n", move->pit + 1, score, kind,
                   to_text(board.to_move));
}

void declare_book_probe(Arguments& arguments, BookProbeOptions& options) {
    declare_start(arguments, options.position);
    arguments.field(
        text_field("book", "FILE", options.book, "book file (default: the built-in book)"));
    declare_common(arguments, options.common);
}

struct BookInfoOptions {
    std::optional<std::string> book;
    bool json = false;
};

void info(const BookInfoOptions& options) {
    const auto book = or_failure(chosen_book(options.book));
    Json list = Json::array();
    for (const auto& chapter : book.chapters()) {
        std::uint64_t proved = 0;
        for (const auto& [key, move] : chapter.moves) proved += move.proved ? 1 : 0;
        const std::uint64_t all = chapter.moves.size();
        Json made = Json::array();
        for (const auto& command : chapter.made) made.push(Json(command));
        list.push(Json()
                      .set("rules", to_text(chapter.rules))
                      .set("positions", all)
                      .set("proved", proved)
                      .set("made", made));
        if (options.json) continue;
        fmt::print("{}: {}, {} of them proved\n", to_text(chapter.rules),
                   report::counted(all, "position"), proved);
        for (const auto& command : chapter.made) fmt::print("  made by {}\n", command);
    }
    if (options.json) print_json(Json().set("chapters", list));
}

void declare_book_info(Arguments& arguments, BookInfoOptions& options) {
    arguments.field(
        text_field("book", "FILE", options.book, "book file (default: the built-in book)"));
    declare_json(arguments, options.json);
}

struct BookBuildOptions {
    CommonOptions common;
    std::optional<std::string> start;
    std::optional<std::string> out;
    std::optional<std::string> player;
    std::optional<std::string> directory;
    std::optional<std::uint64_t> memory;
    std::uint64_t sowings = 0;
    std::uint64_t seeds = 0;
    int threads = processor_cores();
};

std::string command_text(const BookBuildOptions& options, const Setting& setting) {
    std::string text =
        fmt::format("kalah {} book build {} --rules {} --sowings {}", version().text,
                    start_text(setting.start), to_text(setting.rules), options.sowings);
    if (options.player) text += " --player " + *options.player;
    return text;
}

/// Solves the positions one after the other, each on all threads: what one proves helps the next.
void solve_all(const BookBuildOptions& options, const Setting& setting,
               players::BookBuilder& builder) {
    const std::uint64_t memory = options.memory.value_or(available_memory());
    const int threads = options.threads;
    const auto plan = or_usage_error(chosen_plan(options.seeds, setting, memory, threads));
    const auto database =
        or_usage_error(database_for(setting, plan, options.directory, memory, threads));
    if (interrupted()) return;
    Solver solver = or_usage_error(Solver::create(setting.rules, setting.start,
                                                  {database.database, plan.table_bytes, threads}));
    Progress progress("positions", builder.missing().size());
    std::uint64_t done = 0;
    const auto watch = [&](const ProvedBounds&) {
        progress.show(done);
        return !interrupted();
    };
    for (const Board& board : builder.missing()) {
        const auto outcome = or_failure(solver.solve(board, watch));
        if (!outcome.solved) break;
        auto line = solver.best_line(board, outcome.proved.lower, watch);
        if (!line && line.error().code == "stopped") break;
        const int best = or_failure(std::move(line)).front();
        if (!builder.add(board, players::solved_move(board, best, outcome.proved.lower))) break;
        ++done;
    }
}

/// Searches each position on one thread, from an empty table, so that the book depends on the
/// player alone.
void search_all(const BookBuildOptions& options, const Setting& setting,
                players::BookBuilder& builder) {
    const auto chosen = or_usage_error(chosen_player("--player", *options.player, setting));
    if (chosen.kind != players::Kind::engine)
        throw usage_error("--player: must be a player that searches");
    if (value_per_seed(chosen.settings.eval) == 0)
        throw usage_error("--player: its evaluation must count in seeds");
    players::PlayerResources resources = default_resources();
    const auto spec = or_usage_error(equipped("book build", resources, chosen, setting));
    const StopToken& stop = stop_on_signals();
    const std::vector<Board>& boards = builder.missing();
    Progress progress("positions", boards.size());
    const ProgressCallback watch = progress.watch();
    endgame::Work work(watch, 0);
    endgame::run_parallel(options.threads, boards.size(), work, [&](std::size_t i, int) {
        Engine engine = players::make_engine(spec.settings);
        const auto report = engine.best_move(setting.rules, boards[i], stop);
        if (stop.requested()) return work.stop();
        const auto move = players::searched_move(boards[i], report, spec.settings.eval);
        if (!builder.add(boards[i], move)) return work.stop();
        work.add(1);
    });
}

Result<Book> existing_book(const std::string& path) {
    return std::filesystem::exists(path) ? chosen_book(path) : Book();
}

void print_result(const BookBuildOptions& options, std::size_t positions, std::size_t added,
                  double seconds, bool complete) {
    if (options.common.json)
        print_json(Json()
                       .set("book", *options.out)
                       .set("positions", static_cast<std::uint64_t>(positions))
                       .set("added", static_cast<std::uint64_t>(added))
                       .set("seconds", seconds)
                       .set("complete", complete));
    else
        fmt::print("{}: {}, {} added in {:.1f} s\n", *options.out,
                   report::counted(positions, "position"), added, seconds);
}

void build(const BookBuildOptions& options) {
    const auto setting = or_usage_error(chosen_setting(options.common, options.start));
    if (setting.rules.majority_stop)
        throw usage_error("majority stop: books do not support it, because the stores matter");
    if (legal_moves(setting.start).empty() || !Book::writable(setting.start))
        throw usage_error("a book cannot contain this position");
    if (!options.player && seeds_in_pits(setting.start) > Solver::kMostSeeds)
        throw usage_error("too many seeds to solve: search with --player");
    stop_on_signals();
    const auto start = std::chrono::steady_clock::now();
    std::optional<std::string> unsaved;
    Book noted = or_failure(existing_book(*options.out));
    noted.note(setting.rules, command_text(options, setting));
    using Method = players::BookBuilder::Method;
    players::BookBuilder builder(
        std::move(noted), setting.rules, setting.start, static_cast<int>(options.sowings),
        options.player ? Method::search : Method::solve, [&](const Book& grown) {
            unsaved = write_file(*options.out, grown.to_text(), Existing::replace);
            return !unsaved;
        });
    if (options.player)
        search_all(options, setting, builder);
    else
        solve_all(options, setting, builder);
    const std::size_t left = builder.finish();
    if (unsaved) throw failure(*unsaved);
    std::size_t positions = 0;
    for (const auto& chapter : builder.book().chapters()) positions += chapter.moves.size();
    print_result(options, positions, builder.missing().size() - left,
                 std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
                 left == 0);
    if (left > 0)
        throw failure(fmt::format("interrupted with {} left; run the same command to continue",
                                  report::counted(left, "position")));
}

void declare_book_build(Arguments& arguments, BookBuildOptions& options) {
    declare_start(arguments, options.start);
    arguments.field(required(number_field("sowings", options.sowings, {0, 12},
                                          "include all positions within this many sowings")));
    arguments.field(
        required(text_field("out", "FILE", options.out, "book file; existing entries are kept")));
    arguments.field(text_field("player", "SPEC", options.player,
                               "search with this player (default: solve exactly)"));
    arguments.field(text_field("db", "DIR", options.directory,
                               "directory of endgame databases for the solver"));
    arguments.field(number_field("db-seeds", options.seeds, {1, EndgameDatabase::kMostSeeds},
                                 "minimum number of seeds in the solver's database"));
    declare_threads(arguments, options.threads);
    declare_memory(arguments, options.memory);
    declare_common(arguments, options.common);
}

}  // namespace

void add_book_commands(Program& program) {
    program.add_family("book", "build and query opening books");
    program.add<BookBuildOptions>(
        {"book build", "compute the best moves near the start of a game",
         "Examples:\n"
         "  kalah book build 6x4 --sowings 4 --out my.book\n"
         "  kalah book build 6x6 --sowings 3 --out my.book --player champion:nodes=30000000\n"
         "A book holds the best move of positions near the start. Players use the built-in book,\n"
         "or another one by 'book=FILE'. Positions after the last sowing are solved or searched;\n"
         "the others follow from them. A proved entry is never replaced by a searched one. Run an\n"
         "interrupted build again to continue it."},
        declare_book_build, build);
    program.add<BookInfoOptions>(
        {"book info", "show what an opening book contains and how it was made",
         "Example:\n"
         "  kalah book info"},
        declare_book_info, info);
    program.add<BookProbeOptions>(
        {"book probe", "look up a position in an opening book",
         "Examples:\n"
         "  kalah book probe 6x4\n"
         "  kalah book probe '<6,1,0,4,4,0,5,5,5,4,4,4,4,4,4>' --book my.book"},
        declare_book_probe, probe);
}

}  // namespace kalah::app
