// The values of player specifications as people write them: numbers, times, sizes, yes and no.
#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>

#include "kalah/result.hpp"

namespace kalah::players {

[[nodiscard]] Result<std::uint64_t> parse_number(std::string_view text, std::uint64_t least,
                                                 std::uint64_t most);
/// 200ms, 30s, 2m; whole numbers, at least 1ms and at most a day.
[[nodiscard]] Result<std::chrono::milliseconds> parse_duration(std::string_view text);
/// 512K, 64M, 2G; at least 1K and at most 1024G.
[[nodiscard]] Result<std::size_t> parse_size_in_bytes(std::string_view text);
[[nodiscard]] Result<bool> parse_yes_no(std::string_view text);

}  // namespace kalah::players
