// Games as the page's script reads them: every position is written out, so that the script draws
// and knows no rules. About 1.5 bytes a pit and move; both functions give one line of JSON.
#pragma once

#include <string>

#include "report/report_data.hpp"

namespace kalah::report {

/// For the list of games, an array: number and round (from 1), board, south, north, points of both,
/// plies, ending, faults.
[[nodiscard]] std::string row_json(const arena::TournamentGame& game, const GameRecord& record);

/// For the replay, an object:
///   m  the moves: "s3+" south's pit 3 with another move, "n2x5" captured 5, "r" chosen by the
///      referee, "w12" 12 seeds swept at the end
///   p  the positions, one more than moves, without anything between them: south's row, north's row
///      (each from its owner's left), the stores of south and north, in base 36
///   w  how many digits a pit and a store take in p
///   b  who begins: "s" or "n"
///   t  milliseconds of the moves; null if nobody took the time
///   r  remarks: [ply, text] of the moves that have one; plies count from 1
///   f  faults: [moves played before, side, kind, text]
///   e  how it ended, in words
[[nodiscard]] std::string moves_json(const GameRecord& record);

/// All that the page's script reads, as two script elements of JSON: players, boards and a row for
/// each game; and the moves, in the same order.
[[nodiscard]] std::string script_data(const ReportData& data);

}  // namespace kalah::report
