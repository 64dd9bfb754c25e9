// Distribution functions that intervals and tests need and the standard library lacks.
// Pure functions, from any thread. Not for speed: a quantile costs some microseconds.
#pragma once

namespace kalah::arena {

/// The quantile of the normal distribution behind two-sided 95 % intervals.
inline constexpr double kNormal95 = 1.959963984540054;

/// P(Z <= x) of the standard normal distribution.
[[nodiscard]] double normal_cdf(double x);

/// P(T <= x) of Student's distribution, degrees > 0, by the incomplete beta function (Abramowitz
/// and Stegun 1964, 26.7.1 and 26.5.8): 1 - I_{d/(d+x^2)}(d/2, 1/2) / 2 for x >= 0.
[[nodiscard]] double student_cdf(double x, double degrees);

/// The x with student_cdf(x, degrees) = probability, 0 < probability < 1; to 1e-12 of x, by
/// Newton's method.
[[nodiscard]] double student_quantile(double probability, double degrees);

/// The half-width, in standard errors, of a two-sided 95 % interval.
[[nodiscard]] double student95(double degrees);

}  // namespace kalah::arena
