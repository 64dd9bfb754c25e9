// The time of day. Any thread.
#pragma once

#include <cstdint>
#include <string>

namespace kalah {

/// Since 1970.
[[nodiscard]] std::int64_t now_milliseconds();
/// "2026-11-16T05:46:12.345Z", which spreadsheets and pandas read; "?" in years that no calendar
/// has.
[[nodiscard]] std::string utc_time(std::int64_t milliseconds);

}  // namespace kalah
