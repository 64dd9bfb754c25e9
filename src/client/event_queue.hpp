// EventQueue: events from any thread for one thread that waits for them.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

namespace kalah::client {

template <class Event>
class EventQueue {
  public:
    void put(Event event) {
        {
            const std::lock_guard lock(mutex_);
            events_.push_back(std::move(event));
        }
        arrived_.notify_one();
    }
    /// The oldest event; nothing if none comes before `until`.
    [[nodiscard]] std::optional<Event> take(std::chrono::steady_clock::time_point until) {
        std::unique_lock lock(mutex_);
        arrived_.wait_until(lock, until, [&] { return !events_.empty(); });
        if (events_.empty()) return std::nullopt;
        Event event = std::move(events_.front());
        events_.pop_front();
        return event;
    }

  private:
    std::mutex mutex_;  // of the events
    std::condition_variable arrived_;
    std::deque<Event> events_;
};

}  // namespace kalah::client
