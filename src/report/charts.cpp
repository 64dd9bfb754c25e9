#include "report/charts.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "report/markup.hpp"

namespace kalah::report {
namespace {

constexpr int kPlotHeight = 168;
constexpr int kAxisHeight = 24;

const char* name(Tone tone) {
    switch (tone) {
        case Tone::a:
            return "tone-a";
        case Tone::b:
            return "tone-b";
        case Tone::even:
            return "tone-even";
        case Tone::plain:
            break;
    }
    return "tone-plain";
}

std::string opened(const Described& what, int height) {
    return fmt::format(
        "<svg class=\"plot\" width=\"100%\" height=\"{}\" role=\"img\" aria-label=\"{}\">"
        "<title>{}</title><desc>{}</desc>\n",
        height, html_text(what.title), html_text(what.title), html_text(what.description));
}

/// Texts at the ends of an axis stay within the chart.
const char* anchor(double share) {
    return share < 0.02 ? "start" : share > 0.98 ? "end" : "middle";
}

std::string upright(double share, int top, int bottom, const char* kind) {
    return fmt::format("<line class=\"{}\" x1=\"{:.2f}%\" x2=\"{:.2f}%\" y1=\"{}\" y2=\"{}\"/>\n",
                       kind, 100 * share, 100 * share, top, bottom);
}

std::string text(double share, int y, const char* where, const std::string& words,
                 const char* kind = "tick") {
    return fmt::format("<text class=\"{}\" x=\"{:.2f}%\" y=\"{}\" text-anchor=\"{}\">{}</text>\n",
                       kind, 100 * share, y, where, html_text(words));
}

/// Scale lines across with their values left of the chart.
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

std::string span_row(const Axis& axis, const SpanRow& row, int top) {
    const int y = top + 28;
    std::string svg = text(0, top + 14, "start", row.label, "name") +
                      text(1, top + 14, "end", row.value, "value");
    const auto span = [&](double low, double high, const char* kind) {
        svg +=
            fmt::format("<line class=\"{}\" x1=\"{:.2f}%\" x2=\"{:.2f}%\" y1=\"{}\" y2=\"{}\"/>\n",
                        kind, 100 * axis.place(low), 100 * axis.place(high), y, y);
    };
    if (row.farthest) span(row.high.value_or(row.point), *row.farthest, "span-far");
    if (row.low || row.high)
        span(row.low.value_or(row.point), row.high.value_or(row.point), "span");
    const auto open = [&](double edge, const char* head) {
        span(row.point, edge, "span-open");
        svg += fmt::format(
            "<svg x=\"{:.2f}%\" y=\"{}\" overflow=\"visible\"><path class=\"span-arrow\" "
            "d=\"{}\"/></svg>\n",
            100 * axis.place(edge), y, head);
    };
    if (row.open_low) open(axis.low, "M8 -6L0 0L8 6");
    if (row.open_high) open(axis.high, "M-8 -6L0 0L-8 6");
    svg += fmt::format("<circle class=\"point\" cx=\"{:.2f}%\" cy=\"{}\" r=\"5\"/>\n",
                       100 * axis.place(row.point), y);
    if (row.mark)
        svg += fmt::format("<circle class=\"ring\" cx=\"{:.2f}%\" cy=\"{}\" r=\"5\"/>\n",
                           100 * axis.place(*row.mark), y);
    return svg;
}

/// Across in percent or pixels, as SVG reads it; down in pixels.
struct Place {
    std::string x;
    double y = 0;
};

std::string curve_piece(const Curve& curve, const Place& from, const Place& to) {
    return fmt::format(
        "<line class=\"piece {}{}\" x1=\"{}\" x2=\"{}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>\n",
        name(curve.tone), curve.broken ? " broken" : "", from.x, to.x, from.y, to.y);
}

std::string curve_point(const Curve& curve, const std::string& x, double y,
                        const std::string& hint) {
    return fmt::format(
        "<circle class=\"dot {}{}\" cx=\"{}\" cy=\"{:.1f}\" r=\"4\"><title>{}</title></circle>\n",
        name(curve.tone), curve.broken ? " broken" : "", x, y, html_text(hint));
}

}  // namespace

std::string span_chart(const Described& what, const Axis& axis, const std::vector<SpanRow>& rows,
                       std::optional<double> zero) {
    constexpr int kRow = 44;
    const int bottom = kRow * static_cast<int>(rows.size()) + 4;
    const int title_height = axis.title.empty() ? 0 : 20;
    std::string svg = opened(what, bottom + kAxisHeight + title_height);
    if (!axis.title.empty()) svg += text(0.5, bottom + 37, "middle", axis.title, "axis-title");
    // Where room is short every other label is left out, never that of 0.
    std::size_t kept = 0;
    for (std::size_t i = 0; i < axis.ticks.size(); ++i)
        if (axis.ticks[i].at == 0) kept = i % 2;
    for (std::size_t i = 0; i < axis.ticks.size(); ++i) {
        const Tick& tick = axis.ticks[i];
        const double share = axis.place(tick.at);
        svg += upright(share, 0, bottom, zero && tick.at == *zero ? "zero" : "grid");
        svg += text(share, bottom + 17, anchor(share), tick.label,
                    i % 2 == kept ? "tick" : "tick minor");
    }
    for (std::size_t i = 0; i < rows.size(); ++i)
        svg += span_row(axis, rows[i], kRow * static_cast<int>(i));
    return svg + "</svg>\n";
}

std::string bar_chart(const Described& what, const std::vector<Bar>& bars, Labels labels) {
    double most = 1;
    for (const Bar& bar : bars) most = std::max(most, bar.value);
    const Axis axis = round_axis(0, most, most < 4 ? static_cast<int>(most) : 4);
    std::string svg = opened(what, kPlotHeight + kAxisHeight) + levels(axis, kPlotHeight);
    const double width = 1.0 / static_cast<double>(std::max<std::size_t>(bars.size(), 1));
    const double gap = std::min(0.12 * width, 0.02);
    for (std::size_t i = 0; i < bars.size(); ++i) {
        const double left = width * static_cast<double>(i);
        const double height = kPlotHeight * axis.place(bars[i].value);
        if (bars[i].value > 0)
            svg += fmt::format(
                "<rect class=\"{}\" x=\"{:.2f}%\" y=\"{:.1f}\" width=\"{:.2f}%\" height=\"{:.1f}\" "
                "rx=\"2\">"
                "<title>{}</title></rect>\n",
                name(bars[i].tone), 100 * (left + gap / 2), kPlotHeight - height,
                100 * (width - gap), height, html_text(bars[i].hint));
        if (bars[i].label.empty()) continue;
        if (labels == Labels::under_edges) {
            svg += text(left, kPlotHeight + 17, anchor(left), bars[i].label);
        } else {
            svg += text(left + width / 2, kPlotHeight + 17, "middle", bars[i].label);
        }
    }
    return svg + "<line class=\"base\" x1=\"0\" x2=\"100%\" y1=\"" + std::to_string(kPlotHeight) +
           "\" y2=\"" + std::to_string(kPlotHeight) + "\"/></svg>\n";
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

std::string curve_chart(const Described& what, const Axis& across, const Axis& up,
                        const std::vector<Curve>& curves) {
    constexpr int kHeight = 240;
    constexpr int kKeyRow = 20;
    const int top = kKeyRow * static_cast<int>(curves.size()) + 30;  // key and title of the axis
    std::string svg = opened(what, top + kHeight + kAxisHeight + 22);
    svg.replace(svg.find("\"plot\""), 6, "\"plot curves\"");
    for (std::size_t i = 0; i < curves.size(); ++i) {
        const int y = kKeyRow * static_cast<int>(i) + 6;
        svg +=
            curve_piece(curves[i], {"0", static_cast<double>(y)}, {"28", static_cast<double>(y)});
        svg += curve_point(curves[i], "14", y, curves[i].label);
        svg += fmt::format("<text class=\"key\" x=\"36\" y=\"{}\">{}</text>\n", y + 4,
                           html_text(curves[i].label));
    }
    svg += text(0, top - 12, "start", up.title, "axis-title");
    svg += fmt::format("<svg y=\"{}\" width=\"100%\" height=\"{}\" overflow=\"visible\">\n", top,
                       kHeight + kAxisHeight + 22) +
           levels(up, kHeight);
    for (const Tick& tick : across.ticks) {
        const double share = across.place(tick.at);
        svg += text(share, kHeight + 17, anchor(share), tick.label);
    }
    svg += text(0.5, kHeight + 38, "middle", across.title, "axis-title");
    const auto place = [&](const Curve::Point& point) {
        return Place{fmt::format("{:.2f}%", 100 * across.place(point.x)),
                     kHeight * (1 - up.place(point.y))};
    };
    for (const Curve& curve : curves) {
        for (std::size_t i = 1; i < curve.points.size(); ++i)
            svg += curve_piece(curve, place(curve.points[i - 1]), place(curve.points[i]));
        for (const Curve::Point& point : curve.points)
            svg +=
                curve_point(curve, place(point).x, place(point).y, curve.label + ": " + point.hint);
    }
    return svg + "</svg></svg>\n";
}

}  // namespace kalah::report
