#include "arena/statistics.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>
#include <numbers>

using namespace kalah::arena;

TEST_CASE("Student's quantiles are those of the printed tables") {
    // Percentage points of the t distribution, as in NIST/SEMATECH's e-Handbook, 1.3.6.7.2.
    struct Row {
        double degrees, p90, p95, p975, p99, p995;
    };
    for (const Row& row :
         {Row{1, 3.078, 6.314, 12.706, 31.821, 63.657}, Row{2, 1.886, 2.920, 4.303, 6.965, 9.925},
          Row{5, 1.476, 2.015, 2.571, 3.365, 4.032}, Row{10, 1.372, 1.812, 2.228, 2.764, 3.169},
          Row{30, 1.310, 1.697, 2.042, 2.457, 2.750},
          Row{100, 1.290, 1.660, 1.984, 2.364, 2.626}}) {
        CAPTURE(row.degrees);
        CHECK(std::abs(student_quantile(0.90, row.degrees) - row.p90) < 0.0006);
        CHECK(std::abs(student_quantile(0.95, row.degrees) - row.p95) < 0.0006);
        CHECK(std::abs(student_quantile(0.975, row.degrees) - row.p975) < 0.0006);
        CHECK(std::abs(student_quantile(0.99, row.degrees) - row.p99) < 0.0006);
        CHECK(std::abs(student_quantile(0.995, row.degrees) - row.p995) < 0.0006);
        CHECK(student_quantile(0.025, row.degrees) == doctest::Approx(-student95(row.degrees)));
    }
    CHECK(std::abs(student95(1e5) - kNormal95) < 1e-4);
    CHECK(std::abs(student95(1e6) - kNormal95) < 1e-4);
}

TEST_CASE("Student's distribution with one and two degrees has its closed forms") {
    for (const double x : {-1e6, -20.0, -1.0, -0.001, 0.0, 0.3, 1.0, 5.0, 1e4}) {
        CAPTURE(x);
        CHECK(std::abs(student_cdf(x, 1) - (0.5 + std::atan(x) / std::numbers::pi)) < 1e-12);
        CHECK(std::abs(student_cdf(x, 2) - (0.5 + x / (2 * std::sqrt(2 + x * x)))) < 1e-12);
    }
    for (const double p : {0.001, 0.2, 0.5, 0.77, 0.9999})
        CHECK(student_cdf(student_quantile(p, 7), 7) == doctest::Approx(p));
    CHECK(normal_cdf(kNormal95) == doctest::Approx(0.975));
}
