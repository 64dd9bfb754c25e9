// ProgressCallback: reports the progress of long work and stops it. The work need not know who
// listens.
#pragma once

#include <cstdint>
#include <functional>

#include "kalah/export.hpp"

namespace kalah {

/// The work calls it at least a few times a second, from the working thread, with the amount done
/// so far in its own unit. If it returns false, the work stops and says that it is not complete.
/// May be empty.
using ProgressCallback = std::function<bool(std::uint64_t done)>;

/// Ignores progress and never stops.
inline bool no_progress(std::uint64_t) {
    return true;
}

}  // namespace kalah
