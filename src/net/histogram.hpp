// Histogram: counts durations, in steps of about 6 %, from a nanosecond to hours.
#pragma once

#include <array>
#include <bit>
#include <chrono>
#include <cstdint>

namespace kalah::net {

class Histogram {
  public:
    void add(std::chrono::nanoseconds took) {
        ++counts_[step(took.count() > 0 ? static_cast<std::uint64_t>(took.count()) : 0)];
        ++count_;
    }
    [[nodiscard]] std::uint64_t count() const { return count_; }
    /// The duration that this share of all did not exceed; 0.5: the median. 0 if there are none.
    [[nodiscard]] std::chrono::nanoseconds quantile(double share) const {
        auto rest = static_cast<std::uint64_t>(share * static_cast<double>(count_));
        for (std::size_t i = 0; i < counts_.size(); ++i) {
            if (counts_[i] > rest) return std::chrono::nanoseconds(upper_end(i));
            rest -= counts_[i];
        }
        return std::chrono::nanoseconds(0);
    }

  private:
    static constexpr std::size_t kParts = 16;  // of every power of two

    static std::size_t step(std::uint64_t value) {
        if (value < kParts) return static_cast<std::size_t>(value);
        const auto shift = static_cast<unsigned>(std::bit_width(value)) - 5;
        const std::size_t at = kParts * (shift + 1) + ((value >> shift) - kParts);
        return at < kSteps ? at : kSteps - 1;
    }
    static std::int64_t upper_end(std::size_t at) {
        if (at < kParts) return static_cast<std::int64_t>(at);
        const std::size_t shift = at / kParts - 1;
        return static_cast<std::int64_t>((at % kParts + kParts + 1) << shift) - 1;
    }

    static constexpr std::size_t kSteps = std::size_t{kParts} * 42;
    std::array<std::uint64_t, kSteps> counts_{};
    std::uint64_t count_ = 0;
};

}  // namespace kalah::net
