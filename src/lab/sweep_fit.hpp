// Tuning by regression: where the seeds lost in a sweep are fewest, by a quadratic surface through
// all its cells. The best single cell is the luckiest one; the surface uses the others as well.
// Pure functions, any thread.
#pragma once

#include <optional>
#include <vector>

#include "lab/comparison.hpp"

namespace kalah::lab {

/// The settings of each cell, one or two numbers, and what it lost more than the reference in each
/// position; the positions are the same in all cells.
struct SweptLosses {
    std::vector<std::vector<double>> settings;
    std::vector<std::vector<double>> losses;
};

struct TunedSettings {
    std::vector<Estimate> settings;  // whole numbers within the sweep
    double loss = 0;                 // of the surface there
    bool at_edge = false;            // a setting is the smallest or the largest of the sweep
};

/// Least squares in the logarithms of the settings. The intervals are those of 200 samples of the
/// positions, with a generator of its own. Nothing if there are too few cells for a surface.
[[nodiscard]] std::optional<TunedSettings> tuned(const SweptLosses& swept);

}  // namespace kalah::lab
