// Values as people write them, on the command line, in TOML files and in player specifications:
// numbers, times, sizes, yes and no. Any thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "kalah/result.hpp"

namespace kalah {

/// A whole number without sign, blanks, exponent or leading zeros.
[[nodiscard]] Result<std::uint64_t> parse_number(std::string_view text, std::uint64_t least,
                                                 std::uint64_t most);
/// 200ms, 0.3s, 30s, 2m: whole milliseconds, at least one and at most a day.
[[nodiscard]] Result<std::chrono::milliseconds> parse_duration(std::string_view text);
/// The shortest text that parse_duration reads as this: "200ms", "30s", "2m".
[[nodiscard]] std::string duration_text(std::chrono::milliseconds duration);
/// 512K, 64M, 2G; at least 1K and at most 1024G.
[[nodiscard]] Result<std::size_t> parse_size_in_bytes(std::string_view text);
/// The shortest text that parse_size_in_bytes reads as this, in whole K: "64M".
[[nodiscard]] std::string size_text(std::size_t bytes);
[[nodiscard]] Result<bool> parse_yes_no(std::string_view text);

/// How long something took or will take, for people: "12 s", "3:05 min", "1:30 h".
[[nodiscard]] std::string elapsed_text(double seconds);

}  // namespace kalah
