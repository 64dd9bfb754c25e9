#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "report/markup.hpp"
#include "report/svg.hpp"

namespace kalah::report {
namespace {

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

}  // namespace

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

}  // namespace kalah::report
