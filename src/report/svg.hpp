// The parts of charts: scales (where a value lies between the ends, and which values are labelled),
// frame, texts, scale lines and keys. Horizontal positions are shares of the width, vertical ones
// are pixels. Pure functions, any thread.
#pragma once

#include <string>
#include <vector>

namespace kalah::report {

struct Described {
    std::string title;
    std::string description;
};

/// Whom a mark stands for: A, B, a third one, neither (even), or none of these (plain).
enum class Tone { a, b, c, even, plain };

struct Tick {
    double at = 0;
    std::string label = {};
};

struct Axis {
    double low = 0;
    double high = 1;
    bool logarithmic = false;  // then both ends are above 0
    std::vector<Tick> ticks = {};
    std::string title = {};  // what it measures, with the unit; not all charts show it

    /// 0 at the low end, 1 at the high one; values outside are put at the ends.
    [[nodiscard]] double place(double value) const;
};

/// An axis that holds both values and ends on round numbers, with about `steps` steps of 1, 2 or 5
/// times a power of ten between them.
[[nodiscard]] Axis round_axis(double low, double high, int steps);
/// The same by powers of ten, for seconds: its labels are times.
[[nodiscard]] Axis time_axis(double low, double high);

/// The same for counts: "1k", "10k", "1M".
[[nodiscard]] Axis count_axis(double low, double high);
/// The axis with a title.
[[nodiscard]] Axis titled(Axis axis, std::string title);

/// "850 µs", "12.5 ms", "1.20 s"
[[nodiscard]] std::string time_text(double seconds);
/// A number with as many digits as it needs.
[[nodiscard]] std::string short_number(double value);

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

/// The words in a row of a key, after its mark, which begins `left` pixels from the left.
[[nodiscard]] std::string key_words(int row, const std::string& words, int left = 0);
/// Where a key above a scale begins: over the labels of the scale, as names can be long.
inline constexpr int kKeyLeft = -44;
/// The height of the middle of a row.
[[nodiscard]] constexpr int key_height(int row) {
    return kKeyRow * row + 6;
}

}  // namespace kalah::report
