// What a check of a program found, in words for its author: for each topic whether all is well,
// what was seen, what a tournament expects, and what to do about it. Pure functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "arena/plan.hpp"
#include "programs/check.hpp"
#include "system/json.hpp"

namespace kalah::app {

struct Finding {
    enum class Status : std::uint8_t { ok, warning, failed, skipped };
    std::string_view check;  // one word: "start"
    Status status = Status::ok;
    std::string seen = {};
    std::string expected = {};             // unless it is ok
    std::string advice = {};               // likewise
    std::string where = {};                // the game in which it was seen, if it was in one
    std::vector<std::string> quoted = {};  // the program's last lines on standard error
};
[[nodiscard]] std::string_view name(Finding::Status status);

/// The limits are those of the plan.
[[nodiscard]] std::vector<Finding> check_findings(const programs::CheckResult& result,
                                                  const arena::Plan& limits, bool is_program);

/// No finding has failed.
[[nodiscard]] bool is_fit(const std::vector<Finding>& findings);

[[nodiscard]] std::string to_text(const std::vector<Finding>& findings);
[[nodiscard]] Json to_json(const std::vector<Finding>& findings);

}  // namespace kalah::app
