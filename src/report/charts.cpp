#include "report/charts.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "report/markup.hpp"
#include "report/svg.hpp"

namespace kalah::report {
namespace {

std::string bar_mark(const Bar& bar, const Axis& axis, double left, double width) {
    const double height = kPlotHeight * axis.place(bar.value);
    if (bar.value <= 0) return "";
    return fmt::format(
        "<rect class=\"{}\" x=\"{:.2f}%\" y=\"{:.1f}\" width=\"{:.2f}%\" height=\"{:.1f}\" "
        "rx=\"2\">"
        "<title>{}</title></rect>\n",
        name(bar.tone), 100 * left, kPlotHeight - height, 100 * width, height, html_text(bar.hint));
}

std::string base_line() {
    return "<line class=\"base\" x1=\"0\" x2=\"100%\" y1=\"" + std::to_string(kPlotHeight) +
           "\" y2=\"" + std::to_string(kPlotHeight) + "\"/>";
}

}  // namespace

std::string bar_chart(const Described& what, const std::vector<Bar>& bars, Labels labels) {
    double most = 1;
    for (const Bar& bar : bars) most = std::max(most, bar.value);
    const Axis axis = round_axis(0, most, most < 4 ? static_cast<int>(most) : 4);
    std::string svg = opened(what, kPlotHeight + kAxisHeight) + levels(axis, kPlotHeight);
    const double width = 1.0 / static_cast<double>(std::max<std::size_t>(bars.size(), 1));
    const double gap = std::min(0.12 * width, 0.02);
    for (std::size_t i = 0; i < bars.size(); ++i) {
        const double left = width * static_cast<double>(i);
        svg += bar_mark(bars[i], axis, left + gap / 2, width - gap);
        if (bars[i].label.empty()) continue;
        if (labels == Labels::under_edges) {
            svg += text(left, kPlotHeight + 17, anchor(left), bars[i].label);
        } else {
            svg += text(left + width / 2, kPlotHeight + 17, "middle", bars[i].label);
        }
    }
    return svg + base_line() + "</svg>\n";
}

std::string group_chart(const Described& what, const Axis& up, const std::string& across,
                        const std::vector<std::string>& key, const std::vector<BarGroup>& groups) {
    const int top = kKeyRow * static_cast<int>(key.size()) + 30;
    std::string svg = opened(what, top + kPlotHeight + kAxisHeight + 20, "curves");
    for (std::size_t i = 0; i < key.size(); ++i) {
        const int row = static_cast<int>(i);
        svg += fmt::format(
            "<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"14\" height=\"12\" rx=\"2\"/>\n",
            name(groups.empty() ? Tone::plain : groups.front().bars[i].tone), kKeyLeft + 8,
            key_height(row) - 6);
        svg += key_words(row, key[i], kKeyLeft);
    }
    svg += text(0, top - 12, "start", up.title, "axis-title");
    svg += fmt::format("<svg y=\"{}\" width=\"100%\" height=\"{}\" overflow=\"visible\">\n", top,
                       kPlotHeight + kAxisHeight + 20) +
           levels(up, kPlotHeight);
    const double width = 1.0 / static_cast<double>(std::max<std::size_t>(groups.size(), 1));
    for (std::size_t i = 0; i < groups.size(); ++i) {
        const double left = width * static_cast<double>(i);
        const double one = 0.76 * width / static_cast<double>(groups[i].bars.size());
        for (std::size_t k = 0; k < groups[i].bars.size(); ++k)
            svg += bar_mark(groups[i].bars[k], up,
                            left + 0.12 * width + one * static_cast<double>(k), 0.94 * one);
        svg += text(left + width / 2, kPlotHeight + 17, "middle", groups[i].label);
    }
    return svg + base_line() + text(0.5, kPlotHeight + 37, "middle", across, "axis-title") +
           "</svg></svg>\n";
}

std::string line_chart(const Described& what, const std::vector<double>& values,
                       const std::vector<Bound>& bounds, const std::string& unit) {
    constexpr int kHeight = 240;
    constexpr std::size_t kMostPoints = 2000;
    double low = 0;
    double high = 0;
    for (const double value : values) low = std::min(low, value), high = std::max(high, value);
    for (const Bound& bound : bounds)
        low = std::min(low, bound.at), high = std::max(high, bound.at);
    const Axis axis = round_axis(low, high, 6);
    const Axis along =
        round_axis(0, static_cast<double>(std::max<std::size_t>(values.size(), 4)), 4);
    std::string svg = opened(what, kHeight + kAxisHeight) + levels(axis, kHeight);
    for (const Tick& tick : along.ticks) {
        const double share = along.place(tick.at);
        const bool last = &tick == &along.ticks.back();
        svg +=
            text(share, kHeight + 17, anchor(share), last ? tick.label + " " + unit : tick.label);
    }
    for (const Bound& bound : bounds) {
        const double y = kHeight * (1 - axis.place(bound.at));
        svg += fmt::format(
            "<line class=\"bound {}\" x1=\"0\" x2=\"100%\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>\n",
            name(bound.tone), y, y);
        svg += text(1, static_cast<int>(y - 6), "end", bound.label, "note");
    }
    // Lines of many points know no percentages: they get a plane of their own, stretched to fit.
    svg += "<svg width=\"100%\" height=\"" + std::to_string(kHeight) +
           "\" viewBox=\"0 0 1000 1000\" preserveAspectRatio=\"none\"><polyline class=\"curve\" "
           "points=\"";
    svg += fmt::format("0,{:.1f}", 1000 * (1 - axis.place(0)));
    const std::size_t step = values.size() / kMostPoints + 1;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (i % step == 0 || i + 1 == values.size())
            svg += fmt::format(" {:.1f},{:.1f}", 1000 * along.place(static_cast<double>(i + 1)),
                               1000 * (1 - axis.place(values[i])));
    svg += "\"/></svg>\n";
    if (!values.empty())
        svg += fmt::format("<circle class=\"point\" cx=\"{:.2f}%\" cy=\"{:.1f}\" r=\"4\"/>\n",
                           100 * along.place(static_cast<double>(values.size())),
                           kHeight * (1 - axis.place(values.back())));
    return svg + "</svg>\n";
}

}  // namespace kalah::report
