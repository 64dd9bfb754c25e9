// What ends a search: time, nodes, depth, or a word from another thread; and the count of its
// nodes.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>

namespace kalah::search {

using Clock = std::chrono::steady_clock;

/// Any combination; what is not set does not limit.
struct Limits {
    std::optional<std::chrono::milliseconds> time = {};
    std::optional<std::uint64_t> nodes = {};
    std::optional<int> depth = {};
};

/// One searching thread's view of its limits. Not shared between threads; `stop` is.
class Control {
  public:
    /// How many nodes pass between two looks at clock and flag. At a million nodes a second, the
    /// slowest kind of search there is, that is half a millisecond.
    static constexpr std::uint64_t kLookEvery = 512;

    Control(const Limits& limits, Clock::time_point start, const std::atomic<bool>& stop)
        : node_limit_(limits.nodes.value_or(std::numeric_limits<std::uint64_t>::max())),
          stop_(stop) {
        if (limits.time) deadline_ = start + *limits.time;
        set_next_look();
    }

    /// Counts a node. True if the search must end: its result is then worthless.
    bool count() {
        if (++nodes_ < next_look_) return false;
        return look();
    }
    [[nodiscard]] bool stopped() const { return stopped_; }
    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

  private:
    bool look() {
        if (nodes_ > node_limit_ || stop_.load(std::memory_order_relaxed) ||
            (deadline_ && Clock::now() >= *deadline_))
            stopped_ = true;
        set_next_look();
        return stopped_;
    }
    void set_next_look() {
        const std::uint64_t next = nodes_ + kLookEvery;
        next_look_ = nodes_ <= node_limit_ && next > node_limit_ ? node_limit_ + 1 : next;
        if (stopped_) next_look_ = 0;
    }

    std::uint64_t nodes_ = 0;
    std::uint64_t next_look_ = 0;
    std::uint64_t node_limit_;
    std::optional<Clock::time_point> deadline_;
    const std::atomic<bool>& stop_;
    bool stopped_ = false;
};

}  // namespace kalah::search
