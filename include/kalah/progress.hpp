// ProgressCallback: how long work reports its progress and is stopped, without knowing who listens.
#pragma once

#include <cstdint>
#include <functional>

namespace kalah {

/// Called at least a few times a second with what is done so far, in the unit of the work.
/// Returning false stops the work, which then says that it is not complete. Called from the working
/// thread.
using ProgressCallback = std::function<bool(std::uint64_t done)>;

/// Ignores progress and never stops.
inline bool no_progress(std::uint64_t) {
    return true;
}

}  // namespace kalah
