#include "kalah/version.hpp"

#include "base/version.inc"  // written by cmake/version.cmake

namespace kalah {

const Version& version() {
    static constexpr Version kVersion{KALAH_VERSION, KALAH_COMMIT, KALAH_COMPILER, KALAH_OPTIONS,
                                      "kalah " KALAH_VERSION " (" KALAH_COMMIT ")"};
    return kVersion;
}

}  // namespace kalah
