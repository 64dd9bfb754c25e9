#include "system/version.hpp"

#include <commit.hpp>

namespace kalah {

const BuildInfo& build_info() {
    static constexpr BuildInfo kInfo{KALAH_VERSION, KALAH_COMMIT, KALAH_COMPILER, KALAH_OPTIONS};
    return kInfo;
}

std::string made_by() {
    const BuildInfo& info = build_info();
    return "kalah " + std::string(info.version) + " (" + std::string(info.commit) + ")";
}

}  // namespace kalah
