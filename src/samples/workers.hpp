// Work on several threads that may throw: the first exception ends the work and is rethrown.
#pragma once

#include <exception>
#include <memory>
#include <mutex>
#include <vector>

#include "endgame/parallel.hpp"

namespace kalah::samples {

/// What each thread makes for itself when it first works: make() returns it.
template <class Make>
class PerWorker {
  public:
    using Tool = decltype(std::declval<Make>()());

    PerWorker(int threads, Make make)
        : make_(std::move(make)), tools_(static_cast<std::size_t>(threads)) {}
    Tool& operator[](int worker) {
        auto& tool = tools_[static_cast<std::size_t>(worker)];
        if (!tool) tool = std::make_unique<Tool>(make_());
        return *tool;
    }

  private:
    Make make_;
    std::vector<std::unique_ptr<Tool>> tools_;
};

/// Calls task(i, worker) for i = 0..count-1, on up to `threads` threads. `watch` is called on the
/// calling thread with the number of tasks done; false ends the work. True if all was done.
template <class Task>
bool run_tasks(int threads, std::size_t count, const ProgressCallback& watch, const Task& task) {
    endgame::Work work(watch, 0);
    std::mutex mutex;
    std::exception_ptr thrown;
    endgame::run_parallel(threads, count, work, [&](std::size_t i, int worker) {
        try {
            task(i, worker);
            work.add(1);
        } catch (...) {
            const std::lock_guard lock(mutex);
            if (!thrown) thrown = std::current_exception();
            work.stop();
        }
    });
    if (thrown) std::rethrow_exception(thrown);
    return !work.stopped();
}

}  // namespace kalah::samples
