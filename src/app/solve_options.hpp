// The arguments of `kalah solve`, for one position and for a batch of them.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "app/batch.hpp"
#include "app/db_options.hpp"
#include "kalah/solver.hpp"

namespace kalah::app {

struct SolveOptions {
    CommonOptions common;
    std::optional<std::string> start;
    std::optional<std::string> directory;
    std::optional<std::uint64_t> memory;
    std::optional<std::string> checkpoint;
    int threads = processor_cores();
    std::uint64_t seeds = 0;
    std::optional<std::chrono::milliseconds> time;
    std::optional<std::uint64_t> nodes;
    bool moves = false;
    BatchOptions batch;
    [[nodiscard]] bool has_budget() const { return time || nodes; }
};

/// The setting, or why it cannot be solved.
[[nodiscard]] Result<Setting> solvable(Result<Setting> setting);

void solve_batch(const SolveOptions& options);

}  // namespace kalah::app
