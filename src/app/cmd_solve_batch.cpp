#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "app/command.hpp"
#include "app/solve_options.hpp"
#include "app/terminal/interrupt.hpp"
#include "solve/position_key.hpp"
#include "system/json.hpp"

namespace kalah::app {
namespace {

/// The databases of a batch, by pits per side, for all its threads.
class BatchDatabases {
  public:
    BatchDatabases(const SolveOptions& options, const Rules& rules)
        : options_(options), rules_(rules) {}

    /// Builds it if it is the first of its width. The plan is that of a whole game of 48 seeds:
    /// many questions deserve more than each of them does.
    Result<SolverOptions> for_width(int width) {
        const std::lock_guard lock(mutex_);
        const auto found = known_.find(width);
        if (found != known_.end()) return found->second;
        return known_.emplace(width, make(width)).first->second;
    }
    void warn_of_damage() const {
        for (const auto& [width, options] : known_)
            if (options && options->database && options->database->damaged())
                fmt::print(stderr, "the database for {} pits is damaged: see 'kalah db verify'\n",
                           width);
    }

  private:
    [[nodiscard]] Result<SolverOptions> make(int width) const {
        const auto board = [&](int seeds) {
            return start_board({width, std::max(1, seeds / (2 * width))});
        };
        const std::uint64_t memory = options_.memory.value_or(available_memory());
        const auto seeds = width <= EndgameDatabase::kMostPits ? options_.seeds : 0;
        const auto plan = chosen_plan(seeds, {rules_, board(48)}, memory, options_.threads);
        if (!plan) return plan.error();
        const Setting any{rules_, board(EndgameDatabase::kMostSeeds)};
        const auto database =
            database_for(any, *plan, options_.directory, memory, options_.threads);
        if (!database) return database.error();
        constexpr std::size_t kLeast = std::size_t{1} << 20;
        const auto threads = static_cast<std::size_t>(options_.threads);
        return SolverOptions{database->database, std::max(kLeast, plan->table_bytes / threads), 1};
    }

    const SolveOptions& options_;
    Rules rules_;
    std::mutex mutex_;
    std::map<int, Result<SolverOptions>> known_;
};

/// Answers positions of a batch on one thread. Its solvers keep what they have proved.
class BatchSolver {
  public:
    BatchSolver(const SolveOptions& options, const Rules& rules, BatchDatabases& databases)
        : options_(options), rules_(rules), databases_(databases), stop_(stop_on_signals()) {}

    std::optional<Error> answer(const Board& board, Json& json) {
        const auto setting = solvable(Setting{rules_, board});
        if (!setting) return setting.error();
        const auto found = solver_for(board);
        if (!found) return found.error();
        Solver& solver = **found;
        const std::uint64_t before = solver.nodes();
        const SolveBudget budget{options_.time, options_.nodes, &stop_};
        auto wrong = options_.moves ? answer_moves(solver, board, budget, json)
                                    : answer_value(solver, board, budget, json);
        json.set("nodes", solver.nodes() - before);
        return wrong;
    }

  private:
    static void set_bounds(Json& json, int lower, int upper) {
        json.set("value", lower == upper ? Json(lower) : Json())
            .set("lower", lower)
            .set("upper", upper);
    }
    std::optional<Error> answer_value(Solver& solver, const Board& board, const SolveBudget& budget,
                                      Json& json) {
        const auto found = solver.solve(
            board, [](const auto&) { return true; }, budget);
        if (!found) return found.error();
        set_bounds(json, found->proved.lower, found->proved.upper);
        return std::nullopt;
    }
    std::optional<Error> answer_moves(Solver& solver, const Board& board, const SolveBudget& budget,
                                      Json& json) {
        const auto found = solver.solve_moves(
            board, [](const auto&) { return true; }, budget);
        if (!found) return found.error();
        MoveBounds best = found->moves.front();
        std::vector<Json> values(board.width);
        for (const MoveBounds& move : found->moves) {
            if (move.lower > best.lower) best.pit = move.pit;
            best.lower = std::max(best.lower, move.lower);
            best.upper = std::max(best.upper, move.upper);
            if (move.exact()) values[static_cast<std::size_t>(move.pit)] = move.lower;
        }
        set_bounds(json, best.lower, best.upper);
        Json list = Json::array();
        for (Json& value : values) list.push(std::move(value));
        json.set("best", best.exact() ? Json(best.pit + 1) : Json()).set("moves", list);
        return std::nullopt;
    }
    Result<Solver*> solver_for(const Board& board) {
        // Solvers of few seeds know positions by number, the others by hash.
        const bool few = seeds_in_pits(board) <= solve::kExactSeeds;
        const auto found = solvers_.find({board.width, few});
        if (found != solvers_.end()) return &found->second;
        const auto options = databases_.for_width(board.width);
        if (!options) return options.error();
        auto solver = Solver::create(rules_, board, *options);
        if (!solver) return solver.error();
        return &solvers_.emplace(std::pair(board.width, few), solver.take()).first->second;
    }

    const SolveOptions& options_;
    Rules rules_;
    BatchDatabases& databases_;
    const StopToken& stop_;
    std::map<std::pair<int, bool>, Solver> solvers_;
};

}  // namespace

Result<Setting> solvable(Result<Setting> setting) {
    setting = playable(std::move(setting));
    if (setting && seeds_in_pits(setting->start) > Solver::kMostSeeds)
        return Error{fmt::format("{} seeds in the pits: the maximum is {}",
                                 seeds_in_pits(setting->start), Solver::kMostSeeds)};
    return setting;
}

void solve_batch(const SolveOptions& options) {
    if (options.start) throw usage_error("give a position or --batch, not both");
    if (options.checkpoint) throw usage_error("--checkpoint is for one position: see --resume");
    const Rules rules = or_usage_error(chosen_rules(options.common)).rules;
    BatchDatabases databases(options, rules);
    BatchWork work{rules, {"value", "lower", "upper", "nodes"}, {}, options.threads};
    if (options.moves) work.columns = {"value", "lower", "upper", "best", "moves", "nodes"};
    work.new_worker = [&] {
        return [solver = std::make_shared<BatchSolver>(options, rules, databases)](
                   const Board& board, Json& json) { return solver->answer(board, json); };
    };
    run_batch(options.batch, work);
    databases.warn_of_damage();
}

}  // namespace kalah::app
