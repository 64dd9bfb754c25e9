// Simulated results for the tests of the statistics: the same on every machine for a seed.
#pragma once

#include <array>
#include <cstdint>
#include <random>

#include "arena/elo.hpp"

namespace kalah::test {

class Chance {
  public:
    explicit Chance(std::uint64_t seed) : bits_(seed) {}
    double uniform();  // 0 <= x < 1
    double normal();   // mean 0, deviation 1
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(uniform() * double(n)); }

  private:
    std::mt19937_64 bits_;
};

/// The probabilities that a pair scores 0, 1/2, 1, 3/2 and 2 points.
using PairShape = std::array<double, 5>;

/// Two independent games with few draws; pairs in which the opening decides one game for each
/// player; pairs in which one player mostly wins both games.
inline constexpr PairShape kIndependent{0.2025, 0.09, 0.415, 0.09, 0.2025};
inline constexpr PairShape kOpeningDecides{0.04, 0.08, 0.76, 0.08, 0.04};
inline constexpr PairShape kAlike{0.35, 0.1, 0.1, 0.1, 0.35};

/// The shape, tilted exponentially to this mean score per game.
[[nodiscard]] PairShape tilted(const PairShape& shape, double score);

[[nodiscard]] arena::PairPoints draw_pair(const PairShape& shape, Chance& chance);

}  // namespace kalah::test
