// StopToken: tells work to stop. Any thread or signal handler calls request(); the work polls
// requested() now and then. A deadline requests the stop by the clock, so that no thread has to
// watch the time.
#pragma once

#include <atomic>
#include <chrono>

#include "kalah/export.hpp"

namespace kalah {

class StopToken {
  public:
    using Clock = std::chrono::steady_clock;

    StopToken() = default;
    StopToken(const StopToken&) = delete;
    StopToken& operator=(const StopToken&) = delete;

    void request() { requested_.store(true, std::memory_order_relaxed); }
    /// Requests a stop at `when`. A new deadline replaces the old one, whether it is earlier or
    /// later. From any thread.
    void set_deadline(Clock::time_point when) {
        deadline_.store(when.time_since_epoch().count(), std::memory_order_relaxed);
    }
    /// Back to the initial state. Only while nothing uses the token.
    void reset() {
        requested_.store(false, std::memory_order_relaxed);
        deadline_.store(kNone, std::memory_order_relaxed);
    }

    /// Costs a load or two; with a deadline, also a look at the clock (some 25 ns): look every few
    /// hundred steps.
    [[nodiscard]] bool requested() const {
        if (requested_.load(std::memory_order_relaxed)) return true;
        const auto deadline = deadline_.load(std::memory_order_relaxed);
        return deadline != kNone && Clock::now().time_since_epoch().count() >= deadline;
    }

  private:
    static constexpr Clock::rep kNone = Clock::time_point::max().time_since_epoch().count();
    std::atomic<bool> requested_{false};
    std::atomic<Clock::rep> deadline_{kNone};
};

}  // namespace kalah
