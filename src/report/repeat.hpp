// The command that plays a tournament again, as far as its games do not depend on the clock.
#pragma once

#include <string>
#include <string_view>

#include "arena/plan.hpp"

namespace kalah::report {

/// Plays a plan that stands as TOML in the file plan.toml.
inline constexpr std::string_view kFromFile = "kalah tournament plan.toml";

/// "kalah match A B --games 100 ..."; kFromFile for a plan that arguments cannot say: openings from
/// a file, names that would be read as something else, all openings in a tournament.
[[nodiscard]] std::string repeat_command(const arena::Plan& plan);

}  // namespace kalah::report
