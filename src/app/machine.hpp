// What the machine can give.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/program.hpp"
#include "kalah/result.hpp"

namespace kalah::app {

void declare_threads(Arguments& arguments, std::uint64_t& threads);
/// As told, else as many as the machine has.
[[nodiscard]] int chosen_threads(std::uint64_t threads);

void declare_memory(Arguments& arguments, std::optional<std::string>& memory);
/// As told, else what can be had without swapping; the system's caches count, as they give way.
[[nodiscard]] Result<std::uint64_t> chosen_memory(const std::optional<std::string>& memory);

/// "Intel(R) Xeon(R) CPU @ 2.80GHz, 2 cores"
[[nodiscard]] std::string machine_text();
/// How many want to run, on average over the last minute.
[[nodiscard]] double machine_load();

/// "1.25 GB"
[[nodiscard]] std::string size_text(std::uint64_t bytes);

}  // namespace kalah::app
