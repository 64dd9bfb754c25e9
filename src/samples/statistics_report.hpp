// Statistics of games for people and programs: a page with charts, JSON, CSV and a text with bars.
// Pure functions, any thread.
#pragma once

#include <string>
#include <vector>

#include "report/document.hpp"
#include "samples/statistics.hpp"
#include "system/json.hpp"

namespace kalah::samples {

/// Where the games came from.
struct StatisticsSource {
    std::string text;     // for people: "fresh games, seed 1"
    std::string command;  // that repeats it
    std::string maker;    // the program with its version
};

/// "standard 6x4, random"
[[nodiscard]] std::string title_of(const Group& group);

[[nodiscard]] std::string to_text(const std::vector<Group>& groups, const LeftOut& left_out);
[[nodiscard]] std::string to_csv(const std::vector<Group>& groups);
[[nodiscard]] Json to_json(const std::vector<Group>& groups, const LeftOut& left_out);
[[nodiscard]] report::Document document_of(const std::vector<Group>& groups,
                                           const LeftOut& left_out, const StatisticsSource& source);

}  // namespace kalah::samples
