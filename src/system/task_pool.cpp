#include "system/task_pool.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include "system/low_priority.hpp"

namespace kalah {

TaskPool::TaskPool(std::size_t threads) {
    for (std::size_t i = 0; i < threads; ++i) workers_.push_back(std::make_unique<Worker>());
    for (std::size_t i = 0; i < threads; ++i)
        workers_[i]->thread = std::thread([this, i] {
            lower_priority();
            work(i);
        });
    watcher_ = std::thread([this] { watch(); });
}

TaskPool::~TaskPool() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
        waiting_.clear();
        for (auto& worker : workers_) worker->stop.request();
    }
    wake_.notify_all();
    wake_watch_.notify_all();
    for (auto& worker : workers_) worker->thread.join();
    watcher_.join();
}

std::uint64_t TaskPool::add(Clock::time_point deadline, Task task) {
    std::uint64_t number = 0;
    {
        const std::lock_guard lock(mutex_);
        number = ++last_number_;
        waiting_.push_back({number, deadline, std::move(task)});
    }
    wake_.notify_one();
    return number;
}

bool TaskPool::stop(std::uint64_t task) {
    const std::lock_guard lock(mutex_);
    for (auto& worker : workers_)
        if (worker->task == task) worker->stop.request();
    return std::erase_if(waiting_, [&](const Waiting& each) { return each.number == task; }) > 0;
}

void TaskPool::work(std::size_t thread) {
    Worker& worker = *workers_[thread];
    std::unique_lock lock(mutex_);
    while (true) {
        wake_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
        if (ending_) return;
        const Waiting next = std::move(waiting_.front());
        waiting_.pop_front();
        const auto now = Clock::now();
        const auto rounds = 1 + waiting_.size() / workers_.size();  // until the last one's turn
        const auto share = (next.deadline - now) * 4 / 5 / static_cast<int>(rounds);
        worker.stop.reset();
        worker.task = next.number;
        worker.stop_at = now + std::max(share, Clock::duration::zero());
        lock.unlock();
        wake_watch_.notify_one();
        try {
            next.task(thread, worker.stop);
        } catch (const std::exception&) {  // NOLINT: as the header says
        }
        lock.lock();
        worker.task = 0;
        worker.stop_at = Clock::time_point::max();
    }
}

void TaskPool::watch() {
    std::unique_lock lock(mutex_);
    while (!ending_) {
        auto next = Clock::time_point::max();
        const auto now = Clock::now();
        for (auto& worker : workers_) {
            if (worker->stop_at <= now) {
                worker->stop.request();
                worker->stop_at = Clock::time_point::max();
            }
            next = std::min(next, worker->stop_at);
        }
        if (next == Clock::time_point::max())
            wake_watch_.wait(lock);
        else
            wake_watch_.wait_until(lock, next);
    }
}

}  // namespace kalah
