// Which version of the program and library this is, and how it was built. Constant, any thread.
#pragma once

#include "kalah/export.hpp"

namespace kalah {

struct Version {
    const char* text;      // "0.2.0"
    const char* commit;    // short hash, "+" if changed since; "unknown" outside a repository
    const char* compiler;  // "GNU 12.2.0"
    const char* options;   // "Release x86-64-v2 threads"
    /// "kalah 0.2.0 (1a2b3c4d)", as files and reports name their maker.
    const char* maker;
};
[[nodiscard]] KALAH_API const Version& version();

}  // namespace kalah
