#include "lab/writing.hpp"

#include <cmath>

#include <fmt/format.h>

#include "arena/results.hpp"
#include "players/spec.hpp"

namespace kalah::lab {

std::string fixed(double value, int digits) {
    return fmt::format("{:.{}f}", value, digits);
}

std::string grouped(double value) {
    std::string text = fmt::format("{:.0f}", value);
    for (std::size_t at = text.size(); at > 3;) {
        at -= 3;
        text.insert(at, " ");
    }
    return text;
}

std::string multiple(double measured, double published) {
    return published > 0 ? fmt::format("{:.3g} x", measured / published) : "-";
}

std::string tally_text(const Tally& tally) {
    if (tally.games() == 0) return "-";
    std::string text = fmt::format("{} : {}", tally.wins, tally.losses);
    if (tally.draws > 0)
        text += fmt::format(" ({} draw{})", tally.draws, tally.draws == 1 ? "" : "s");
    return text;
}

std::string percent_text(std::optional<double> percent) {
    return percent ? fmt::format("{:.1f} %", *percent) : "-";
}

std::string points_text(std::optional<double> measured, std::optional<double> published) {
    if (!measured || !published) return "-";
    const double tenths = std::round(10 * *measured) - std::round(10 * *published);
    return fmt::format("{:+.1f}", tenths / 10);
}

std::string median_text(const std::vector<double>& values) {
    if (values.empty()) return "-";
    const double middle = median(values);
    return fixed(middle, middle == std::floor(middle) ? 0 : 1);
}

std::string mean_text(const std::vector<double>& values, int digits) {
    if (values.empty()) return "-";
    return fmt::format("{:.{}f} \u00B1 {:.{}f}", mean(values), digits, mean_error(values), digits);
}

std::string score_text(const arena::Summary& summary) {
    if (summary.sample.games == 0) return "-";
    std::string text = fmt::format("{:.1f} %", 100 * summary.score);
    if (summary.score_low && summary.score_high)
        text +=
            fmt::format(", {:.1f} to {:.1f}", 100 * *summary.score_low, 100 * *summary.score_high);
    return text;
}

arena::Summary encounter(const PlayedMatch& match, int entrant, int opponent) {
    std::vector<arena::TournamentGame> theirs;
    for (const arena::TournamentGame& game : match.games)
        if (is_between(game, entrant, opponent)) theirs.push_back(game);
    return arena::summarise(arena::results_of(theirs, entrant));
}

report::SpanRow score_row(const std::string& label, const arena::Summary& summary,
                          std::optional<double> published, const std::string& opponent) {
    report::SpanRow row{label, percent_text(100 * summary.score), 100 * summary.score};
    if (summary.score_low) row.low = 100 * *summary.score_low;
    if (summary.score_high) row.high = 100 * *summary.score_high;
    row.mark = published;
    if (!opponent.empty()) row.detail = "against " + opponent;
    return row;
}

report::Charts score_chart(const std::string& title, const std::vector<report::SpanRow>& rows,
                           const std::string& source) {
    report::Charts charts{{}, report::Charts::Width::full};
    if (rows.empty()) return charts;
    bool published = false;
    for (const report::SpanRow& row : rows) published = published || row.mark;
    report::Table numbers;
    numbers.columns = {{"", report::Align::left}, {"Score"}, {"95 % interval"}};
    if (published) numbers.columns.push_back({"Published"});
    for (const report::SpanRow& row : rows) {
        numbers.rows.push_back(
            {row.label + (row.detail.empty() ? "" : " " + row.detail), row.value,
             row.low && row.high ? fmt::format("{:.1f} to {:.1f} %", *row.low, *row.high) : "-"});
        if (published) numbers.rows.back().push_back(percent_text(row.mark));
    }
    report::SpanKey key{"measured, with its 95 % interval", ""};
    if (published) key.ring = "published";
    charts.all.push_back({title,
                          report::span_chart({title, source},
                                             report::titled(report::round_axis(0, 100, 10),
                                                            "score in %, draws count half"),
                                             rows, 50, key),
                          numbers, source});
    return charts;
}

std::string limit_text(const std::string& player) {
    const auto spec = players::parse_player(player);
    if (!spec) return "?";
    const SearchLimits& limits = spec->settings.limits;
    if (limits.time) {
        const auto time = limits.time->count();
        return time % 1000 == 0 ? fmt::format("{} s a move", time / 1000)
                                : fmt::format("{} ms a move", time);
    }
    if (limits.nodes) return fmt::format("{} nodes a move", *limits.nodes);
    if (limits.depth) return fmt::format("depth {}", *limits.depth);
    return "no limit";
}

std::string games_source(const Results& results, const std::string& key) {
    const PlayedMatch& match = results.match(key);
    if (match.games.empty()) return "";
    return fmt::format(
        "Our games: {} of tournament {} in {}.sqlite ('kalah report --store {}.sqlite "
        "--tournament {} --out games.html' replays them).",
        match.games.size(), match.id, results.note("experiment"), results.note("experiment"),
        match.id);
}

}  // namespace kalah::lab
