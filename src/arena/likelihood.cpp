#include "arena/likelihood.hpp"

#include <array>
#include <cassert>
#include <cmath>

namespace kalah::arena {
namespace {

constexpr std::size_t kMostResults = 5;

struct Shape {
    std::array<double, kMostResults> share;     // p_i, sum 1
    std::array<double, kMostResults> distance;  // a_i - mean
    std::size_t size;
    double total;
};

Shape shape_of(std::span<const double> counts, double mean) {
    assert(counts.size() >= 2 && counts.size() <= kMostResults);
    Shape shape{{}, {}, counts.size(), 0};
    for (std::size_t i = 0; i < shape.size; ++i) {
        shape.share[i] = counts[i] > 0 ? counts[i] : kUnseen;
        shape.total += shape.share[i];
        shape.distance[i] = static_cast<double>(i) / static_cast<double>(shape.size - 1) - mean;
    }
    for (std::size_t i = 0; i < shape.size; ++i) shape.share[i] /= shape.total;
    return shape;
}

/// The root t; the left side falls from +infinity to -infinity between the poles.
double multiplier(const Shape& shape) {
    double low = -1 / shape.distance[shape.size - 1];
    double high = -1 / shape.distance[0];
    double t = 0;
    for (int i = 0; i < 200; ++i) {
        double value = 0;
        double slope = 0;
        for (std::size_t k = 0; k < shape.size; ++k) {
            const double term = shape.distance[k] / (1 + t * shape.distance[k]);
            value += shape.share[k] * term;
            slope -= shape.share[k] * term * term;
        }
        (value > 0 ? low : high) = t;
        double next = t - value / slope;
        if (!(next > low && next < high)) next = (low + high) / 2;
        if (std::abs(next - t) <= 1e-14 * (1 + std::abs(t))) return next;
        t = next;
    }
    return t;
}

}  // namespace

double likelihood_loss(std::span<const double> counts, double mean) {
    assert(mean > 0 && mean < 1);
    const Shape shape = shape_of(counts, mean);
    const double t = multiplier(shape);
    double loss = 0;
    for (std::size_t i = 0; i < shape.size; ++i)
        loss += shape.share[i] * std::log1p(t * shape.distance[i]);
    return shape.total * loss;
}

}  // namespace kalah::arena
