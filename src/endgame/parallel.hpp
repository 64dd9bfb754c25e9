// Runs tasks on several threads, with one counter of work done and one watch. The calling thread
// takes part and is the only one to call the watch.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <vector>

#include "kalah/progress.hpp"

#ifdef KALAH_HAS_THREADS
#include <thread>
#endif

namespace kalah::endgame {

/// Counts work from all threads and tells them to stop. `before` is what was done already.
class Work {
  public:
    Work(const ProgressCallback& watch, std::uint64_t before) : watch_(watch), done_(before) {}

    /// Any thread: reports more work done. False: stop.
    bool add(std::uint64_t done) {
        done_.fetch_add(done, std::memory_order_relaxed);
        return look();
    }
    bool look() {
        if (watch_ && on_calling_thread() && !stopped() &&
            !watch_(done_.load(std::memory_order_relaxed)))
            stop();
        return !stopped();
    }
    void stop() { stopped_.store(true, std::memory_order_relaxed); }
    [[nodiscard]] bool stopped() const { return stopped_.load(std::memory_order_relaxed); }

  private:
    const ProgressCallback& watch_;
    std::atomic<std::uint64_t> done_;
    std::atomic<bool> stopped_{false};
#ifdef KALAH_HAS_THREADS
    [[nodiscard]] bool on_calling_thread() const {
        return std::this_thread::get_id() == owner_;
    }
    std::thread::id owner_ = std::this_thread::get_id();
#else
    [[nodiscard]] static bool on_calling_thread() {
        return true;
    }
#endif
};

/// Calls task(i, worker) for i = 0..count-1, each once, on up to `threads` threads; worker counts
/// them from 0. No new task is begun once the work is stopped.
template <class Task>
void run_parallel(int threads, std::size_t count, Work& work, Task task) {
    std::atomic<std::size_t> next{0};
    const auto loop = [&](int worker) {
        for (std::size_t i = next.fetch_add(1); i < count && !work.stopped(); i = next.fetch_add(1))
            task(i, worker);
    };
#ifdef KALAH_HAS_THREADS
    std::atomic<int> running{0};
    std::vector<std::thread> helpers;
    const int wanted =
        static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(threads), count));
    for (int worker = 1; worker < wanted; ++worker) {
        ++running;
        helpers.emplace_back([&, worker] {
            loop(worker);
            --running;
        });
    }
    loop(0);
    while (running > 0) {
        work.look();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    for (std::thread& helper : helpers) helper.join();
#else
    static_cast<void>(threads);
    loop(0);
#endif
}

}  // namespace kalah::endgame
