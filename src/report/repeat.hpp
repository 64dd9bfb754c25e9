// The command that plays a tournament again, as far as its games do not depend on the clock.
#pragma once

#include <string>

#include "arena/plan.hpp"

namespace kalah::report {

/// "kalah match A B --games 100 ..."; a plan that says more than arguments can (openings from a
/// file) is played from its TOML instead: "kalah tournament plan.toml".
[[nodiscard]] std::string repeat_command(const arena::Plan& plan);

}  // namespace kalah::report
