#include "report/svg.hpp"

#include <fmt/format.h>

#include "report/markup.hpp"

namespace kalah::report {

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
