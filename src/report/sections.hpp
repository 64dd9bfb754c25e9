// The sections of a report, in words and numbers, made from its facts. One function a section;
// those that have nothing to say return nothing.
#pragma once

#include <optional>

#include "report/document.hpp"
#include "report/facts.hpp"

namespace kalah::report {

/// The figures that matter most, and what is to be kept in mind.
[[nodiscard]] Section overview(const Facts& facts);
[[nodiscard]] Section standings_section(const Facts& facts);
[[nodiscard]] std::optional<Section> crosstable(const Facts& facts);
[[nodiscard]] std::optional<Section> ratings_section(const Facts& facts);
/// Of a match: pairs and intervals; the test.
[[nodiscard]] std::optional<Section> pairs_section(const Facts& facts);
[[nodiscard]] std::optional<Section> sprt_section(const Facts& facts);

[[nodiscard]] std::optional<Section> margins_section(const Facts& facts);
[[nodiscard]] std::optional<Section> lengths_section(const Facts& facts);
[[nodiscard]] std::optional<Section> openings_section(const Facts& facts);
[[nodiscard]] std::optional<Section> times_section(const Facts& facts);
[[nodiscard]] Section faults_section(const Facts& facts);
[[nodiscard]] std::optional<Section> overhead_section(const Facts& facts);
[[nodiscard]] std::optional<Section> games_section(const Facts& facts);
/// What was played, and the command that plays it again.
[[nodiscard]] Section plan_section(const Facts& facts);

/// "+1.25" with a real minus sign, or "-" without value.
[[nodiscard]] std::string signed_number(double value, int digits);
[[nodiscard]] std::string signed_number(const std::optional<double>& value, int digits);
/// " ± 2.50", or nothing.
[[nodiscard]] std::string plus_minus(const std::optional<double>& error, int digits,
                                     double scale = 1);
/// "1 game", "2 games"
[[nodiscard]] std::string counted(std::size_t count, std::string_view one);
/// "4½"
[[nodiscard]] std::string points_text(double points);
[[nodiscard]] std::string percent(double share);

}  // namespace kalah::report
