#include "net/histogram.hpp"

#include <doctest/doctest.h>

using namespace std::chrono_literals;
using kalah::net::Histogram;

TEST_CASE("quantiles of a histogram are within seven per cent, and never below") {
    Histogram empty;
    CHECK(empty.quantile(0.5) == 0ns);
    for (const std::int64_t value :
         {1, 7, 15, 16, 17, 31, 32, 33, 100, 999, 12'345, 1'000'000'007}) {
        Histogram histogram;
        histogram.add(std::chrono::nanoseconds(value));
        CHECK(histogram.quantile(0.5).count() >= value);
        CHECK(static_cast<double>(histogram.quantile(0.5).count()) <=
              1.07 * static_cast<double>(value));
    }
    Histogram histogram;
    for (int i = 1; i <= 100; ++i) histogram.add(std::chrono::microseconds(i));
    CHECK(histogram.count() == 100);
    CHECK(histogram.quantile(0.5) >= 50us);
    CHECK(histogram.quantile(0.5) <= 55us);
    CHECK(histogram.quantile(0.99) >= 99us);
    histogram.add(-5ns);
    histogram.add(std::chrono::hours(100'000));
    CHECK(histogram.count() == 102);
}
