#include <fmt/core.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <mutex>

#include "app/book_tree.hpp"
#include "app/command.hpp"
#include "app/files.hpp"
#include "app/interrupt.hpp"
#include "app/machine.hpp"
#include "app/progress.hpp"
#include "app/search_options.hpp"
#include "app/solve_database.hpp"
#include "endgame/parallel.hpp"
#include "kalah/notation.hpp"
#include "kalah/solver.hpp"
#include "players/make_engine.hpp"
#include "system/json.hpp"

namespace kalah::app {
namespace {

using players::Book;
using players::BookMove;

struct Options {
    CommonOptions common;
    std::optional<std::string> start;
    std::optional<std::string> out;
    std::optional<std::string> player;
    std::optional<std::string> directory;
    std::optional<std::string> memory;
    std::uint64_t sowings = 0;
    std::uint64_t seeds = 0;
    std::uint64_t threads = 0;
};

int lead(const Board& board) {
    return board.store(board.to_move) - board.store(opponent(board.to_move));
}

std::string command_text(const Options& options, const Setting& setting) {
    std::string text =
        fmt::format("kalah book build {} --rules {} --sowings {}", start_text(setting.start),
                    to_text(setting.rules), options.sowings);
    if (options.player) text += " --player " + *options.player;
    return text;
}

/// The book while it grows; kept in its file every minute, so that a build goes on where it ended.
class Growing {
  public:
    Growing(Book book, const Options& options, const Setting& setting)
        : book_(std::move(book)), path_(*options.out), rules_(setting.rules) {
        book_.note(rules_, command_text(options, setting));
    }
    /// Any thread. False if the file cannot be written.
    bool add(const Board& board, const BookMove& move) {
        const std::lock_guard lock(mutex_);
        book_.add(rules_, board, move);
        if (Clock::now() < next_save_) return !wrong_;
        save();
        return !wrong_;
    }
    void save() {
        wrong_ = write_file(path_, book_.to_text(), Existing::replace);
        next_save_ = Clock::now() + std::chrono::minutes(1);
    }
    [[nodiscard]] Book& book() { return book_; }
    [[nodiscard]] const std::optional<std::string>& wrong() const { return wrong_; }

