// The pieces that charts are drawn of: frame, texts, scale lines, keys. Places across are shares of
// the width, down they are pixels. Only charts need them. Pure functions, any thread.
#pragma once

#include <string>
#include <vector>

#include "report/charts.hpp"

namespace kalah::report {

inline constexpr int kPlotHeight = 168;
inline constexpr int kAxisHeight = 24;
inline constexpr int kKeyRow = 20;

/// The class of report.css.
[[nodiscard]] const char* name(Tone tone);

/// `kind` is a class of the whole chart besides "plot".
[[nodiscard]] std::string opened(const Described& what, int height, const std::string& kind = "");

/// Texts at the ends of an axis stay within the chart.
[[nodiscard]] const char* anchor(double share);

[[nodiscard]] std::string upright(double share, int top, int bottom, const char* kind);

[[nodiscard]] std::string text(double share, int y, const char* where, const std::string& words,
                               const char* kind = "tick");

/// Scale lines across with their values left of the chart.
[[nodiscard]] std::string levels(const Axis& axis, int height);

/// The labels of an axis below a chart, and its title. Where room is short every other label is
/// left out, never that of 0.
[[nodiscard]] std::string labels_below(const Axis& axis, int bottom);

/// The words of a key's row, behind its mark, which begins so many pixels from the left.
[[nodiscard]] std::string key_words(int row, const std::string& words, int left = 0);
/// Where keys begin that stand above a scale: over its labels, as names can be long.
inline constexpr int kKeyLeft = -44;
/// The height of its middle.
[[nodiscard]] constexpr int key_height(int row) {
    return kKeyRow * row + 6;
}

}  // namespace kalah::report
