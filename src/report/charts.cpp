#include "report/charts.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "report/text.hpp"

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

constexpr int kHeight = 240;

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

/// Rows of the key: the curve's name, and those that share its line.
std::string curve_key(const std::vector<Curve>& curves) {
    std::string svg;
    int row = 0;
    for (const Curve& curve : curves) {
        const double y = key_height(row);
        svg +=
            curve_piece(curve, {std::to_string(kKeyLeft), y}, {std::to_string(kKeyLeft + 28), y}) +
            curve_point(curve, std::to_string(kKeyLeft + 14), y, curve.label);
        svg += key_words(row++, curve.label, kKeyLeft);
        for (const std::string& other : curve.also)
            svg += key_words(row++, "and " + other, kKeyLeft);
    }
    return svg;
}

constexpr int kRow = 44;
constexpr int kDetail = 17;

/// `detailed`: every row has room for a line of details, even if this one has none.
std::string span_row(const Axis& axis, const SpanRow& row, int top, bool detailed) {
    const int y = top + 28 + (detailed ? kDetail : 0);
    std::string svg = text(0, top + 14, "start", row.label, "name") +
                      text(1, top + 14, "end", row.value, "value");
    if (!row.detail.empty()) svg += text(0, top + 14 + kDetail, "start", row.detail, "detail");
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
        svg += fmt::format("<circle class=\"ring\" cx=\"{:.2f}%\" cy=\"{}\" r=\"7\"/>\n",
                           100 * axis.place(*row.mark), y);
    return svg;
}

/// What point and ring mean, one row each.
std::string span_key(const SpanKey& key) {
    std::string svg;
    int row = 0;
    if (!key.point.empty()) {
        const int y = key_height(row);
        svg += fmt::format(
            "<line class=\"span\" x1=\"2\" x2=\"26\" y1=\"{}\" y2=\"{}\"/>"
            "<circle class=\"point\" cx=\"14\" cy=\"{}\" r=\"5\"/>\n",
            y, y, y);
        svg += key_words(row++, key.point);
    }
    if (!key.ring.empty()) {
        svg +=
            fmt::format("<circle class=\"ring\" cx=\"14\" cy=\"{}\" r=\"7\"/>\n", key_height(row));
        svg += key_words(row, key.ring);
    }
    return svg;
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
        const int above = static_cast<int>(y) - 6;
        svg += text(1, above, "end", bound.label, "note");
    }
    // A polyline cannot use percentages: it gets an SVG of its own, stretched to fit.
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
    int rows = 0;
    for (const Curve& curve : curves) rows += 1 + static_cast<int>(curve.also.size());
    const int top = kKeyRow * rows + 30;  // key and title of the axis
    const int below = kAxisHeight + 22;
    std::string svg = opened(what, top + kHeight + below, "curves") + curve_key(curves) +
                      text(0, top - 12, "start", up.title, "axis-title");
    svg += fmt::format("<svg y=\"{}\" width=\"100%\" height=\"{}\" overflow=\"visible\">\n", top,
                       kHeight + below) +
           levels(up, kHeight) + labels_below(across, kHeight);
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

std::vector<Curve> without_copies(std::vector<Curve> curves, double tolerance) {
    const auto holds = [&](const Curve& curve, const Curve& other) {
        return std::all_of(other.points.begin(), other.points.end(), [&](const auto& point) {
            return std::any_of(curve.points.begin(), curve.points.end(), [&](const auto& own) {
                return own.x == point.x && std::abs(own.y - point.y) <= tolerance * own.y;
            });
        });
    };
    std::stable_sort(curves.begin(), curves.end(), [](const Curve& one, const Curve& other) {
        return one.points.size() > other.points.size();
    });
    std::vector<Curve> kept;
    for (Curve& curve : curves) {
        const auto same = std::find_if(kept.begin(), kept.end(), [&](const Curve& other) {
            return !curve.points.empty() && holds(other, curve);
        });
        if (same == kept.end())
            kept.push_back(std::move(curve));
        else
            same->also.push_back(curve.label);
    }
    return kept;
}

std::string span_chart(const Described& what, const Axis& axis, const std::vector<SpanRow>& rows,
                       std::optional<double> zero, const SpanKey& key) {
    const bool detailed = std::any_of(rows.begin(), rows.end(),
                                      [](const SpanRow& row) { return !row.detail.empty(); });
    const int height = kRow + (detailed ? kDetail + 5 : 0);
    const int keys = (key.point.empty() ? 0 : 1) + (key.ring.empty() ? 0 : 1);
    const int top = keys > 0 ? kKeyRow * keys + 8 : 0;
    const int bottom = top + height * static_cast<int>(rows.size()) + 4;
    std::string svg =
        opened(what, bottom + kAxisHeight + (axis.title.empty() ? 0 : 20)) + span_key(key);
    for (const Tick& tick : axis.ticks)
        svg +=
            upright(axis.place(tick.at), top, bottom, zero && tick.at == *zero ? "zero" : "grid");
    svg += labels_below(axis, bottom);
    for (std::size_t i = 0; i < rows.size(); ++i)
        svg += span_row(axis, rows[i], top + height * static_cast<int>(i), detailed);
    return svg + "</svg>\n";
}

}  // namespace kalah::report
