// The standings as a CSV table, for grading. Pure functions, any thread.
#pragma once

#include <string>

#include "report/report_data.hpp"

namespace kalah::report {

/// A header and one row for each player, best first; docs/report.md explains the columns. With
/// reviews, two more columns.
[[nodiscard]] std::string standings_csv(const ReportData& data);

/// A header and one row for each game.
[[nodiscard]] std::string games_csv(const ReportData& data);

}  // namespace kalah::report
