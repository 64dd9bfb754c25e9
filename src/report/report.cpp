#include "report/report.hpp"

#include <ctime>

#include <fmt/format.h>

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

/// "2026-11-16 05:46" of Greenwich, wherever it is read.
std::string day_and_time(store::Milliseconds time) {
    const auto seconds = static_cast<std::time_t>(time / 1000);
    std::tm parts{};
    if (::gmtime_r(&seconds, &parts) == nullptr) return "?";
    return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}", parts.tm_year + 1900, parts.tm_mon + 1,
                       parts.tm_mday, parts.tm_hour, parts.tm_min);
}

std::string subtitle_of(const ReportData& data) {
    std::string text = counted(data.games.size(), "game");
    text += fmt::format(" on {}, {} rules, openings {}", fmt::join(data.plan.boards, " and "),
                        data.plan.rules, data.plan.openings);
    if (data.first == 0 || data.last == 0) return text;
    const std::string from = day_and_time(data.first);
    std::string to = day_and_time(data.last);
    if (from.substr(0, 10) == to.substr(0, 10)) to = to.substr(11);
    text += fmt::format("; {} to {} UTC", from, to);
    return text;
}

}  // namespace

Document document_of(const ReportData& data, std::string_view program) {
    Document document;
    document.title = title_of(data);
    document.subtitle = subtitle_of(data);
    document.footer = fmt::format("Tournament {} of its store, seed {}; written by {}.", data.id,
                                  data.plan.seed, program);
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
