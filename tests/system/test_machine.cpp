#include "system/machine.hpp"

#include <doctest/doctest.h>

using namespace kalah;

TEST_CASE("a machine has cores, memory and a name") {
    CHECK(processor_cores() >= 1);
    CHECK(available_memory() > std::uint64_t{1} << 20);
    CHECK(available_memory() < std::uint64_t{1} << 50);
    const std::string cores = ", " + std::to_string(processor_cores()) + " cores";
    CHECK(machine_text().ends_with(cores));
    CHECK(machine_text().size() > cores.size());
    CHECK(machine_text().find('\n') == std::string::npos);
    CHECK(machine_load() >= 0);
}
