// The scale of a chart: where a value stands between its ends, and which values are written beside
// it. Pure functions, any thread.
#pragma once

#include <string>
#include <vector>

namespace kalah::report {

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

/// An axis that holds both values and ends on round numbers, with about so many steps of 1, 2 or 5
/// times a power of ten between them.
[[nodiscard]] Axis round_axis(double low, double high, int steps);
/// The same by powers of ten, for seconds: its labels are times.
[[nodiscard]] Axis time_axis(double low, double high);

/// The same for counts: "1k", "10k", "1M".
[[nodiscard]] Axis count_axis(double low, double high);
/// The axis with a title.
[[nodiscard]] Axis titled(Axis axis, std::string title);

/// "850 us", "12.5 ms", "1.20 s"
[[nodiscard]] std::string time_text(double seconds);
/// A number with as many digits as it needs.
[[nodiscard]] std::string short_number(double value);

}  // namespace kalah::report
