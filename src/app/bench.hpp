// The searches of `kalah bench`: what they visit is the signature of a build, and how fast they are
// is the speed of a machine. Takes half a second. Any thread.
#pragma once

#include <cstdint>
#include <string>

namespace kalah::app {

struct BenchResult {
    std::uint64_t nodes = 0;
    double seconds = 0;
    std::string signature = {};
};
[[nodiscard]] BenchResult bench();

}  // namespace kalah::app
