#include "report/report.hpp"

#include <ctime>

#include <fmt/format.h>

#include "report/sections.hpp"

namespace kalah::report {
namespace {

std::string title_of(const Facts& facts) {
    if (facts.is_match()) return facts.name_of(0) + " against " + facts.name_of(1);
    const std::size_t count = facts.plan.entrants.size();
    switch (facts.plan.kind) {
        case arena::Kind::gauntlet:
            return facts.name_of(0) + " against " + counted(count - 1, "player");
        case arena::Kind::knockout:
            return "Knockout of " + counted(count, "player");
        case arena::Kind::swiss:
            return "Swiss tournament of " + counted(count, "player");
        default:
            return "Round robin of " + counted(count, "player");
    }
}

/// "2026-11-16 05:46" of Greenwich, wherever it is read.
std::string day_and_time(store::Milliseconds time) {
    const auto seconds = static_cast<std::time_t>(time / 1000);
    std::tm parts{};
    if (::gmtime_r(&seconds, &parts) == nullptr) return "?";
    return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}", parts.tm_year + 1900, parts.tm_mon + 1,
                       parts.tm_mday, parts.tm_hour, parts.tm_min);
}

std::string subtitle_of(const Facts& facts) {
    std::string text = counted(facts.games.size(), "game");
    text += fmt::format(" on {}, {} rules, openings {}", fmt::join(facts.plan.boards, " and "),
                        facts.plan.rules, facts.plan.openings);
    if (facts.first == 0 || facts.last == 0) return text;
    const std::string from = day_and_time(facts.first);
    std::string to = day_and_time(facts.last);
    if (from.substr(0, 10) == to.substr(0, 10)) to = to.substr(11);
    text += fmt::format("; {} to {} UTC", from, to);
    return text;
}

}  // namespace

std::optional<Format> parse_format(std::string_view text) {
    if (text == "html") return Format::html;
    if (text == "markdown") return Format::markdown;
    return std::nullopt;
}

Document document_of(const Facts& facts, std::string_view program) {
    Document document;
    document.title = title_of(facts);
    document.subtitle = subtitle_of(facts);
    document.footer = fmt::format("Tournament {} of its store, seed {}; written by {}.", facts.id,
                                  facts.plan.seed, program);
    const auto add = [&](std::optional<Section> section) {
        if (section && !section->blocks.empty()) document.sections.push_back(std::move(*section));
    };
    add(overview(facts));
    add(sprt_section(facts));
    if (!facts.games.empty()) add(standings_section(facts));
    add(crosstable(facts));
    add(ratings_section(facts));
    add(pairs_section(facts));
    add(margins_section(facts));
    add(lengths_section(facts));
    add(times_section(facts));
    add(openings_section(facts));
    if (!facts.games.empty()) add(faults_section(facts));
    add(overhead_section(facts));
    add(games_section(facts));
    add(plan_section(facts));
    return document;
}

}  // namespace kalah::report
