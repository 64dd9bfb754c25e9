#include "arena/simulation.hpp"

#include <cmath>
#include <numbers>

namespace kalah::test {

double Chance::uniform() {
    return static_cast<double>(bits_() >> 11) * 0x1p-53;
}

double Chance::normal() {
    const double radius = std::sqrt(-2 * std::log(1 - uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
}

PairShape tilted(const PairShape& shape, double score) {
    double low = -20;
    double high = 20;
    PairShape result{};
    for (int round = 0; round < 100; ++round) {
        const double tilt = (low + high) / 2;
        double total = 0;
        double mean = 0;
        for (std::size_t i = 0; i < shape.size(); ++i) {
            result[i] = shape[i] * std::exp(tilt * static_cast<double>(i));
            total += result[i];
            mean += result[i] * static_cast<double>(i) / 4;
        }
        for (double& p : result) p /= total;
        (mean / total < score ? low : high) = tilt;
    }
    return result;
}

arena::PairPoints draw_pair(const PairShape& shape, Chance& chance) {
    constexpr std::array<arena::PairPoints, 5> kPairs{{{0, 0}, {0, 0.5}, {1, 0}, {1, 0.5}, {1, 1}}};
    double rest = chance.uniform();
    for (std::size_t i = 0; i < 4; ++i) {
        if (rest < shape[i]) return kPairs[i];
        rest -= shape[i];
    }
    return kPairs[4];
}

}  // namespace kalah::test
