// Watch: how work that may take long reports and is stopped, without knowing who looks on.
#pragma once

#include <cstdint>
#include <functional>

namespace kalah {

/// Called every now and then (at least some times a second) with what is done so far, in whatever
/// the work counts. Returning false stops the work, which then says that it is not complete. Called
/// from the thread that works.
using Watch = std::function<bool(std::uint64_t done)>;

/// Watches nothing, never stops.
inline bool unwatched(std::uint64_t) {
    return true;
}

}  // namespace kalah
