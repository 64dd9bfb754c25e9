// DeadlineQueue: which session or game wants to be woken when. Sessions move their deadlines with
// every line, nearly always to later: waking too early is cheap (look, set it again), moving an
// entry is not. So an entry is added only when it is earlier than the one already set, and none is
// removed. One thread.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <vector>

#include "net/times.hpp"

namespace kalah::server {

using net::kNever;
using net::Time;

using TimerId = std::uint64_t;

class DeadlineQueue {
  public:
    void set(Time when, TimerId who) { queue_.push({when, who}); }
    /// When the next one is due; kNever if there is none.
    [[nodiscard]] Time next() const { return queue_.empty() ? kNever : queue_.top().when; }
    /// Takes one that is due.
    [[nodiscard]] std::optional<TimerId> take(Time now) {
        if (queue_.empty() || queue_.top().when > now) return std::nullopt;
        const TimerId who = queue_.top().who;
        queue_.pop();
        return who;
    }

  private:
    struct Entry {
        Time when;
        TimerId who;
        bool operator>(const Entry& other) const { return when > other.when; }
    };
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
};

/// One owner's view: the earliest entry set for it that has not come yet.
class Deadline {
  public:
    void wake_at(DeadlineQueue& queue, Time when, TimerId who) {
        if (when >= earliest_) return;
        earliest_ = when;
        queue.set(when, who);
    }
    /// One has come.
    void woken(Time now) {
        if (earliest_ <= now) earliest_ = kNever;
    }

  private:
    Time earliest_ = kNever;
};

}  // namespace kalah::server
