#include "report/heat_map.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "report/text.hpp"

namespace kalah::report {
namespace {

constexpr int kCellHeight = 30;
constexpr int kTop = 40;         // title and labels of the columns
constexpr double kLeft = 0.16;   // of the width: labels of the rows
constexpr double kFaint = 0.05;  // opacities, low enough to read the text on them
constexpr double kStrong = 0.65;

double farthest(const HeatMap& map) {
    double most = 0;
    for (const auto& row : map.cells)
        for (const HeatCell& cell : row)
            if (cell.value) most = std::max(most, std::abs(*cell.value - map.middle));
    return most;
}

std::string cell_mark(const HeatCell& cell, double left, double width, int top, double middle,
                      double most) {
    if (!cell.value) return "";
    const double away = *cell.value - middle;
    const double share = most > 0 ? std::abs(away) / most : 0;
    return fmt::format(
               "<rect class=\"{}\" x=\"{:.2f}%\" y=\"{}\" width=\"{:.2f}%\" height=\"{}\" "
               "fill-opacity=\"{:.2f}\"><title>{}</title></rect>\n",
               name(away >= 0 ? Tone::a : Tone::b), 100 * left, top + 1, 100 * width,
               kCellHeight - 2, kFaint + (kStrong - kFaint) * share, html_text(cell.hint)) +
           text(left + width / 2, top + 20, "middle", cell.text, "note");
}

}  // namespace

std::string heat_map(const Described& what, const HeatMap& map) {
    const int height = kTop + kCellHeight * static_cast<int>(map.rows.size()) + 6;
    const double step =
        (1 - kLeft) / static_cast<double>(std::max<std::size_t>(map.columns.size(), 1));
    const double most = farthest(map);
    std::string svg = opened(what, height);
    svg += text((1 + kLeft) / 2, 12, "middle", map.across, "axis-title");
    if (!map.down.empty()) svg += text(0, 12, "start", map.down, "axis-title");
    for (std::size_t column = 0; column < map.columns.size(); ++column)
        svg += text(kLeft + step * (static_cast<double>(column) + 0.5), 32, "middle",
                    map.columns[column]);
    for (std::size_t row = 0; row < map.rows.size(); ++row) {
        const int top = kTop + kCellHeight * static_cast<int>(row);
        svg += text(kLeft - 0.02, top + 20, "end", map.rows[row]);
        for (std::size_t column = 0; column < map.cells[row].size(); ++column)
            svg += cell_mark(map.cells[row][column],
                             kLeft + step * static_cast<double>(column) + 0.003, step - 0.006, top,
                             map.middle, most);
    }
    return svg + "</svg>\n";
}

}  // namespace kalah::report
