// Loops over arrays of positions, without Python: pure functions on plain memory, any thread. Rows
// have 2 * pits + 2 bytes,
//
//     mover's pits, opponent's pits, mover's store, opponent's store
//
// each row of pits from its owner's left, with at most 255 seeds in all, so that no move can
// overflow a byte. Rows that are no positions are faults, which name the first of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kalah/board.hpp"
#include "kalah/endgame_database.hpp"
#include "kalah/eval.hpp"
#include "kalah/rules.hpp"
#include "rules/position_row.hpp"

namespace kalah::python {

struct Rows {
    const std::uint8_t* data;
    std::size_t count;
    int pits;
    [[nodiscard]] std::size_t stride() const { return static_cast<std::size_t>(2 * pits + 2); }
    [[nodiscard]] const std::uint8_t* operator[](std::size_t i) const {
        return data + i * stride();
    }
};

struct RowFault {
    std::size_t row;
    std::string what;
};
using Checked = std::optional<RowFault>;

/// The position of a row, with south to move.
[[nodiscard]] Board board_of_row(const std::uint8_t* row, int pits);

[[nodiscard]] Checked check_rows(const Rows& rows);

/// pits[i] counts from 1. Each row of `after` is seen by the side that is to move then.
struct Played {
    std::uint8_t* after;
    bool* again;
    bool* over;
};
[[nodiscard]] Checked apply_rows(const Rules& rules, const Rows& rows, const std::uint8_t* pits,
                                 const Played& played);

/// One truth value for each pit of each row.
[[nodiscard]] Checked mark_legal(const Rows& rows, bool* legal);
/// In points, for the mover.
[[nodiscard]] Checked evaluate_rows(EvalId eval, const Rules& rules, const Rows& rows,
                                    double* values);
/// The final store difference for the mover, or only what the pits add to it; kUnknownValue for
/// positions with more seeds than the database has.
[[nodiscard]] Checked probe_rows(const EndgameDatabase& database, const Rows& rows, bool future,
                                 std::int16_t* values);

}  // namespace kalah::python
