// NumPy arrays of positions; the loops are in array_loops.cpp.
#include <pybind11/numpy.h>

#include "endgame/reference_value.hpp"
#include "kalah/moves.hpp"
#include "kalah/notation.hpp"
#include "module/array_loops.hpp"
#include "module/common.hpp"
#include "module/solver.hpp"

namespace kalah::python {
namespace {

template <class T>
using Array = py::array_t<T, py::array::c_style | py::array::forcecast>;

/// An array of positions, as one block of memory that lives as long as this.
class Positions {
  public:
    explicit Positions(const py::array& array) {
        if (!py::isinstance<py::array_t<std::uint8_t>>(array))
            throw Failure(Error{"positions: expected an array of uint8, not of " +
                                py::str(array.dtype()).cast<std::string>() +
                                " (see kalah.positions)"});
        if (array.ndim() != 2 || array.shape(1) < 4 || array.shape(1) % 2 != 0 ||
            array.shape(1) > 2 * kMaxPits + 2)
            throw Failure(Error{"positions: expected the shape (n, 2 * pits + 2), not " +
                                py::str(array.attr("shape")).cast<std::string>()});
        block_ = Array<std::uint8_t>(array);
        rows_ = {block_.data(), static_cast<std::size_t>(block_.shape(0)),
                 static_cast<int>(block_.shape(1)) / 2 - 1};
    }
    [[nodiscard]] const Rows& rows() const { return rows_; }
    [[nodiscard]] py::ssize_t count() const { return block_.shape(0); }

