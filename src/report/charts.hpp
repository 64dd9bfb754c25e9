// Charts as SVG. Horizontal positions are percentages and texts have the page's font size, so a
// chart fits every screen width; colours are classes of report.css. Each chart has a title and a
// description for screen readers. Pure functions, any thread.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/svg.hpp"

namespace kalah::report {

/// A point with a span around it, in a row with its name.
struct SpanRow {
    std::string label;
    std::string value;  // short: it shares a line with the label
    double point = 0;
    std::optional<double> low = {};
    std::optional<double> high = {};
    std::optional<double> farthest = {};  // a lighter mark further out
    std::optional<double> mark = {};      // a ring: what somebody else found
    // The span has no end there: it goes to the edge, dashed, with an arrow.
    bool open_low = false;
    bool open_high = false;
    std::string detail = {};  // a line of its own under the label
};
/// The key above the chart: what a point with its span and a ring mean. Empty texts are left out.
struct SpanKey {
    std::string point = {};
    std::string ring = {};
};
/// `zero` is marked by a stronger line.
[[nodiscard]] std::string span_chart(const Described& what, const Axis& axis,
                                     const std::vector<SpanRow>& rows,
                                     std::optional<double> zero = {}, const SpanKey& key = {});

struct Bar {
    double value = 0;
    Tone tone = Tone::plain;
    std::string label = {};  // under it
    std::string hint = {};   // shown when pointed at
};
enum class Labels : bool { under_bars, under_edges };  // edges: each at its bar's left end
[[nodiscard]] std::string bar_chart(const Described& what, const std::vector<Bar>& bars,
                                    Labels labels = Labels::under_bars);

/// Bars side by side; every group has one bar for each name in the key.
struct BarGroup {
    std::string label;  // under it
    std::vector<Bar> bars;
};
/// With a key above it and the titles of both axes.
[[nodiscard]] std::string group_chart(const Described& what, const Axis& up,
                                      const std::string& across,
                                      const std::vector<std::string>& key,
                                      const std::vector<BarGroup>& groups);

/// For line_chart, which draws values one after another: a line that they may reach.
struct Bound {
    double at = 0;
    std::string label;
    Tone tone = Tone::plain;
};
[[nodiscard]] std::string line_chart(const Described& what, const std::vector<double>& values,
                                     const std::vector<Bound>& bounds, const std::string& unit);

/// One of several lines in a chart. A broken line has rings for points: what others measured.
struct Curve {
    std::string label;
    Tone tone = Tone::a;
    bool broken = false;
    struct Point {
        double x = 0;
        double y = 0;
        std::string hint = {};  // shown when pointed at
    };
    std::vector<Point> points = {};      // from left to right
    std::vector<std::string> also = {};  // other names of the same line
};
/// Merges a line that lies within another one into it: only its name stays, in `also`. The lines
/// with the most points come first. Values may differ by `tolerance`, a share of the value.
[[nodiscard]] std::vector<Curve> without_copies(std::vector<Curve> curves, double tolerance = 0);
/// With a key above it and the titles of both axes.
[[nodiscard]] std::string curve_chart(const Described& what, const Axis& across, const Axis& up,
                                      const std::vector<Curve>& curves);

}  // namespace kalah::report
