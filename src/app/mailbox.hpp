// Mailbox: what other threads have to say to one that waits for it. Any thread may put letters in.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

namespace kalah::app {

template <class Letter>
class Mailbox {
  public:
    void put(Letter letter) {
        {
            const std::lock_guard lock(mutex_);
            letters_.push_back(std::move(letter));
        }
        arrived_.notify_one();
    }
    /// The oldest letter; nothing if none comes before the time is over.
    [[nodiscard]] std::optional<Letter> take(std::chrono::steady_clock::time_point until) {
        std::unique_lock lock(mutex_);
        arrived_.wait_until(lock, until, [&] { return !letters_.empty(); });
        if (letters_.empty()) return std::nullopt;
        Letter letter = std::move(letters_.front());
        letters_.pop_front();
        return letter;
    }

  private:
    std::mutex mutex_;  // of the letters
    std::condition_variable arrived_;
    std::deque<Letter> letters_;
};

}  // namespace kalah::app
