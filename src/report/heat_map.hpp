// Heat map: a table of numbers as coloured cells, as SVG for reports. For values that depend on two
// settings; curves are in charts.hpp. Pure functions, any thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/svg.hpp"

namespace kalah::report {

struct HeatCell {
    std::optional<double> value = {};  // nothing: not measured, the cell stays empty
    std::string text = {};             // in the cell
    std::string hint = {};             // shown when pointed at
};

struct HeatMap {
    std::string across;  // what the columns are
    std::string down;    // what the rows are; "" if there is only one
    std::vector<std::string> columns = {};
    std::vector<std::string> rows = {};
    std::vector<std::vector<HeatCell>> cells = {};  // by row
    /// Cells above it get the colour of A, cells below it that of B, stronger the farther away.
    double middle = 0;
};

[[nodiscard]] std::string heat_map(const Described& what, const HeatMap& map);

}  // namespace kalah::report