  private:
    using Clock = std::chrono::steady_clock;
    std::mutex mutex_;
    Book book_;
    std::string path_;
    Rules rules_;
    Clock::time_point next_save_ = Clock::now() + std::chrono::minutes(1);
    std::optional<std::string> wrong_;
};

/// One after the other, each on all threads: what one proves helps the next.
std::optional<Error> solve_all(const Options& options, const Setting& setting,
                               const std::vector<Board>& boards, Growing& growing) {
    const auto memory = chosen_memory(options.memory);
    if (!memory) return memory.error();
    const int threads = chosen_threads(options.threads);
    const auto plan = chosen_plan(options.seeds, setting, *memory, threads);
    if (!plan) return plan.error();
    const auto database = database_for(setting, *plan, options.directory, *memory, threads);
    if (!database) return database.error();
    if (interrupted()) return std::nullopt;
    auto created = Solver::create(setting.rules, setting.start,
                                  {database->database, plan->table_bytes, threads});
    if (!created) return created.error();
    Solver solver = created.take();
    Progress progress("positions", boards.size());
    std::uint64_t done = 0;
    const auto watch = [&](const ProvedBounds&) {
        progress.show(done);
        return !interrupted();
    };
    for (const Board& board : boards) {
        const auto outcome = solver.solve(board, watch);
        if (!outcome) return outcome.error();
        if (!outcome->solved) break;
        const auto line = solver.best_line(board, outcome->proved.lower, watch);
        if (!line && line.error().code != "stopped") return line.error();
        if (!line) break;
        if (!growing.add(board, {line->front(), outcome->proved.lower - lead(board), true})) break;
        ++done;
    }
    return std::nullopt;
}

/// Each on one thread, from an empty table, so that the book depends on the player alone.
std::optional<Error> search_all(const Options& options, const Setting& setting,
                                const std::vector<Board>& boards, Growing& growing) {
    const auto chosen = chosen_player("--player", *options.player, setting);
    if (!chosen) return chosen.error();
    if (chosen->kind != players::Kind::engine) return Error{"--player: not one that searches"};
    if (value_per_seed(chosen->settings.eval) == 0)
        return Error{"--player: its evaluation does not count in seeds"};
    players::PlayerResources resources = default_resources();
    const auto spec = equipped("book build", resources, *chosen, setting);
    if (!spec) return spec.error();
    const StopOnInterrupt stop;
    Progress progress("positions", boards.size());
    const ProgressCallback watch = progress.watch();
    endgame::Work work(watch, 0);
    endgame::run_parallel(
        chosen_threads(options.threads), boards.size(), work, [&](std::size_t i, int) {
            Engine engine = players::make_engine(spec->settings);
            const auto report = engine.best_move(setting.rules, boards[i], stop.flag());
            if (stop.flag().requested()) return work.stop();
            const int unit =
                report.score.exact ? report.score.unit : value_per_seed(spec->settings.eval);
            const double value = static_cast<double>(report.score.value) / unit;
            const int future = static_cast<int>(std::lround(value)) - lead(boards[i]);
            if (!growing.add(boards[i], {report.pit, future, report.score.exact}))
                return work.stop();
            work.add(1);
        });
    return std::nullopt;
}

Result<Book> existing_book(const std::string& path) {
    if (!std::filesystem::exists(path)) return Book();
    const auto text = read_file(path);
    if (!text) return text.error();
    auto book = Book::parse(*text);
    if (!book) return Error{path + ": " + to_text(book.error())};
    return book;
}

/// Positions that the book does not have yet, or has only searched while they are to be solved.
std::vector<Board> missing(const std::vector<Board>& boards, const Book& book,
                           const Options& options, const Setting& setting) {
    std::vector<Board> missing;
    for (const Board& board : boards) {
        const auto known = book.find(setting.rules, board);
        if (!known || (!known->proved && !options.player)) missing.push_back(board);
    }
    return missing;
}

void print_result(const Options& options, std::size_t positions, std::size_t added, double seconds,
                  bool complete) {
    if (options.common.json)
        fmt::print("{}\n", Json()
                               .set("book", *options.out)
                               .set("positions", static_cast<std::uint64_t>(positions))
                               .set("worked_out", static_cast<std::uint64_t>(added))
                               .set("seconds", seconds)
                               .set("complete", complete)
                               .line());
    else
        fmt::print("{}: {} positions, {} worked out in {:.1f} s\n", *options.out, positions, added,
                   seconds);
}

int act(const Options& options) {
    const auto setting = chosen_setting(options.common, options.start);
    if (!setting) return wrong_usage("book build", setting.error().message);
    if (setting->rules.majority_stop)
        return wrong_usage("book build",
                           "no books under majority stop: there the stores decide as well");
    if (legal_moves(setting->start).empty() || !Book::writable(setting->start))
        return wrong_usage("book build", "nothing can be written about this position");
    if (!options.player && seeds_in_pits(setting->start) > Solver::kMostSeeds)
        return wrong_usage("book build",
                           "too many seeds to solve it: give a --player to search it");
    const auto book = existing_book(*options.out);
    if (!book) return failed("book build", book.error().message);

    catch_interrupts();
    const auto start = std::chrono::steady_clock::now();
    const BookTree tree(setting->rules, setting->start, static_cast<int>(options.sowings));
    Growing growing(*book, options, *setting);
    const auto boards = missing(tree.leaves(), *book, options, *setting);
    const auto wrong = options.player ? search_all(options, *setting, boards, growing)
                                      : solve_all(options, *setting, boards, growing);
    if (wrong) return wrong_usage("book build", wrong->message);
    tree.back_up(growing.book());
    growing.save();
    if (growing.wrong()) return failed("book build", *growing.wrong());
    const auto left = missing(boards, growing.book(), options, *setting).size();
    std::size_t positions = 0;
    for (const auto& chapter : growing.book().chapters()) positions += chapter.moves.size();
    print_result(options, positions, boards.size() - left,
                 std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
                 left == 0);
    if (left == 0) return kOk;
    failed("book build",
           fmt::format("interrupted, {} positions are left; the same command goes on", left));
    return interrupted_exit_code();
}

void declare(Arguments& arguments, Options& options) {
    declare_start(arguments, options.start);
    arguments.number("--sowings", options.sowings, {0, 12}, "all positions within so many sowings",
                     Arguments::Need::required);
    arguments.option("--out", "FILE", options.out, "the book; what it holds already is kept",
                     Arguments::Need::required);
    arguments.option("--player", "SPEC", options.player,
                     "search with this player (default: solve)");
    arguments.option("--db", "DIR", options.directory, "endgame databases of the solver");
    arguments.number("--seeds", options.seeds, {1, EndgameDatabase::kMostSeeds},
                     "at least, in the solver's database");
    declare_threads(arguments, options.threads);
    declare_memory(arguments, options.memory);
    declare_common(arguments, options.common);
}

}  // namespace

void add_book_build(Program& program) {
    program.add<Options>(
        {"book build", "work out the best moves near the beginning of a game",
         "Examples:\n"
         "  kalah book build 6x4 --sowings 4 --out my.book\n"
         "  kalah book build 6x6 --sowings 3 --out my.book --player champion:nodes=30000000\n"
         "Positions after the last sowing are solved or searched, the others follow from them. "
         "What is\n"
         "proved is never replaced by what was searched. Started again, a build goes on where it "
         "ended."},
        declare, act);
}

}  // namespace kalah::app
