// What ends a search: time, nodes, or a stop request from another thread; and the count of its
// nodes.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include "kalah/engine.hpp"

namespace kalah::search {

using Clock = std::chrono::steady_clock;

/// The nodes that helpers have counted so far, for the thread that they help. A helper adds its
/// nodes when it looks at the clock, so that counting costs nothing extra.
using HelperNodes = std::atomic<std::uint64_t>;

/// One searching thread's view of its limits. Not shared between threads; `stop` and the helpers'
/// nodes are.
class Control {
  public:
    /// The most nodes between two looks at clock and stop token; the fewest is one. Where nodes are
    /// slow (a sowing of thousands of seeds) it looks more often: it aims at one every 0.2 to 1 ms.
    static constexpr std::uint64_t kMostBetweenLooks = 512;

    /// `again` is what moving again is worth to the evaluation.
    Control(const SearchLimits& limits, Clock::time_point start, const StopToken& stop, int again)
        : node_limit_(limits.nodes.value_or(std::numeric_limits<std::uint64_t>::max())),
          again_(again),
          stop_(stop) {
        if (limits.time) deadline_ = start + *limits.time;
        last_look_ = Clock::now();
        set_next_look();
    }

    /// Counts a node. True if the search must end: its result is then worthless.
    bool count() {
        if (++nodes_ < next_look_) return false;
        return look();
    }
    [[nodiscard]] bool stopped() const { return stopped_; }
    /// What the evaluation of a position gets as `again`.
    [[nodiscard]] int again(bool extra_turn) const { return extra_turn ? again_ : 0; }
    /// This thread's.
    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
    /// This thread's and its helpers'.
    [[nodiscard]] std::uint64_t all_nodes() const {
        return nodes_ + (helpers_ != nullptr ? helpers_->load(std::memory_order_relaxed) : 0);
    }

    /// For the thread that is helped: the node limit then covers the helpers' nodes, too. The
    /// search may exceed it by what helpers count between two looks.
    void add_helpers(const HelperNodes& helpers) { helpers_ = &helpers; }
    /// For a helper: adds its nodes to `sum` from now on.
    void help(HelperNodes& sum) { sum_ = &sum; }
    /// For a helper, at its end: adds the nodes that are still missing.
    void hand_in() {
        if (sum_ != nullptr)
            sum_->fetch_add(nodes_ - std::exchange(handed_in_, nodes_), std::memory_order_relaxed);
    }

  private:
    bool look() {
        const auto now = Clock::now();
        const auto since = now - last_look_;
        if (since > std::chrono::milliseconds(1))
            between_looks_ = std::max<std::uint64_t>(between_looks_ / 4, 1);
        if (since < std::chrono::microseconds(200))
            between_looks_ = std::min(2 * between_looks_, kMostBetweenLooks);
        last_look_ = now;
        hand_in();
        if (all_nodes() > node_limit_ || stop_.requested() || (deadline_ && now >= *deadline_))
            stopped_ = true;
        set_next_look();
        return stopped_;
    }
    void set_next_look() {
        const std::uint64_t next = nodes_ + between_looks_;
        next_look_ = nodes_ <= node_limit_ && next > node_limit_ ? node_limit_ + 1 : next;
        if (stopped_) next_look_ = 0;
    }

    std::uint64_t nodes_ = 0;
    std::uint64_t next_look_ = 0;
    std::uint64_t between_looks_ = 4;
    Clock::time_point last_look_;
    std::uint64_t node_limit_;
    int again_;
    std::optional<Clock::time_point> deadline_;
    const StopToken& stop_;
    const HelperNodes* helpers_ = nullptr;
    HelperNodes* sum_ = nullptr;
    std::uint64_t handed_in_ = 0;
    bool stopped_ = false;
};

}  // namespace kalah::search
