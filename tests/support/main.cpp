#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include "support/skip.hpp"

namespace kalah::test {
namespace {
bool skipped = false;
}

void skip(const std::string& reason) {
    MESSAGE("skipped: " << reason);
    skipped = true;
}

}  // namespace kalah::test

int main(int argc, char** argv) {
    const int failed = doctest::Context(argc, argv).run();
    return failed == 0 && kalah::test::skipped ? 77 : failed;
}
