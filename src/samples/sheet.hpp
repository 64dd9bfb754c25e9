// The folder of a data set: tables, and the data sheet, which says how they were made, for people
// (README.md) and for programs (dataset.json). Nothing in them depends on the time or the machine:
// the same command writes the same bytes.
#pragma once

#include <string>
#include <vector>

#include "kalah/result.hpp"
#include "samples/data_set.hpp"
#include "samples/tables.hpp"
#include "system/json.hpp"

namespace kalah::samples {

/// What the data sheet says besides the data themselves.
struct SheetFacts {
    std::string command;                 // that repeats it
    std::string maker;                   // the program with its version
    LabelKind label = LabelKind::exact;  // what was asked for; estimate: by a search
    std::string label_player;            // of estimates
    std::uint64_t label_nodes = 0;       // of exact labels: the budget of a position
    int database_seeds = -1;             // of exact labels; -1: none
    bool csv = true;
    bool npz = true;
};

/// Makes the folder. An error if it has files, and they are not those of a data set that is
/// unfinished or may be replaced.
[[nodiscard]] std::optional<Error> prepare_folder(const std::string& folder, bool replace);

/// A folder that a data set goes into.
struct Workplace {
    std::unique_ptr<KeptGames> kept;
    bool replaces = false;  // a data set that is not the beginning of this one
};
/// An error if a data set is there or has been begun, neither by this command nor to be replaced.
[[nodiscard]] Result<Workplace> open_folder(const std::string& folder, const SheetFacts& facts,
                                            int width, bool replace);

/// Writes all files; the data sheet comes last, so that a folder with one is complete. The kept
/// games stay. Returns what dataset.json says.
[[nodiscard]] Result<Json> write_data_set(const std::string& folder, const SheetFacts& facts,
                                          const GameSource& source, const Selection& selection,
                                          const DataSet& data);

}  // namespace kalah::samples
