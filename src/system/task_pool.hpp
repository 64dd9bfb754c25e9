// TaskPool: a few threads of low priority that do what is put in line for them, first come, first
// served, each piece until its time is over. For searches beside something that must not wait.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "kalah/stop_token.hpp"

namespace kalah {

class TaskPool {
  public:
    using Clock = std::chrono::steady_clock;
    /// Which thread it is (from 0), and a flag that tells the task to come to an end.
    using Task = std::function<void(std::size_t thread, const StopToken& stop)>;

    explicit TaskPool(std::size_t threads);
    /// Stops what runs; what waits is dropped.
    ~TaskPool();
    TaskPool(const TaskPool&) = delete;
    TaskPool& operator=(const TaskPool&) = delete;

    [[nodiscard]] std::size_t threads() const { return workers_.size(); }
    /// What a task throws is lost, with its work: memory can run out. The task is told to stop
    /// early enough before the deadline, and earlier when others wait: the time left is shared with
    /// them. The number names it from now on.
    std::uint64_t add(Clock::time_point deadline, Task task);
    /// Tells a task to come to an end now; one that waits is dropped. True if it was dropped.
    bool stop(std::uint64_t task);

  private:
    struct Waiting {
        std::uint64_t number;
        Clock::time_point deadline;
        Task task;
    };
    struct Worker {
        StopToken stop;
        std::uint64_t task = 0;                                // guarded by mutex_; 0 = none
        Clock::time_point stop_at = Clock::time_point::max();  // guarded by mutex_
        std::thread thread;
    };
    void work(std::size_t thread);
    void watch();

    std::mutex mutex_;
    std::condition_variable wake_;        // of workers
    std::condition_variable wake_watch_;  // of the thread that stops them
    std::deque<Waiting> waiting_;
    std::uint64_t last_number_ = 0;
    bool ending_ = false;
    std::vector<std::unique_ptr<Worker>> workers_;
    std::thread watcher_;
};

}  // namespace kalah
