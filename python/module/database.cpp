#include "kalah/endgame_database.hpp"

#include <cmath>

#include "endgame/index.hpp"
#include "files/database_files.hpp"
#include "kalah/notation.hpp"
#include "module/common.hpp"
#include "system/machine.hpp"

namespace kalah::python {
namespace {

using Shared = std::shared_ptr<const EndgameDatabase>;

/// In GB with one decimal, rounded up.
std::string gigabytes(std::uint64_t bytes) {
    const auto tenths = static_cast<std::uint64_t>(std::ceil(static_cast<double>(bytes) / 1e8));
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " GB";
}

/// Memory is taken as it is written to: without this check, the system would end the process.
void check_memory(int pits, int seeds, int threads) {
    if (pits < 1 || pits > EndgameDatabase::kMostPits || seeds < 0 ||
        seeds > EndgameDatabase::kMostSeeds)
        return;  // EndgameDatabase::build refuses them
    const std::uint64_t needed = EndgameDatabase::memory(pits, seeds, threads);
    const std::uint64_t available = available_memory();
    if (needed > available)
        throw Failure(coded("no_memory", "a database up to " + std::to_string(seeds) +
                                             " seeds needs " + gigabytes(needed) +
                                             " of memory, but only " + gigabytes(available) +
                                             " are available"));
}

Shared build(int seeds, const RulesArg& rules_text, int pits, int threads, const StopArg& stop) {
    const Rules rules = rules_of(rules_text);
    if (threads < 1) throw Failure(Error{"threads: expected 1 or more"});
    check_memory(pits, seeds, threads);
    Shared database;
    run_watched(stop.value_or(Stop{}), [&](const StopToken& token) {
        database = unwrap(EndgameDatabase::build(
            rules, pits, seeds, threads, [&](std::uint64_t) { return !token.requested(); }));
    });
    return database;
}

Shared open_files(const std::optional<std::string>& directory, const RulesArg& rules, int pits,
                  std::optional<int> seeds) {
    const std::string where = directory.value_or(files::default_directory());
    if (where.empty()) throw Failure(Error{"no directory: name one, or set XDG_DATA_HOME or HOME"});
    return unwrap(EndgameDatabase::open(where, rules_of(rules), pits,
                                        seeds.value_or(EndgameDatabase::kMostSeeds)),
                  "no_database");
}

std::optional<int> probe(const EndgameDatabase& database, const BoardArg& position, bool future) {
    const Board board = board_of(position);
    const auto value = database.probe(board);
    if (!value || future) return value;
    return *value + board.store(board.to_move) - board.store(opponent(board.to_move));
}

}  // namespace

void bind_database(py::module_& module) {
    py::class_<EndgameDatabase, std::shared_ptr<EndgameDatabase>>(
        module, "Database",
        "The exact value of every position with few seeds in its pits.\n\n"
        ">>> database = kalah.Database.build(seeds=8)\n"
        ">>> database.probe('<6,20,21,0,0,0,0,0,1,0,0,0,2,0,0>')\n"
        "-2\n")
        .def_static(
            "build", build, py::arg("seeds"), py::arg("rules") = "standard", py::arg("pits") = 6,
            py::kw_only(), py::arg("threads") = 1, py::arg("stop") = py::none(),
            "Computes all positions with at most so many seeds in the pits, in memory: 24 seeds "
            "need\n"
            "1.4 GB, each seed more about half as much again. A kalah.Error if that is more than\n"
            "the machine has.")
        .def_static("open", open_files, py::arg("directory") = py::none(),
                    py::arg("rules") = "standard", py::arg("pits") = 6,
                    py::arg("seeds") = py::none(),
                    "Opens the files that 'kalah db build' wrote, by default in its directory.")
        .def_property_readonly("seeds", &EndgameDatabase::max_seeds,
                               "It covers positions with at most so many seeds in the pits.")
        .def_property_readonly("pits", &EndgameDatabase::pits)
        .def_property_readonly("rules", [](const EndgameDatabase& d) { return Rules(d.rules()); })
        .def_property_readonly("positions",
                               [](const EndgameDatabase& d) {
                                   return endgame::database_size(d.pits(), d.max_seeds());
                               })
        .def(
            "probe", probe, py::arg("position"), py::kw_only(), py::arg("future") = false,
            "The final store difference for the side to move, or with `future` what the pits add\n"
            "to the present one; None if the position is not covered. Of an array of positions an\n"
            "int16 array, with kalah.UNKNOWN for those that are not covered.")
        .def("__repr__", [](const EndgameDatabase& d) {
            return "<kalah.Database: " + std::to_string(d.pits()) + " pits, up to " +
                   std::to_string(d.max_seeds()) + " seeds, " + to_text(d.rules()) + ">";
        });
}

}  // namespace kalah::python
