// For threads that must not be in the way of others.
#pragma once

#include <sys/resource.h>

namespace kalah {

/// Of this thread alone, on Linux.
inline void lower_priority() {
    constexpr int kNicer = 5;
    ::setpriority(PRIO_PROCESS, 0, kNicer);
}

}  // namespace kalah
