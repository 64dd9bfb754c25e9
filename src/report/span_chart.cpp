#include <algorithm>

#include <fmt/format.h>

#include "report/svg.hpp"

namespace kalah::report {
namespace {

constexpr int kRow = 44;
constexpr int kDetail = 17;

/// `detailed`: there is a line for details, whether this row has any or not.
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
