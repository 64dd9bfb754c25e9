// Which program this is: for --version, and for what says by which version it was made (stores,
// reports, books, databases). Any thread.
#pragma once

#include <string>
#include <string_view>

namespace kalah {

struct BuildInfo {
    std::string_view version;   // "0.2.0"
    std::string_view commit;    // "1a2b3c4", "1a2b3c4-dirty", or "unknown" outside a repository
    std::string_view compiler;  // "GNU 12.2.0"
    std::string_view options;   // "Release native"
};
[[nodiscard]] const BuildInfo& build_info();

/// "kalah 0.2.0 (1a2b3c4)", as it stands in files.
[[nodiscard]] std::string made_by();

}  // namespace kalah
