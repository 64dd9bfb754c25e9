#include "arena/distributions.hpp"

#include <cassert>
#include <cmath>
#include <numbers>

namespace kalah::arena {
namespace {

/// The continued fraction of the incomplete beta function, evaluated by Lentz's method; converges
/// within some tens of terms for x < (a + 1) / (a + b + 2).
double beta_fraction(double x, double a, double b) {
    constexpr double kTiny = 1e-300;
    const auto not_zero = [](double v) { return std::abs(v) < kTiny ? kTiny : v; };
    double c = 1;
    double d = 1 / not_zero(1 - (a + b) * x / (a + 1));
    double value = d;
    for (int m = 1; m < 1000; ++m) {
        const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        d = 1 / not_zero(1 + even * d);
        c = not_zero(1 + even / c);
        value *= c * d;
        const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        d = 1 / not_zero(1 + odd * d);
        c = not_zero(1 + odd / c);
        value *= c * d;
        if (std::abs(c * d - 1) < 1e-15) break;
    }
    return value;
}

/// I_x(a, b) for x and y = 1 - x, both given so that neither loses digits near its end.
double incomplete_beta(double x, double y, double a, double b) {
    if (x <= 0) return 0;
    if (y <= 0) return 1;
    const double front = std::exp(a * std::log(x) + b * std::log(y) + std::lgamma(a + b) -
                                  std::lgamma(a) - std::lgamma(b));
    if (x < (a + 1) / (a + b + 2)) return front * beta_fraction(x, a, b) / a;
    return 1 - front * beta_fraction(y, b, a) / b;
}

double student_density(double x, double degrees) {
    const double front = std::lgamma((degrees + 1) / 2) - std::lgamma(degrees / 2);
    return std::exp(front - (degrees + 1) / 2 * std::log1p(x * x / degrees)) /
           std::sqrt(degrees * std::numbers::pi);
}

}  // namespace

double normal_cdf(double x) {
    return std::erfc(-x / std::numbers::sqrt2) / 2;
}

double student_cdf(double x, double degrees) {
    assert(degrees > 0);
    // From here on the difference to the normal distribution is below 1e-6.
    constexpr double kNormal = 300'000;
    if (degrees > kNormal) return normal_cdf(x);
    const double square = x * x;
    const double tail = incomplete_beta(degrees / (degrees + square), square / (degrees + square),
                                        degrees / 2, 0.5) /
                        2;
    return x > 0 ? 1 - tail : tail;
}

double student_quantile(double probability, double degrees) {
    assert(probability > 0 && probability < 1);
    if (probability > 0.5) return -student_quantile(1 - probability, degrees);
    // The distribution is convex left of 0: Newton's steps from there never pass the root.
    double x = 0;
    for (int i = 0; i < 200; ++i) {
        const double step = (student_cdf(x, degrees) - probability) / student_density(x, degrees);
        x -= step;
        if (step <= 1e-12 * (1 - x)) break;
    }
    return x;
}

double student95(double degrees) {
    return -student_quantile(0.025, degrees);
}

}  // namespace kalah::arena
