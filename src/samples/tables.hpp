// The samples of a data set as tables: CSV, and arrays of NumPy. docs/data.md lists the columns.
// Pure functions, any thread.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "samples/positions.hpp"

namespace kalah::samples {

enum class Part : bool { train, test };
[[nodiscard]] constexpr const char* name(Part part) {
    return part == Part::train ? "train" : "test";
}

/// The samples of one part, with `pits` pits per side. Estimates have a column of their own if the
/// labels may be estimates.
struct Rows {
    const std::vector<Sample>& samples;
    Part part = Part::train;
    int pits = 6;
    bool labels = true;
    bool estimates = false;

    [[nodiscard]] std::size_t count() const;
    void each(const std::function<void(const Sample&)>& use) const;
};

[[nodiscard]] std::string to_csv(const Rows& rows);
[[nodiscard]] std::string to_npz(const Rows& rows);

}  // namespace kalah::samples
