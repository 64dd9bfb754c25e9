#include "module/solver.hpp"

#include <algorithm>

#include "files/database_files.hpp"
#include "kalah/notation.hpp"
#include "players/thought.hpp"
#include "solve/plan.hpp"
#include "solve/position_key.hpp"
#include "system/machine.hpp"

namespace kalah::python {
namespace {

Solution solution_of(PositionSolver& solver, const BoardArg& position, bool moves,
                     std::optional<double> time, std::optional<std::uint64_t> nodes,
                     const StopArg& stop) {
    const auto guard = solver.use("solver");
    const Board board = solvable(board_of(position));
    const int lead = board.store(board.to_move) - board.store(opponent(board.to_move));
    const int left = seeds_in_pits(board);
    Solution solution{solver.rules(), board, {lead - left, lead + left, 0}, {}, {}, 0};
    const auto began = std::chrono::steady_clock::now();
    const auto limit = duration_of(time);
    run_watched(stop.value_or(Stop{}), [&](const StopToken& token) {
        Solver* known = solver.solver_for(board, !time && !nodes, token);
        if (known == nullptr) return;
        Solver& found = *known;
        const SolveBudget budget{limit, nodes, &token};
        const std::uint64_t before = found.nodes();
        const auto result = unwrap(found.solve(
            board, [](const auto&) { return true; }, budget));
        solution.proved = result.proved;
        if (result.solved) {
            const auto go_on = [&](const auto&) { return !token.requested(); };
            const auto line = found.best_line(board, result.proved.lower, go_on);
            if (line) solution.line = *line;
            if (!line && line.error().code != "stopped") throw Failure(line.error());
        }
        if (moves && result.solved)
            solution.moves = unwrap(found.solve_moves(
                                        board, [](const auto&) { return true; }, budget))
                                 .moves;
        solution.proved.nodes = found.nodes() - before;
    });
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    solution.seconds = took.count();
    return solution;
}

py::object moves_dict(const Solution& solution) {
    if (!solution.moves) return py::none();
    py::dict values;
    for (const MoveBounds& move : *solution.moves)
        values[py::int_(move.pit + 1)] =
            move.exact() ? py::object(py::int_(move.lower)) : py::object(py::none());
    return values;
}

std::string solution_text(const Solution& solution) {
    const auto sign = [](int value) { return (value > 0 ? "+" : "") + std::to_string(value); };
    const auto& proved = solution.proved;
    std::string text = "<kalah.Solution: " + to_text(solution.board);
    if (solution.solved()) return text + ", value " + sign(proved.lower) + ">";
    return text + ", at least " + sign(proved.lower) + ", at most " + sign(proved.upper) + ">";
}

void bind_solution(py::module_& module) {
    py::class_<Solution>(module, "Solution",
                         "What is proved of a position: the final store difference for the side to "
                         "move.")
        .def_property_readonly(
            "value",
            [](const Solution& s) -> std::optional<int> {
                if (!s.solved()) return std::nullopt;
                return s.proved.lower;
            },
            "None if the search was stopped before it was proved.")
        .def_property_readonly("lower", [](const Solution& s) { return s.proved.lower; })
        .def_property_readonly("upper", [](const Solution& s) { return s.proved.upper; })
        .def_property_readonly("solved", &Solution::solved)
        .def_property_readonly(
            "best",
            [](const Solution& s) -> std::optional<int> {
                if (!s.line) return std::nullopt;
                return s.line->front() + 1;
            },
            "A best move, a pit from 1.")
        .def_property_readonly(
            "line",
            [](const Solution& s) -> std::optional<std::string> {
                if (!s.line) return std::nullopt;
                return players::line_text(s.rules, s.board, *s.line);
            },
            "Best play to the end of the game, as text.")
        .def_property_readonly(
            "pits",
            [](const Solution& s) -> std::optional<std::vector<int>> {
                if (!s.line) return std::nullopt;
                return from_one(*s.line);
            },
            "The same as pits.")
        .def_property_readonly("moves", moves_dict,
                               "The value of every move by pit, if it was asked for.")
        .def_property_readonly("nodes", [](const Solution& s) { return s.proved.nodes; })
        .def_readonly("seconds", &Solution::seconds)
        .def_readonly("board", &Solution::board)
        .def_readonly("rules", &Solution::rules)
        .def("__repr__", solution_text);
}

}  // namespace

Board solvable(const Board& board) {
    if (seeds_in_pits(board) > Solver::kMostSeeds)
        throw Failure(Error{std::to_string(seeds_in_pits(board)) +
                            " seeds in the pits: the maximum is " +
                            std::to_string(Solver::kMostSeeds)});
    return playable(board);
}

PositionSolver::PositionSolver(const RulesArg& rules,
                               std::shared_ptr<const EndgameDatabase> database, int threads,
                               std::optional<std::uint64_t> memory)
    : rules_(rules_of(rules)),
      database_(std::move(database)),
      threads_(threads),
      memory_(memory.value_or(available_memory())) {
    if (threads < 1) throw Failure(Error{"threads: expected 1 or more"});
    if (database_ && !(database_->rules() == rules_))
        throw Failure(Error{"the database is for " + to_text(database_->rules()) + ", not for " +
                            to_text(rules_)});
}

Result<SolverOptions> PositionSolver::options_for(const Board& board, bool may_build,
                                                  const StopToken& stop) {
    const solve::Plan plan = solve::plan_for(rules_, board, memory_, threads_);
    SolverOptions options{database_, plan.table_bytes, threads_};
    if (database_) {
        if (database_->pits() != board.width) options.database = nullptr;
        return options;
    }
    if (plan.database_seeds < 0) return options;
    const files::DatabaseLocation usual{files::default_directory(), rules_, board.width};
    if (!usual.directory.empty() && files::highest_level(usual) >= plan.database_seeds)
        if (auto opened = files::open_database(usual, seeds_in_pits(board))) {
            options.database = opened.take();
            return options;
        }
    if (!may_build) return options;
    auto built = EndgameDatabase::build(rules_, board.width, plan.database_seeds, threads_,
                                        [&](std::uint64_t) { return !stop.requested(); });
    if (!built) return built.error();
    options.database = built.take();
    return options;
}

Solver* PositionSolver::solver_for(const Board& board, bool may_build, const StopToken& stop) {
    // Solvers of few seeds know positions by number, the others by hash.
    const std::pair kind(int{board.width}, seeds_in_pits(board) <= solve::kExactSeeds);
    const auto found = solvers_.find(kind);
    if (found != solvers_.end()) {
        if (!may_build || !wants_larger(board, found->second.database_seeds))
            return &found->second.solver;
        solvers_.erase(found);  // gives back its memory first
    }
    const auto options = options_for(board, may_build, stop);
    if (!options && options.error().code == "stopped") return nullptr;
    const auto& database = unwrap(options).database;
    Known known{unwrap(Solver::create(rules_, board, *options)),
                database ? database->max_seeds() : -1};
    return &solvers_.emplace(kind, std::move(known)).first->second.solver;
}

bool PositionSolver::wants_larger(const Board& board, int database_seeds) const {
    return !database_ &&
           solve::plan_for(rules_, board, memory_, threads_).database_seeds > database_seeds;
}

void bind_solver(py::module_& module) {
    bind_solution(module);
    py::class_<PositionSolver>(
        module, "Solver",
        "Exact values. It keeps what it has proved: ask one solver about many positions.\n\n"
        "Without a `database`, it opens or builds the one that a position needs, but builds\n"
        "none for a question with limits.\n\n"
        ">>> solver = kalah.Solver()\n"
        ">>> solver.solve('6x3').value, solver.solve('4x3', moves=True).moves\n"
        "(2, {1: -6, 2: 6, 3: 2, 4: -2})\n")
        .def(py::init<const RulesArg&, std::shared_ptr<const EndgameDatabase>, int,
                      std::optional<std::uint64_t>>(),
             py::arg("rules") = "standard", py::kw_only(), py::arg("database") = py::none(),
             py::arg("threads") = 1, py::arg("memory") = py::none())
        .def("solve", solution_of, py::arg("position"), py::kw_only(), py::arg("moves") = false,
             py::arg("time") = py::none(), py::arg("nodes") = py::none(),
             py::arg("stop") = py::none(),
             "The value of a position, within `time` seconds and so many `nodes` if they are "
             "given.\n"
             "Of an array of positions, an int16 array; kalah.UNKNOWN where the limits did not\n"
             "suffice.")
        .def_property_readonly("rules", [](const PositionSolver& s) { return Rules(s.rules()); })
        .def("__repr__",
             [](const PositionSolver& s) { return "<kalah.Solver: " + to_text(s.rules()) + ">"; });
}

}  // namespace kalah::python
