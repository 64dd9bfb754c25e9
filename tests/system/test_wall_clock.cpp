#include "system/wall_clock.hpp"

#include <doctest/doctest.h>

using namespace kalah;

TEST_CASE("times are texts that sort") {
    CHECK(utc_time(0) == "1970-01-01T00:00:00.000Z");
    CHECK(utc_time(1'794'807'972'045) == "2026-11-16T05:46:12.045Z");
    CHECK(now_milliseconds() > 1'700'000'000'000);
}
