#include <fmt/core.h>

#include "app/command.hpp"
#include "app/solve_options.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/progress.hpp"
#include "files/checkpoint.hpp"
#include "kalah/notation.hpp"
#include "players/thought.hpp"
#include "report/text.hpp"
#include "system/json.hpp"

namespace kalah::app {
namespace {

using Clock = std::chrono::steady_clock;

/// The bounds that follow from the seeds left.
ProvedBounds trivial(const Setting& setting) {
    const Board& board = setting.start;
    const int now = board.store(board.to_move) - board.store(opponent(board.to_move));
    return {now - seeds_in_pits(board), now + seeds_in_pits(board), 0};
}

/// Shows bounds as they narrow, saves checkpoints, notices Ctrl-C, checks the budget.
class Watcher {
  public:
    Watcher(const SolveOptions& options, const Setting& setting, Clock::time_point start)
        : options_(options),
          question_(to_text(setting.rules) + " " + to_text(setting.start)),
          start_(start),
          lower_(trivial(setting).lower),
          upper_(trivial(setting).upper) {}

    /// The budget counts from now on.
    void attend(Solver& solver) {
        solver_ = &solver;
        attended_ = Clock::now();
    }
    [[nodiscard]] double seconds() const {
        return std::chrono::duration<double>(Clock::now() - start_).count();
    }

    bool look(const ProvedBounds& proved, bool aloud) {
        if (aloud && (proved.lower != lower_ || proved.upper != upper_)) {
            lower_ = proved.lower;
            upper_ = proved.upper;
            fmt::print(stderr, "at least {:+}, at most {:+}  {:>14} nodes  {:>9.2f} s\n", lower_,
                       upper_, proved.nodes, seconds());
        }
        if (options_.checkpoint && Clock::now() >= next_save_) {
            save();
            next_save_ = Clock::now() + kBetweenSaves;
        }
        return !interrupted();
    }
    void tell(const Setting& setting, const TurnValue& turn, std::uint64_t nodes) const {
        fmt::print(stderr, "turn {}: {:+}  {:>14} nodes  {:>9.2f} s\n",
                   players::line_text(setting.rules, setting.start, turn.pits), turn.value, nodes,
                   seconds());
    }
    [[nodiscard]] bool budget_is_spent(std::uint64_t nodes) const {
        return (options_.time && Clock::now() - attended_ >= *options_.time) ||
               (options_.nodes && nodes >= *options_.nodes);
    }
    /// Saves a checkpoint; true if that succeeded.
    bool save() {
        if (!options_.checkpoint || solver_ == nullptr) return false;
        const auto wrong =
            files::save_checkpoint(*options_.checkpoint, question_, solver_->table());
        if (wrong) failed("solve", "checkpoint not saved: " + *wrong);
        return !wrong;
    }
    [[nodiscard]] const std::string& question() const { return question_; }

  private:
    static constexpr auto kBetweenSaves = std::chrono::minutes(5);
    const SolveOptions& options_;
    std::string question_;
    Clock::time_point start_;
    Clock::time_point next_save_ = start_ + kBetweenSaves;
    Solver* solver_ = nullptr;
    Clock::time_point attended_ = start_;
    int lower_;
    int upper_;
};

/// What is known at the end; all of it, unless it was interrupted or the budget did not suffice.
struct Answer {
    ProvedBounds proved;
    std::optional<std::vector<int>> line = {};
    std::vector<TurnValue> moves = {};
    bool complete = false;

