// TaskRun: does the tasks of an experiment and keeps what they give: first those that look at a
// clock, one after another, then the others on several threads. What goes wrong in a thread, lack
// of memory included, is an error of the run.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

#include "kalah/stop_token.hpp"
#include "lab/desk.hpp"
#include "lab/experiment.hpp"
#include "store/measurements.hpp"

namespace kalah::lab {

class TaskRun {
  public:
    /// `on_done` is called after each task, from any thread, one at a time.
    TaskRun(const std::vector<Task>& tasks, store::Measurements& kept, const StopToken& stop,
            std::function<void()> on_done)
        : tasks_(tasks), kept_(kept), stop_(stop), on_done_(std::move(on_done)) {}

    /// Threads that cannot be started are done without.
    [[nodiscard]] std::optional<Error> run(int concurrency);

  private:
    /// Tasks of one kind until none is left, on a desk of its own.
    void work(bool timed);
    void work_through(bool timed);
    void keep(const Task& task, const std::vector<Value>& values);
    void fail(const Error& error);

    const std::vector<Task>& tasks_;
    store::Measurements& kept_;
    const StopToken& stop_;
    std::function<void()> on_done_;
    Shelf shelf_;
    std::atomic<std::size_t> next_{0};
    std::atomic<bool> failed_{false};
    std::mutex mutex_;
    std::optional<Error> error_;
};

/// The clock of the rows in the store.
[[nodiscard]] store::Milliseconds now_milliseconds();

}  // namespace kalah::lab
