#include "report/svg.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "report/text.hpp"

namespace kalah::report {
namespace {

/// Powers of ten around both values, which are above 0.
template <class Label>
Axis power_axis(double low, double high, Label label) {
    const int first = static_cast<int>(std::floor(std::log10(low) + 1e-9));
    const int last = std::max(first + 1, static_cast<int>(std::ceil(std::log10(high) - 1e-9)));
    Axis axis;
    axis.logarithmic = true;
    axis.low = std::pow(10, first);
    axis.high = std::pow(10, last);
    for (int i = first; i <= last; ++i) {
        const double at = std::pow(10, i);
        axis.ticks.push_back({at, label(at)});
    }
    return axis;
}

}  // namespace

double Axis::place(double value) const {
    double share = 0;
    if (logarithmic)
        share = std::log(std::max(value, low) / low) / std::log(high / low);
    else
        share = (value - low) / (high - low);
    return std::clamp(share, 0.0, 1.0);
}

Axis round_axis(double low, double high, int steps) {
    if (!(high > low)) high = low + 1;
    const double rough = (high - low) / steps;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    const double lead = rough / power;
    const double step = power * (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10);
    Axis axis;
    const int first = static_cast<int>(std::floor(low / step + 1e-9));
    const int last = static_cast<int>(std::ceil(high / step - 1e-9));
    axis.low = first * step;
    axis.high = last * step;
    for (int i = first; i <= last; ++i) axis.ticks.push_back({i * step, short_number(i * step)});
    return axis;
}

Axis time_axis(double low, double high) {
    constexpr double kLeast = 1e-7;
    return power_axis(std::max(low, kLeast), std::max(high, kLeast), [](double at) {
        const auto [unit, scale] = at > 0.5    ? std::pair("s", 1.0)
                                   : at > 5e-4 ? std::pair("ms", 1e3)
                                               : std::pair("\u00B5s", 1e6);
        return short_number(at * scale) + " " + unit;
    });
}

Axis count_axis(double low, double high) {
    return power_axis(std::max(low, 1.0), std::max(high, 1.0), [](double at) {
        const auto [unit, scale] = at > 5e8   ? std::pair("G", 1e9)
                                   : at > 5e5 ? std::pair("M", 1e6)
                                   : at > 500 ? std::pair("k", 1e3)
                                              : std::pair("", 1.0);
        return short_number(at / scale) + unit;
    });
}

Axis titled(Axis axis, std::string title) {
    axis.title = std::move(title);
    return axis;
}

std::string time_text(double seconds) {
    if (seconds >= 0.9995) return fmt::format("{:.2f} s", seconds);
    if (seconds >= 0.9995e-3) return fmt::format("{:.3g} ms", 1e3 * seconds);
    if (seconds < 1e-6) return "< 1 \u00B5s";  // no clock that we keep is finer
    return fmt::format("{:.3g} \u00B5s", 1e6 * seconds);
}

std::string short_number(double value) {
    std::string text = fmt::format("{:.4g}", std::abs(value) < 1e-12 ? 0.0 : value);
    if (text.front() == '-') text = "\u2212" + text.substr(1);
    return text;
}

const char* name(Tone tone) {
    switch (tone) {
        case Tone::a:
            return "tone-a";
        case Tone::b:
            return "tone-b";
        case Tone::c:
            return "tone-c";
        case Tone::even:
            return "tone-even";
        case Tone::plain:
            break;
    }
    return "tone-plain";
}

std::string opened(const Described& what, int height, const std::string& kind) {
    return fmt::format(
        "<svg class=\"plot{}\" width=\"100%\" height=\"{}\" role=\"img\" aria-label=\"{}\">"
        "<title>{}</title><desc>{}</desc>\n",
        kind.empty() ? "" : " " + kind, height, html_text(what.title), html_text(what.title),
        html_text(what.description));
}

const char* anchor(double share) {
    return share < 0.02 ? "start" : share > 0.98 ? "end" : "middle";
}

std::string upright(double share, int top, int bottom, const char* kind) {
    return fmt::format("<line class=\"{}\" x1=\"{:.2f}%\" x2=\"{:.2f}%\" y1=\"{}\" y2=\"{}\"/>\n",
                       kind, 100 * share, 100 * share, top, bottom);
}

std::string text(double share, int y, const char* where, const std::string& words,
                 const char* kind) {
    return fmt::format("<text class=\"{}\" x=\"{:.2f}%\" y=\"{}\" text-anchor=\"{}\">{}</text>\n",
                       kind, 100 * share, y, where, html_text(words));
}

std::string levels(const Axis& axis, int height) {
    std::string svg;
    for (const Tick& tick : axis.ticks) {
        const double y = height * (1 - axis.place(tick.at));
        svg += fmt::format(
            "<line class=\"grid\" x1=\"0\" x2=\"100%\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>"
            "<text class=\"tick\" x=\"-8\" y=\"{:.1f}\" dy=\"0.35em\" "
            "text-anchor=\"end\">{}</text>\n",
            y, y, y, html_text(tick.label));
    }
    return svg;
}

std::string labels_below(const Axis& axis, int bottom) {
    std::string svg;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < axis.ticks.size(); ++i)
        if (axis.ticks[i].at == 0) kept = i % 2;
    for (std::size_t i = 0; i < axis.ticks.size(); ++i) {
        const double share = axis.place(axis.ticks[i].at);
        svg += text(share, bottom + 17, anchor(share), axis.ticks[i].label,
                    i % 2 == kept ? "tick" : "tick minor");
    }
    if (!axis.title.empty()) svg += text(0.5, bottom + 37, "middle", axis.title, "axis-title");
    return svg;
}

std::string key_words(int row, const std::string& words, int left) {
    return fmt::format("<text class=\"key\" x=\"{}\" y=\"{}\">{}</text>\n", left + 36,
                       key_height(row) + 4, html_text(words));
}

}  // namespace kalah::report
