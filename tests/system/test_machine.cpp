#include "system/machine.hpp"

#include <doctest/doctest.h>

using namespace kalah;

TEST_CASE("a machine has cores, memory and a name") {
    CHECK(processor_cores() >= 1);
    CHECK(available_memory() > std::uint64_t{1} << 20);
    CHECK(available_memory() < std::uint64_t{1} << 50);
    const std::string cores = ", " + std::to_string(processor_cores()) + " cores";
    const std::size_t name = machine_text().find(cores);
    CHECK(name > 0);
    REQUIRE(name != std::string::npos);
    for (const char* unit : {" GHz, ", " GB, "})  // of a machine with /proc
        CHECK(machine_text().find(unit, name) != std::string::npos);
    CHECK(machine_text().find('\n') == std::string::npos);
    CHECK(machine_load() >= 0);
}
