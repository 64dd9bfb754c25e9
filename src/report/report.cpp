#include "report/report.hpp"

#include <algorithm>
#include <ctime>

#include <fmt/format.h>

#include "arena/shares.hpp"
#include "report/sections.hpp"
#include "report/text.hpp"

namespace kalah::report {
namespace {

std::string title_of(const ReportData& data) {
    if (data.is_match()) return data.name_of(0) + " against " + data.name_of(1);
    const std::size_t count = data.plan.entrants.size();
    switch (data.plan.kind) {
        case arena::Kind::gauntlet:
            return data.name_of(0) + " against " + counted(count - 1, "player");
        case arena::Kind::knockout:
            return "Knockout of " + counted(count, "player");
        case arena::Kind::swiss:
            return "Swiss tournament of " + counted(count, "player");
        default:
            return "Round robin of " + counted(count, "player");
    }
}

/// "2026-11-16 05:46" in UTC, wherever it is read.
std::string day_and_time(store::Milliseconds time) {
    const auto seconds = static_cast<std::time_t>(time / 1000);
    std::tm parts{};
    if (::gmtime_r(&seconds, &parts) == nullptr) return "?";
    return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}", parts.tm_year + 1900, parts.tm_mon + 1,
                       parts.tm_mday, parts.tm_hour, parts.tm_min);
}

std::string subtitle_of(const ReportData& data) {
    std::string text = games_text(data.games.size(), data.played());
    text += fmt::format(" on {}, {} rules, openings {}", fmt::join(data.plan.boards, " and "),
                        data.plan.rules, data.plan.openings);
    if (data.first == 0 || data.last == 0) return text;
    const std::string from = day_and_time(data.first);
    std::string to = day_and_time(data.last);
    if (from.substr(0, 10) == to.substr(0, 10)) to = to.substr(11);
    text += fmt::format("; {} to {} UTC", from, to);
    return text;
}

// What this says.

constexpr double kDecided = 0.05;

std::string match_verdict(const ReportData& data) {
    const arena::Summary& summary = data.summary;
    const std::string& a = data.name_of(0);
    const std::string& b = data.name_of(1);
    const std::string scored =
        fmt::format("A scored {}{} in {}", percent(summary.score),
                    summary.score_low && summary.score_high
                        ? fmt::format(" (95 % interval {} to {})", percent(*summary.score_low),
                                      percent(*summary.score_high))
                        : "",
                    counted(data.played(), "game"));
    if (data.trees && data.trees->none())
        return fmt::format("Nothing about strength: A and B search alike ({}). {}.",
                           to_text(*data.trees), scored);
    if (!summary.score_low || !summary.score_high)
        return fmt::format(
            "Who is stronger is not decided: {}, from too few openings for an "
            "interval.",
            scored);
    if (*summary.score_low > 0.5) return fmt::format("A, {}, is stronger than B: {}.", a, scored);
    if (*summary.score_high < 0.5) return fmt::format("B, {}, is stronger than A: {}.", b, scored);
    return fmt::format("Who is stronger is not decided: {}, and the interval holds 50 %.", scored);
}

/// Which entrants the first of the table is ahead of by its rating, and how many differences are
/// decided, corrected for their number.
std::string ratings_verdict(const ReportData& data) {
    const int first = data.standings.front().entrant;
    std::vector<double> p_values;
    std::vector<std::pair<int, int>> pairs;
    for (std::size_t i = 0; i < data.standings.size(); ++i)
        for (std::size_t k = i + 1; k < data.standings.size(); ++k) {
            const arena::Standing& one = data.standings[i];
            const arena::Standing& two = data.standings[k];
            if (one.played() == 0 || two.played() == 0) continue;
            const auto p = data.ratings.difference_p(static_cast<std::size_t>(one.entrant),
                                                     static_cast<std::size_t>(two.entrant));
            if (!p) continue;
            p_values.push_back(*p);
            pairs.emplace_back(one.entrant, two.entrant);
        }
    if (pairs.empty()) return "";
    const std::vector<double> adjusted = arena::holm(p_values);
    std::vector<int> behind;
    std::vector<int> open;
    std::size_t decided = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        decided += adjusted[i] < kDecided ? 1 : 0;
        if (pairs[i].first == first)
            (adjusted[i] < kDecided ? behind : open).push_back(pairs[i].second);
    }
    std::string text;
    if (!behind.empty() && open.empty())
        text = fmt::format(" Its rating differs from those of all others by more than chance{}.",
                           behind.size() == 1 ? "" : fmt::format(" ({} players)", behind.size()));
    else if (!open.empty())
        text = fmt::format(" The games do not tell it apart from {}.", names_text(data, open));
    if (pairs.size() == 1) return text;
    return text + fmt::format(
                      " Of {} between two ratings, {} {} decided, after Holm\u2019s "
                      "correction for their number.",
                      counted(pairs.size(), "difference"), decided, decided == 1 ? "is" : "are");
}

std::string tournament_verdict(const ReportData& data) {
    const std::vector<int> first = leaders(data);
    const std::string points = points_from_games(data.standings.front());
    if (first.size() > 1)
        return fmt::format("{} share the first place, with {}.", names_text(data, first), points);
    return fmt::format("{} comes first, with {}.{}", names_text(data, first), points,
                       ratings_verdict(data));
}

std::optional<std::string> first_player_verdict(const ReportData& data) {
    const arena::Mean& margin = data.summary.first_player_margin;
    if (data.summary.sample.pairs == 0 || !margin.error) return std::nullopt;
    const char* verdict = margin.value - *margin.error > 0   ? "Playing first is an advantage"
                          : margin.value + *margin.error < 0 ? "Playing first is a disadvantage"
                                                             : "Whether playing first helps is not "
                                                               "decided";
    return fmt::format("{}: {}{} seeds a game, over {}.", verdict, signed_number(margin.value, 2),
                       plus_minus(margin.error, 2),
                       counted(static_cast<std::size_t>(data.summary.sample.openings), "opening"));
}

}  // namespace

std::optional<Section> says_section(const ReportData& data) {
    if (data.played() == 0) return std::nullopt;
    Section section{"says", "What this says"};
    section.blocks.emplace_back(
        Paragraph{data.is_match() ? match_verdict(data) : tournament_verdict(data)});
    if (const auto first = first_player_verdict(data))
        section.blocks.emplace_back(Paragraph{*first});
    if (!data.finished)
        section.blocks.emplace_back(
            Paragraph{"The tournament is not finished: more games may change this."});
    return section;
}

Document document_of(const ReportData& data, std::string_view program) {
    Document document;
    document.title = title_of(data);
    document.subtitle = subtitle_of(data);
    document.footer = data.anonymous
                          ? fmt::format("Written by {}.", program)
                          : fmt::format("Tournament {} of its store, seed {}; written by {}.",
                                        data.id, data.plan.seed, program);
    const auto add = [&](std::optional<Section> section) {
        if (section && !section->blocks.empty()) document.sections.push_back(std::move(*section));
    };
    add(overview(data));
    add(says_section(data));
    add(sprt_section(data));
    if (!data.games.empty()) add(standings_section(data));
    add(crosstable(data));
    add(ratings_section(data));
    add(pairs_section(data));
    add(accuracy_section(data));
    add(margins_section(data));
    add(lengths_section(data));
    add(times_section(data));
    add(openings_section(data));
    if (!data.games.empty()) add(faults_section(data));
    add(overhead_section(data));
    add(games_section(data));
    add(plan_section(data));
    return document;
}

}  // namespace kalah::report
