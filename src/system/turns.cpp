#include "system/turns.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include "system/low_priority.hpp"

namespace kalah {

Turns::Turns(std::size_t threads, Clock::duration turn) : turn_(turn) {
    for (std::size_t i = 0; i < threads; ++i) workers_.push_back(std::make_unique<Worker>());
    for (auto& worker : workers_)
        worker->thread = std::thread([this, &worker = *worker] {
            lower_priority();
            work(worker);
        });
    watcher_ = std::thread([this] { watch(); });
}

Turns::~Turns() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
        for (auto& worker : workers_) worker->stop.request();
    }
    wake_.notify_all();
    wake_watch_.notify_all();
    for (auto& worker : workers_) worker->thread.join();
    watcher_.join();
}

Turns::Ticket Turns::add(Work work) {
    const std::lock_guard lock(mutex_);
    waiting_.push_back({++last_ticket_, std::move(work)});
    wake_.notify_one();
    wake_watch_.notify_one();
    return last_ticket_;
}

void Turns::end(Ticket ticket) {
    Waiting dropped;  // destroyed without the lock
    const std::lock_guard lock(mutex_);
    for (auto& worker : workers_) {
        if (worker->ticket != ticket) continue;
        worker->ticket = 0;
        worker->stop.request();
    }
    const auto found = std::find_if(waiting_.begin(), waiting_.end(),
                                    [&](const Waiting& one) { return one.ticket == ticket; });
    if (found == waiting_.end()) return;
    dropped = std::move(*found);
    waiting_.erase(found);
}

void Turns::work(Worker& worker) {
    std::unique_lock lock(mutex_);
    for (;;) {
        wake_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
        if (ending_) return;
        Waiting next = std::move(waiting_.front());
        waiting_.pop_front();
        worker.ticket = next.ticket;
        worker.turn_over = Clock::now() + turn_;
        worker.stop.reset();
        lock.unlock();
        wake_watch_.notify_one();

        After after = After::done;
        try {
            after = next.work(worker.stop);
        } catch (const std::exception&) {  // NOLINT: as the header says
        }
        if (after == After::done) next.work = {};
        lock.lock();
        const bool wanted = worker.ticket == next.ticket;
        worker.ticket = 0;
        if (after == After::again && wanted) {
            waiting_.push_back(std::move(next));
            continue;
        }
        lock.unlock();
        next.work = {};
        lock.lock();
    }
}

void Turns::watch() {
    std::unique_lock lock(mutex_);
    while (!ending_) {
        auto next = Clock::time_point::max();
        const auto now = Clock::now();
        for (auto& worker : workers_) {
            if (waiting_.empty() || worker->ticket == 0 || worker->stop.requested()) continue;
            if (worker->turn_over <= now)
                worker->stop.request();
            else
                next = std::min(next, worker->turn_over);
        }
        if (next == Clock::time_point::max())
            wake_watch_.wait(lock);
        else
            wake_watch_.wait_until(lock, next);
    }
}

}  // namespace kalah
