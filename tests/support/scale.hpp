// How much work a property test does: little in ./test, much in ./test full (KALAH_TEST_FULL=1).
#pragma once

#include <cstdlib>

namespace kalah::test {

[[nodiscard]] inline int scaled(int quick, int full) {
    return std::getenv("KALAH_TEST_FULL") != nullptr ? full : quick;
}

}  // namespace kalah::test
