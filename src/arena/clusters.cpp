#include "arena/clusters.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "arena/distributions.hpp"

namespace kalah::arena {

double ClusteredMean::mean() const {
    const int count = std::accumulate(counts_.begin(), counts_.end(), 0);
    return count == 0 ? 0 : std::accumulate(sums_.begin(), sums_.end(), 0.0) / count;
}

int ClusteredMean::clusters() const {
    return static_cast<int>(
        std::count_if(counts_.begin(), counts_.end(), [](int n) { return n > 0; }));
}

std::optional<double> ClusteredMean::standard_error() const {
    const double groups = clusters();
    if (groups < 2) return std::nullopt;
    const double middle = mean();
    double squares = 0;
    double count = 0;
    for (std::size_t i = 0; i < sums_.size(); ++i) {
        const double excess = sums_[i] - counts_[i] * middle;
        squares += excess * excess;
        count += counts_[i];
    }
    return std::sqrt(groups / (groups - 1) * squares) / count;
}

std::optional<double> ClusteredMean::error95() const {
    const auto error = standard_error();
    if (!error) return std::nullopt;
    return *error * student95(clusters() - 1);
}

}  // namespace kalah::arena
