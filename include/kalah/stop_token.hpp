// StopToken: how work is told to come to an end. The one that wants it to end calls request(), from
// any thread or a signal handler; the work looks at requested() now and then. A deadline does the
// same by the clock, so that no thread has to watch over it.
#pragma once

#include <atomic>
#include <chrono>

namespace kalah {

class StopToken {
  public:
    using Clock = std::chrono::steady_clock;

    StopToken() = default;
    StopToken(const StopToken&) = delete;
    StopToken& operator=(const StopToken&) = delete;

    void request() { requested_.store(true, std::memory_order_relaxed); }
    /// From then on a stop is requested; an earlier one replaces a later one and the other way
    /// round. From any thread.
    void set_deadline(Clock::time_point when) {
        deadline_.store(when.time_since_epoch().count(), std::memory_order_relaxed);
    }
    /// As it was made. Only while nobody works with it.
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
