// The sections of a report, in words and numbers, made from its data. One function per section; it
// returns nothing if it has nothing to say.
#pragma once

#include <optional>

#include "report/document.hpp"
#include "report/report_data.hpp"

namespace kalah::report {

/// One or two sentences from the numbers and their intervals for each question that a match or
/// tournament answers.
[[nodiscard]] std::optional<Section> says_section(const ReportData& data);
/// For every section whose figures depend on the clock.
[[nodiscard]] std::optional<Warning> load_warning(const ReportData& data);
/// "20 points from 24 games (8 played, 16 forfeited)"
/// "a, b and c", or "a, b, c, d and 7 more".
[[nodiscard]] std::string names_text(const ReportData& data, const std::vector<int>& entrants);
/// The first of the standings, and those who share its rank.
[[nodiscard]] std::vector<int> leaders(const ReportData& data);
[[nodiscard]] std::string points_from_games(const arena::Standing& standing);
/// The most important figures, and what to keep in mind about them.
[[nodiscard]] Section overview(const ReportData& data);
[[nodiscard]] Section standings_section(const ReportData& data);
[[nodiscard]] std::optional<Section> crosstable(const ReportData& data);
[[nodiscard]] std::optional<Section> ratings_section(const ReportData& data);
/// Of a match: pairs and intervals; the test.
[[nodiscard]] std::optional<Section> pairs_section(const ReportData& data);
[[nodiscard]] std::optional<Section> sprt_section(const ReportData& data);

[[nodiscard]] std::optional<Section> margins_section(const ReportData& data);
[[nodiscard]] std::optional<Section> lengths_section(const ReportData& data);
[[nodiscard]] std::optional<Section> openings_section(const ReportData& data);
[[nodiscard]] std::optional<Section> times_section(const ReportData& data);
/// Of reviewed games: how accurately each player played.
[[nodiscard]] std::optional<Section> accuracy_section(const ReportData& data);
[[nodiscard]] Section faults_section(const ReportData& data);
[[nodiscard]] std::optional<Section> overhead_section(const ReportData& data);
[[nodiscard]] std::optional<Section> games_section(const ReportData& data);
/// What was played, and the command that plays it again.
[[nodiscard]] Section plan_section(const ReportData& data);

/// Plays a plan from the file plan.toml.
inline constexpr std::string_view kFromFile = "kalah tournament plan.toml";

/// The command that plays a tournament again, as far as its games do not depend on the clock:
/// "kalah match A B --games 100 ..."; kFromFile if arguments cannot express the plan (openings from
/// a file, ambiguous names).
[[nodiscard]] std::string repeat_command(const arena::Plan& plan);

}  // namespace kalah::report
