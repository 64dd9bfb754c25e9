// A page about one player of a tournament, for a folder of pages: results by opponent, worst
// moves, time, openings, faults, games. Its links lead to the games of the folder's index.html.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/document.hpp"
#include "report/report_data.hpp"

namespace kalah::report {

[[nodiscard]] Document player_document(const ReportData& data, int entrant,
                                       std::string_view program);

/// A name for the file of each player, unique also where upper and lower case are alike, of
/// letters, digits and '-': "ada-lovelace.html".
[[nodiscard]] std::vector<std::string> page_names(const std::vector<std::string>& players);

// Of reviewed games, for this page and the whole report.
/// By entrant.
[[nodiscard]] std::vector<players::Accuracy> accuracies(const ReportData& data);
[[nodiscard]] Table accuracy_table(const ReportData& data,
                                   const std::vector<players::Accuracy>& all,
                                   const std::vector<int>& entrants);
[[nodiscard]] Paragraph words_explained();

}  // namespace kalah::report
