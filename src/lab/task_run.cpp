#include "lab/task_run.hpp"

#include <chrono>
#include <exception>
#include <new>
#include <system_error>
#include <thread>

namespace kalah::lab {

std::optional<Error> TaskRun::run(int concurrency) {
    work(true);
    next_ = 0;
    std::vector<std::thread> others;
    others.reserve(static_cast<std::size_t>(concurrency));
    try {
        for (int i = 1; i < concurrency; ++i) others.emplace_back([this] { work(false); });
    } catch (const std::system_error&) {  // those that there are do all of it
    }
    work(false);
    for (std::thread& other : others) other.join();
    return error_;
}

void TaskRun::work(bool timed) {
    try {
        work_through(timed);
    } catch (const std::bad_alloc&) {
        fail({"out of memory; a smaller --concurrency needs less, and what is done is kept"});
    } catch (const std::exception& error) {
        fail({error.what()});
    }
}

void TaskRun::work_through(bool timed) {
    Desk desk(shelf_, stop_);
    while (!stop_.requested() && !failed_.load()) {
        const std::size_t mine = next_++;
        if (mine >= tasks_.size()) return;
        const Task& task = tasks_[mine];
        if (task.timed != timed) continue;
        const auto values = task.work(desk);
        if (stop_.requested()) return;
        if (!values)
            fail({task.key + ": " + to_text(values.error())});
        else if (values->empty() || values->front().key != task.key)
            fail({task.key + ": the task gave no value of its own; this is a bug"});
        else
            keep(task, *values);
    }
}

void TaskRun::keep(const Task& task, const std::vector<Value>& values) {
    std::vector<store::Measurement> rows;
    for (const Value& value : values)
        rows.push_back({value.key, task.trial, value.value, value.unit});
    const std::lock_guard guard(mutex_);
    if (auto error = kept_.add(rows, now_milliseconds())) {
        error_ = *error;
        failed_ = true;
    } else {
        on_done_();
    }
}

void TaskRun::fail(const Error& error) {
    const std::lock_guard guard(mutex_);
    if (!error_) error_ = error;
    failed_ = true;
}

store::Milliseconds now_milliseconds() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

}  // namespace kalah::lab
