// Means over games in clusters, with their cluster-robust errors: the formula and its reasons are
// at the top of statistics.hpp. Any thread, a value each.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace kalah::arena {

class ClusteredMean {
  public:
    explicit ClusteredMean(std::size_t clusters) : sums_(clusters), counts_(clusters) {}

    void add(std::size_t cluster, double value) {
        sums_[cluster] += value;
        ++counts_[cluster];
    }

    [[nodiscard]] double mean() const;  // 0 without values
    /// Of the mean; nothing with fewer than two clusters that have values.
    [[nodiscard]] std::optional<double> standard_error() const;
    /// Half of the 95 % interval, by Student's quantile.
    [[nodiscard]] std::optional<double> error95() const;
    [[nodiscard]] int clusters() const;  // those with values

  private:
    std::vector<double> sums_;
    std::vector<int> counts_;
};

}  // namespace kalah::arena
