// A test case that cannot run here says so by skip(); its program then ends with 77, which ctest
// shows and counts as a skip, if nothing failed.
#pragma once

#include <string>

namespace kalah::test {

void skip(const std::string& reason);

}  // namespace kalah::test
