#include "lab/writing.hpp"

#include <cmath>

#include <fmt/format.h>

#include "arena/match_results.hpp"

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
    std::string text = fmt::format("{} : {}", tally.wins, tally.losses);
    if (tally.draws > 0)
        text += fmt::format(" ({} draw{})", tally.draws, tally.draws == 1 ? "" : "s");
    return text;
}

std::string percent_text(double percent) {
    return fmt::format("{:.1f} %", percent);
}

std::string points_text(double measured, double published) {
    const double tenths = std::round(10 * measured) - std::round(10 * published);
    return fmt::format("{:+.1f}", tenths / 10);
}

std::string median_text(const std::vector<double>& values) {
    const double middle = median(values);
    return fixed(middle, middle == std::floor(middle) ? 0 : 1);
}

std::string score_text(const arena::Summary& summary) {
    std::string text = fmt::format("{:.1f} %", 100 * summary.score);
    if (summary.score_low && summary.score_high)
        text +=
            fmt::format(", {:.1f} to {:.1f}", 100 * *summary.score_low, 100 * *summary.score_high);
    return text;
}

arena::Summary encounter(const PlayedMatch& match, int entrant, int opponent) {
    std::vector<arena::TournamentGame> theirs;
    for (const arena::TournamentGame& game : match.games)
        if (game.entrants == std::array{entrant, opponent} ||
            game.entrants == std::array{opponent, entrant})
            theirs.push_back(game);
    return arena::summarise(arena::results_of(theirs, entrant));
}

report::SpanRow score_row(const std::string& label, const arena::Summary& summary,
                          std::optional<double> published) {
    report::SpanRow row{label, score_text(summary), 100 * summary.score};
    if (summary.score_low) row.low = 100 * *summary.score_low;
    if (summary.score_high) row.high = 100 * *summary.score_high;
    row.mark = published;
    return row;
}

report::Chart score_chart(const std::string& title, const std::vector<report::SpanRow>& rows,
                          const std::string& source) {
    bool published = false;
    report::Table numbers;
    for (const report::SpanRow& row : rows) published = published || row.mark;
    numbers.columns = {{"", report::Align::left}, {"Score, 95 % interval"}};
    if (published) numbers.columns.push_back({"Published"});
    for (const report::SpanRow& row : rows) {
        numbers.rows.push_back({row.label, row.value});
        if (published) numbers.rows.back().push_back(row.mark ? percent_text(*row.mark) : "-");
    }
    const std::string axis = published
                                 ? "score in %: ours with 95 % interval; ring: published score"
                                 : "score in %, with 95 % interval";
    return {title,
            report::span_chart({title, source},
                               report::titled(report::round_axis(0, 100, 10), axis), rows, 50),
            numbers, source};
}

std::string games_source(const Findings& findings, const std::string& key) {
    const PlayedMatch& match = findings.match(key);
    return fmt::format(
        "Our games: {} of tournament {} in {}.sqlite ('kalah report --store {}.sqlite "
        "--tournament {} --out games.html' replays them).",
        match.games.size(), match.id, findings.note("experiment"), findings.note("experiment"),
        match.id);
}

}  // namespace kalah::lab
