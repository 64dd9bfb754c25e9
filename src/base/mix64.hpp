// The project's one function that mixes numbers into 64-bit hashes, for tables in memory.
// Not for checksums of files and not against attackers.
#pragma once

#include <cstdint>

namespace kalah {

/// Every bit of the result depends on every bit of both arguments. The constants and shifts are the
/// finaliser of splitmix64 (Steele, Lea, Flood 2014; Stafford's variant 13).
[[nodiscard]] constexpr std::uint64_t mix64(std::uint64_t seed, std::uint64_t value) {
    std::uint64_t x = (seed ^ value) + 0x9E3779B97F4A7C15U;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
    return x ^ (x >> 31);
}

}  // namespace kalah
