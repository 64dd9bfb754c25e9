// The pages of experiments, and what their sections have in common: numbers as text, intervals of
// matches, rows of published and measured values. Where nothing was measured they say "-". Pure
// functions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arena/statistics.hpp"
#include "lab/experiment.hpp"
#include "lab/results.hpp"
#include "report/charts.hpp"
#include "report/document.hpp"

namespace kalah::lab {

[[nodiscard]] std::string fixed(double value, int digits);
/// "1 234 567"
[[nodiscard]] std::string grouped(double value);
/// "5 : 6 (1 draw)", or "5 : 7"
[[nodiscard]] std::string tally_text(const Tally& tally);
/// "45.5 %"
[[nodiscard]] std::string percent_text(std::optional<double> percent);
/// "13", or "13.5" if it lies between two whole numbers.
[[nodiscard]] std::string median_text(const std::vector<double>& values);
/// "1.518 ± 0.041": a mean with its 95 % interval.
[[nodiscard]] std::string mean_text(const std::vector<double>& values, int digits);
/// "62.5 %, 45.1 to 77.0"
[[nodiscard]] std::string score_text(const arena::Summary& summary);

/// One encounter of a tournament, seen from the first.
[[nodiscard]] arena::Summary encounter(const PlayedMatch& match, int entrant, int opponent);

/// A row of a chart of scores in percent; `published`: the ring.
[[nodiscard]] report::SpanRow score_row(const std::string& label, const arena::Summary& summary,
                                        std::optional<double> published = {},
                                        const std::string& opponent = "");
/// A chart of such rows, on an axis from 0 to 100 %, with its numbers; no chart without rows.
[[nodiscard]] report::Charts score_chart(const std::string& title,
                                         const std::vector<report::SpanRow>& rows,
                                         const std::string& source);

/// One chart over the full width, with its numbers; `what` is its title and its source.
[[nodiscard]] report::Charts wide_chart(const report::Described& what, std::string svg,
                                        report::Table numbers);

/// The time of a search by depth, in seconds.
struct DepthTime {
    int depth = 0;
    double measured = 0;
    std::optional<double> published = {};
};
/// Measured and published times on a logarithmic axis that reaches at least to `most` seconds, with
/// their numbers; `clock` is the publication's processor. No chart without times.
[[nodiscard]] report::Charts depth_time_chart(const report::Described& what, std::string_view clock,
                                              const std::vector<DepthTime>& times, double most);

/// Depths that searches reached: median, least, most.
[[nodiscard]] std::vector<report::Cell> depth_cells(const std::vector<double>& depths);
/// "10", or "fluctuates" where the thesis says so.
[[nodiscard]] std::string published_depth(std::optional<int> published);

/// The limit of a player by its specification: "20 ms a move" for "...,time=20ms".
[[nodiscard]] std::string limit_text(const std::string& player);

/// "Our games: 180 of tournament 1 in STORE ..."; nothing without games.
[[nodiscard]] std::string games_source(const Results& results, const std::string& key);
/// The same for all matches of an experiment together.
[[nodiscard]] std::string games_source(const Results& results);

/// The page: question, what was published and measured, and the command that repeats it; `writer`
/// is the version of the program that writes it.
[[nodiscard]] report::Document document_of(const Experiment& experiment, const Results& results,
                                           const std::string& writer);

/// Several such pages as one, with a section for each.
struct NamedDocument {
    std::string name;  // of the experiment
    report::Document document;
};
[[nodiscard]] report::Document document_of_all(const std::vector<NamedDocument>& documents,
                                               const std::string& writer);

}  // namespace kalah::lab