    [[nodiscard]] bool has_value() const { return proved.lower == proved.upper; }
};

Result<Answer> find_answer(const SolveOptions& options, const Setting& setting, Solver& solver,
                           Watcher& watcher) {
    const auto aloud = [&](const ProvedBounds& now) { return watcher.look(now, true); };
    Answer answer;
    const auto unless_stopped = [&](const Error& error) -> Result<Answer> {
        if (error.code == "stopped") return answer;
        return error;
    };
    const auto outcome = solver.solve(setting.start, aloud, {options.time, options.nodes});
    if (!outcome) return outcome.error();
    answer.proved = outcome->proved;
    if (!outcome->solved) return answer;
    Progress progress("nodes");
    const auto silent = [&](const ProvedBounds& now) {
        progress.show(now.nodes - outcome->proved.nodes);
        return watcher.look(now, false) && !watcher.budget_is_spent(now.nodes);
    };
    const auto line = solver.best_line(setting.start, outcome->proved.lower, silent);
    if (!line) return unless_stopped(line.error());
    answer.line = *line;
    if (options.moves) {
        const auto moves = solver.turn_values(setting.start, silent, [&](const TurnValue& turn) {
            progress.finish();
            watcher.tell(setting, turn, solver.nodes());
            answer.moves.push_back(turn);
        });
        if (!moves) return unless_stopped(moves.error());
    }
    answer.complete = true;
    return answer;
}

/// What is not known is null.
Json answer_json(const Setting& setting, const Answer& answer, const SolveDatabase& database,
                 std::uint64_t nodes, double seconds) {
    const auto text = [&](const std::vector<int>& pits) {
        return players::line_text(setting.rules, setting.start, pits);
    };
    Json moves = Json::array();
    for (const auto& move : answer.moves)
        moves.push(Json().set("line", text(move.pits)).set("value", move.value));
    Json used;
    used.set("seeds", database.database ? database.database->max_seeds() : -1)
        .set("from", database.where)
        .set("seconds", database.seconds);
    return Json()
        .set("start", start_text(setting.start))
        .set("rules", to_text(setting.rules))
        .set("value", answer.has_value() ? Json(answer.proved.lower) : Json())
        .set("lower", answer.proved.lower)
        .set("upper", answer.proved.upper)
        .set("best", answer.line ? Json(answer.line->front() + 1) : Json())
        .set("line", answer.line ? Json(text(*answer.line)) : Json())
        .set("moves", moves)
        .set("nodes", nodes)
        .set("seconds", seconds)
        .set("complete", answer.complete)
        .set("database", used);
}

void print_answer(const Setting& setting, const Answer& answer, const SolveDatabase& database,
                  std::uint64_t nodes, double seconds) {
    const auto text = [&](const std::vector<int>& pits) {
        return players::line_text(setting.rules, setting.start, pits);
    };
    if (answer.has_value())
        fmt::print("value {:+}\n", answer.proved.lower);
    else
        fmt::print("at least {:+}\nat most  {:+}\n", answer.proved.lower, answer.proved.upper);
    if (answer.line)
        fmt::print("best  {}\nline  {}\n", answer.line->front() + 1, text(*answer.line));
    for (const auto& move : answer.moves) fmt::print("{:>9}  {:+}\n", text(move.pits), move.value);
    fmt::print("{}, {:.2f} s", report::counted(nodes, "node"), seconds);
    if (database.database)
        fmt::print(", {:.2f} s of them for the database of {} ({})", database.seconds,
                   report::counted(database.database->max_seeds(), "seed"), database.where);
    fmt::print("\n");
}

Result<Setting> chosen_question(const SolveOptions& options) {
    return solvable(chosen_setting(options.common, options.start));
}

void interrupted_with(const Answer& answer, const SolveOptions& options, bool saved) {
    const std::string bounds = answer.has_value()
                                   ? ""
                                   : fmt::format("; at least {:+}, at most {:+}",
                                                 answer.proved.lower, answer.proved.upper);
    throw failure("interrupted" + bounds +
                  (saved ? "; run the same command to continue from " + *options.checkpoint : ""));
}

void act_solve(const SolveOptions& options) {
    if (is_batch(options.batch)) return solve_batch(options);
    const auto start = Clock::now();
    const auto setting = or_usage_error(chosen_question(options));
    const std::uint64_t memory = options.memory.value_or(available_memory());
    const int threads = options.threads;
    solve::Plan plan = or_usage_error(chosen_plan(options.seeds, setting, memory, threads));

    // Problems with the checkpoint should show before anything takes long.
    Watcher watcher(options, setting, start);
    if (options.checkpoint) {
        const auto table =
            or_failure(files::checkpoint_table(*options.checkpoint, watcher.question()));
        if (table > 0) plan.table_bytes = table;
        if (const auto wrong = files::cannot_save(*options.checkpoint))
            throw failure("checkpoint not saved: " + *wrong);
    }

    stop_on_signals();
    const auto database =
        or_failure(database_for(setting, plan, options.directory, memory, threads));
    if (interrupted()) throw failure("interrupted while building the database");
    Solver solver = or_failure(Solver::create(setting.rules, setting.start,
                                              {database.database, plan.table_bytes, threads}));
    watcher.attend(solver);
    if (options.checkpoint) {
        const auto known = or_failure(
            files::load_checkpoint(*options.checkpoint, watcher.question(), solver.table()));
        if (known > 0)
            fmt::print(stderr, "continuing with {} entries of {}\n", known, *options.checkpoint);
    }
    const Answer answer = or_failure(find_answer(options, setting, solver, watcher));
    if (options.common.json)
        print_json(answer_json(setting, answer, database, solver.nodes(), watcher.seconds()));
    else
        print_answer(setting, answer, database, solver.nodes(), watcher.seconds());
    std::fflush(stdout);  // whatever becomes of the checkpoint
    if (database.database && database.database->damaged())
        fmt::print(stderr, "the database in {} is damaged: see 'kalah db verify'\n",
                   database.where);
    const bool saved = watcher.save();
    if (!answer.complete && (interrupted() || !options.has_budget()))
        interrupted_with(answer, options, saved);
}

void declare_solve(Arguments& arguments, SolveOptions& options) {
    declare_start(arguments, options.start);
    arguments.field(flag_field("moves", options.moves, "also print the value of every first turn"));
    arguments.field(text_field(
        "db", "DIR", options.directory,
        "directory of endgame databases; missing ones are built there (default: the usual\n"
        "directory, else in memory)"));
    arguments.field(
        number_field("db-seeds", options.seeds, {1, EndgameDatabase::kMostSeeds},
                     "minimum number of seeds in the database (default: chosen automatically)"));
    arguments.field(duration_field("time", "10s", options.time,
                                   "answer within this time, with the bounds proved by then"));
    arguments.field(number_field("nodes", options.nodes, {1, std::uint64_t{1} << 60},
                                 "answer after this many nodes, with the bounds proved by then"));
    arguments.field(text_field("checkpoint", "FILE", options.checkpoint,
                               "save progress to this file and continue from it"));
    declare_threads(arguments, options.threads);
    declare_memory(arguments, options.memory);
    declare_common(arguments, options.common);
    declare_batch(arguments, options.batch);
}

}  // namespace

void add_solve(Program& program) {
    program.add<SolveOptions>(
        {"solve", "prove the exact value of a game or position",
         "Examples:\n"
         "  kalah solve 6x3 --moves\n"
         "  kalah solve 6x4 --rules empty-capture\n"
         "  kalah solve '<6,10,8,0,1,0,2,1,0,1,0,0,3,0,1>'\n"
         "  kalah solve 6x5 --checkpoint 6x5.checkpoint\n"
         "  kalah solve 6x6 --time 1m\n"
         "The value is the final store difference for the side to move when both play perfectly.\n"
         "Bounds are shown as they narrow; Ctrl-C, --time and --nodes end with those proved so\n"
         "far. They do not count building the database.\n"
         "  kalah solve --batch positions.txt --csv --out values.csv\n"
         "A batch answers each line by itself, with --time and --nodes for each; --moves adds the\n"
         "best move and the values of all moves, by pit."},
        declare_solve, act_solve);
}

}  // namespace kalah::app
