// A line of moves, kept by value in the search's stack.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kalah/engine.hpp"

namespace kalah::search {

class PrincipalVariation {
  public:
    void clear() { size_ = 0; }
    /// This move, then the rest.
    void set(int pit, const PrincipalVariation& rest) {
        pits_[0] = static_cast<std::uint8_t>(pit);
        size_ = 1;
        for (std::size_t i = 0; i < rest.size_ && size_ < pits_.size(); ++i)
            pits_[size_++] = rest.pits_[i];
    }
    void push(int pit) {
        if (size_ < pits_.size()) pits_[size_++] = static_cast<std::uint8_t>(pit);
    }
    /// Keeps the first `size` moves, or all if there are fewer.
    void shorten(std::size_t size) { size_ = std::min(size_, size); }
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] int operator[](std::size_t i) const { return pits_[i]; }
    [[nodiscard]] std::vector<int> pits() const {
        return {pits_.begin(), pits_.begin() + static_cast<std::ptrdiff_t>(size_)};
    }

  private:
    std::array<std::uint8_t, kMaxSearchDepth + 1> pits_{};
    std::size_t size_ = 0;
};

}  // namespace kalah::search
