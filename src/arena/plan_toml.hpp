// Plans as TOML: what people write for 'kalah tournament FILE', and what stands in the store so
// that a tournament can be played on.
#pragma once

#include <string>
#include <string_view>

#include "arena/plan.hpp"
#include "kalah/result.hpp"

namespace kalah::arena {

/// All of a plan; parse_plan reads it again.
[[nodiscard]] std::string to_toml(const Plan& plan);
/// What is not said stays as it is in `defaults`. Errors have a line and a column; keys that nobody
/// knows are errors.
[[nodiscard]] Result<Plan> parse_plan(std::string_view text, const Plan& defaults);

}  // namespace kalah::arena