  private:
    Array<std::uint8_t> block_;
    Rows rows_{};
};

[[noreturn]] void raise_row(const RowFault& fault) {
    throw Failure(Error{"row " + std::to_string(fault.row) + ": " + fault.what});
}

/// Runs a loop without Python's lock.
template <class Loop>
void run(Loop loop) {
    Checked fault;
    {
        const py::gil_scoped_release released;
        fault = loop();
    }
    if (fault) raise_row(*fault);
}

/// Pits as bytes; numbers that are no pits become 0, which is none.
Array<std::uint8_t> pits_of(const py::array& moves, py::ssize_t count) {
    const char kind = moves.dtype().kind();
    if (kind != 'i' && kind != 'u')
        throw Failure(Error{"moves: expected whole numbers, not " +
                            py::str(moves.dtype()).cast<std::string>()});
    if (moves.ndim() != 1 || moves.shape(0) != count)
        throw Failure(
            Error{"moves: expected one for each of the " + std::to_string(count) + " positions"});
    if (moves.itemsize() == 1 && kind == 'u') return Array<std::uint8_t>(moves);
    const Array<std::int64_t> wide(moves);
    Array<std::uint8_t> pits(count);
    for (py::ssize_t i = 0; i < count; ++i) {
        const std::int64_t pit = wide.at(i);
        if (pit < 1 || pit > kMaxPits)
            raise_row(
                {static_cast<std::size_t>(i), "pit " + std::to_string(pit) + " does not exist"});
        pits.mutable_at(i) = static_cast<std::uint8_t>(pit);
    }
    return pits;
}

py::tuple apply_array(const py::array& array, const py::array& moves, const RulesArg& rules_text) {
    const Positions positions(array);
    const Rules rules = rules_of(rules_text);
    const auto pits = pits_of(moves, positions.count());
    py::array_t<std::uint8_t> after({positions.count(), array.shape(1)});
    py::array_t<bool> again(positions.count());
    py::array_t<bool> over(positions.count());
    const Played played{after.mutable_data(), again.mutable_data(), over.mutable_data()};
    run([&] { return apply_rows(rules, positions.rows(), pits.data(), played); });
    return py::make_tuple(after, again, over);
}

py::array_t<bool> legal_moves_array(const py::array& array) {
    const Positions positions(array);
    py::array_t<bool> legal({positions.count(), py::ssize_t{positions.rows().pits}});
    bool* marks = legal.mutable_data();
    run([&] { return mark_legal(positions.rows(), marks); });
    return legal;
}

py::array_t<double> evaluate_array(const py::array& array, const std::string& name,
                                   const RulesArg& rules_text) {
    const Positions positions(array);
    const Rules rules = rules_of(rules_text);
    const auto eval = parse_eval(name);
    if (!eval) {
        std::string all;
        for (const EvalId id : kAllEvals) all += " " + std::string(to_text(id));
        throw Failure(Error{"no evaluation " + in_quotes(name) + "; there are" + all});
    }
    py::array_t<double> values(positions.count());
    double* out = values.mutable_data();
    run([&] { return evaluate_rows(*eval, rules, positions.rows(), out); });
    return values;
}

py::array_t<std::int16_t> probe_array(const EndgameDatabase& database, const py::array& array,
                                      bool future) {
    const Positions positions(array);
    if (positions.rows().pits != database.pits())
        throw Failure(Error{"the positions have " + std::to_string(positions.rows().pits) +
                            " pits, the database " + std::to_string(database.pits())});
    py::array_t<std::int16_t> values(positions.count());
    std::int16_t* out = values.mutable_data();
    run([&] { return probe_rows(database, positions.rows(), future, out); });
    return values;
}

/// The position with the most seeds that a solver takes; nothing if there is none.
std::optional<Board> largest_solvable(const Rules& rules, const Rows& rows) {
    std::optional<Board> largest;
    for (std::size_t i = 0; i < rows.count; ++i) {
        const Board board = board_of_row(rows[i], rows.pits);
        if (is_over(rules, board)) continue;
        const int seeds = seeds_in_pits(board);
        if (seeds <= Solver::kMostSeeds && (!largest || seeds > seeds_in_pits(*largest)))
            largest = board;
    }
    return largest;
}

/// Of a row whose game is over, as probe() has it.
std::int16_t result_of(const Rules& rules, const Board& board) {
    return static_cast<std::int16_t>(board.store(Side::south) - board.store(Side::north) +
                                     endgame::finished_value(rules, board));
}

/// Positions without an answer because of `stop` or the limits are unknown.
py::array_t<std::int16_t> solve_array(PositionSolver& solver, const py::array& array,
                                      std::optional<double> time,
                                      std::optional<std::uint64_t> nodes, const StopArg& stop) {
    const auto guard = solver.use("solver");
    const Positions positions(array);
    const Rows& rows = positions.rows();
    const auto limit = duration_of(time);
    if (const auto fault = check_rows(rows)) raise_row(*fault);
    py::array_t<std::int16_t> values(positions.count());
    std::int16_t* out = values.mutable_data();
    std::fill_n(out, rows.count, kUnknownValue);
    run_watched(stop.value_or(Stop{}), [&](const StopToken& token) {
        const SolveBudget budget{limit, nodes, &token};
        // One database for all: that of the position with the most seeds.
        if (const auto largest = largest_solvable(solver.rules(), rows))
            static_cast<void>(solver.solver_for(*largest, !time && !nodes, token));
        for (std::size_t i = 0; i < rows.count && !token.requested(); ++i) {
            const Board board = board_of_row(rows[i], rows.pits);
            if (is_over(solver.rules(), board)) {
                out[i] = result_of(solver.rules(), board);
                continue;
            }
            try {
                static_cast<void>(solvable(board));
            } catch (const Failure& failure) {
                raise_row({i, failure.what()});
            }
            Solver* known = solver.solver_for(board, !time && !nodes, token);
            if (known == nullptr) return;
            const auto result = unwrap(known->solve(
                board, [](const auto&) { return true; }, budget));
            if (result.solved) out[i] = static_cast<std::int16_t>(result.proved.lower);
        }
    });
    return values;
}

py::array_t<std::uint8_t> array_of_boards(const std::vector<Board>& boards) {
    const int width = boards.empty() ? 6 : boards.front().width;
    const py::ssize_t stride = 2 * width + 2;
    py::array_t<std::uint8_t> array({static_cast<py::ssize_t>(boards.size()), stride});
    std::uint8_t* row = array.mutable_data();
    for (std::size_t i = 0; i < boards.size(); ++i, row += stride) {
        if (boards[i].width != width)
            raise_row({i, "a board of other width than the first: one array has one width"});
        if (seeds_in_all(boards[i]) > kMostArraySeeds)
            raise_row({i, std::to_string(seeds_in_all(boards[i])) +
                              " seeds: a position in an array has at most 255"});
        write_row(boards[i], row);
    }
    return array;
}

std::vector<Board> boards_of_array(const py::array& array, const py::array_t<bool>& north) {
    const Positions positions(array);
    const Rows& rows = positions.rows();
    if (const auto fault = check_rows(rows)) raise_row(*fault);
    if (north.ndim() != 1 || north.shape(0) != positions.count())
        throw Failure(Error{"to_move: expected one for each position"});
    std::vector<Board> boards;
    for (std::size_t i = 0; i < rows.count; ++i) {
        const Board board = board_of_row(rows[i], rows.pits);
        if (seeds_in_all(board) == 0) raise_row({i, "a position without seeds"});
        boards.push_back(north.at(static_cast<py::ssize_t>(i)) ? flipped(board) : board);
    }
    return boards;
}

}  // namespace

void bind_arrays(py::module_& module) {
    module.attr("UNKNOWN") = kUnknownValue;
    module.def("_array_of_boards", array_of_boards, py::arg("boards"));
    module.def("_boards_of_array", boards_of_array, py::arg("positions"), py::arg("to_move"));
    module.def(
        "apply", apply_array, py::arg("positions"), py::arg("moves"), py::arg("rules") = "standard",
        "Plays one move in each position: a pit from 1.\n\n"
        "Returns the positions after the moves, each seen by the side that is to move then;\n"
        "whether that is the side that has just moved; and whether the game is over.\n\n"
        ">>> after, again, over = kalah.apply(kalah.positions(['6x4', '6x4']), "
        "np.array([3, 1]))\n"
        ">>> after\n"
        "array([[4, 4, 0, 5, 5, 5, 4, 4, 4, 4, 4, 4, 1, 0],\n"
        "       [4, 4, 4, 4, 4, 4, 0, 5, 5, 5, 5, 4, 0, 0]], dtype=uint8)\n"
        ">>> again, over\n"
        "(array([ True, False]), array([False, False]))\n");
    module.def("legal_moves", legal_moves_array, py::arg("positions"),
               "True for each pit that can be played; column 0 is pit 1.\n\n"
               ">>> kalah.legal_moves(kalah.positions([kalah.Board('6x4').after(3)]))\n"
               "array([[ True,  True, False,  True,  True,  True]])\n");
    module.def(
        "evaluate", evaluate_array, py::arg("positions"), py::arg("eval") = "simple",
        py::arg("rules") = "standard",
        "The points that an evaluation gives, for the side to move.\n\n"
        ">>> kalah.evaluate(kalah.positions(['6x4', kalah.Board('6x4').after(3)]), 'store')\n"
        "array([0., 1.])\n");
    const py::object database = module.attr("Database");
    database.attr("probe") =
        py::cpp_function(probe_array, py::name("probe"), py::is_method(database),
                         py::sibling(py::getattr(database, "probe")), py::arg("positions"),
                         py::kw_only(), py::arg("future") = false);
    const py::object solver = module.attr("Solver");
    solver.attr("solve") = py::cpp_function(
        solve_array, py::name("solve"), py::is_method(solver),
        py::sibling(py::getattr(solver, "solve")), py::arg("positions"), py::kw_only(),
        py::arg("time") = py::none(), py::arg("nodes") = py::none(), py::arg("stop") = py::none());
}

}  // namespace kalah::python
