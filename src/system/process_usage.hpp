// What this process uses of the machine. Any thread.
#pragma once

#include <cstdint>

namespace kalah {

struct ProcessUsage {
    std::uint64_t resident_bytes = 0;  // 0, here and below: the system does not tell
    std::uint64_t open_files = 0;
    double cpu_seconds = 0;
};
[[nodiscard]] ProcessUsage process_usage();

}  // namespace kalah
