// What this machine is and what it can give. Any thread.
#pragma once

#include <cstdint>
#include <string>

namespace kalah {

/// At least 1.
[[nodiscard]] int processor_cores();
/// Bytes available without swapping, including the system's caches, which it frees on demand.
[[nodiscard]] std::uint64_t available_memory();
/// "Intel(R) Xeon(R) CPU @ 2.80GHz, 2 cores at 2.80 GHz, 7.8 GB, Linux 6.1.0 x86_64"; what the
/// system does not tell is left out.
[[nodiscard]] std::string machine_text();
/// How many processes want to run, on average over the last minute.
[[nodiscard]] double machine_load();

}  // namespace kalah
