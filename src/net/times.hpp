// The clock of the server. The logic below never looks at it: times are passed in.
#pragma once

#include <chrono>

namespace kalah::net {

using Clock = std::chrono::steady_clock;
using Time = Clock::time_point;
using Duration = Clock::duration;

/// Later than everything.
inline constexpr Time kNever = Time::max();

}  // namespace kalah::net
