// Alarms: who wants to be woken when. Sessions move their deadlines with every line, nearly always
// to later: an alarm that comes too early is cheap (look, set it again), moving it is not. So one
// is added only when it is to come earlier than the one that is already set, and none is removed.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <vector>

#include "net/times.hpp"

namespace kalah::net {

using Sleeper = std::uint64_t;

class Alarms {
  public:
    void set(Time when, Sleeper who) { queue_.push({when, who}); }
    /// When the next one is due; kNever if there is none.
    [[nodiscard]] Time next() const { return queue_.empty() ? kNever : queue_.top().when; }
    /// Takes one that is due.
    [[nodiscard]] std::optional<Sleeper> take(Time now) {
        if (queue_.empty() || queue_.top().when > now) return std::nullopt;
        const Sleeper who = queue_.top().who;
        queue_.pop();
        return who;
    }

  private:
    struct Alarm {
        Time when;
        Sleeper who;
        bool operator>(const Alarm& other) const { return when > other.when; }
    };
    std::priority_queue<Alarm, std::vector<Alarm>, std::greater<>> queue_;
};

/// One sleeper's view: the earliest alarm set for it that has not come yet.
class AlarmClock {
  public:
    void wake_at(Alarms& alarms, Time when, Sleeper who) {
        if (when >= earliest_) return;
        earliest_ = when;
        alarms.set(when, who);
    }
    /// One has come.
    void woken(Time now) {
        if (earliest_ <= now) earliest_ = kNever;
    }

  private:
    Time earliest_ = kNever;
};

}  // namespace kalah::net
