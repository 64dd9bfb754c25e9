#include "system/scheduler.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <cerrno>
#include <utility>

namespace kalah {
namespace {

constexpr auto kNever = Scheduler::Clock::time_point::max();
constexpr int kMoveSlices = 9;  // slices that moves may take before another job gets one
/// Sorts before the keys of all jobs that are not moves.
constexpr std::tuple<Priority, Scheduler::Clock::time_point, std::uint64_t> kFirstOther{
    Priority::analysis, Scheduler::Clock::time_point::min(), 0};

/// Until when a move may run if `parts` moves share the time left. Keeps a fifth of it back, for
/// sending the answer.
Scheduler::Clock::time_point share(Scheduler::Clock::time_point now,
                                   Scheduler::Clock::time_point deadline, std::size_t parts) {
    if (deadline == kNever) return kNever;
    const auto left = (deadline - now) / 5 * 4 / static_cast<int>(parts);
    return now + std::max(left, Scheduler::Clock::duration::zero());
}

/// Lowers the priority of the calling thread alone, on Linux.
void lower_priority(int niceness) {
    if (niceness <= 0) return;
    errno = 0;  // -1 is a priority too
    const int inherited = ::getpriority(PRIO_PROCESS, 0);
    if (errno == 0) ::setpriority(PRIO_PROCESS, 0, inherited + niceness);
}

}  // namespace

Scheduler::Scheduler(std::size_t threads, Clock::duration slice, int niceness) : slice_(slice) {
    for (std::size_t i = 0; i < std::max<std::size_t>(threads, 1); ++i)
        workers_.push_back(std::make_unique<Worker>());
    for (std::size_t i = 0; i < threads; ++i)
        threads_.emplace_back([this, i, niceness] {
            lower_priority(niceness);
            work(i);
        });
}

Scheduler::~Scheduler() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
        for (auto& worker : workers_) worker->stop.request();
    }
    wake_.notify_all();
    for (auto& thread : threads_) thread.join();
}

Scheduler::JobId Scheduler::submit(Job job) {
    JobId id = 0;
    {
        const std::lock_guard lock(mutex_);
        id = ++last_id_;
        enqueue({id, std::move(job)});
        balance();
    }
    wake_.notify_one();
    return id;
}

bool Scheduler::cancel(JobId id) {
    Waiting dropped;  // destroyed without the lock
    const std::lock_guard lock(mutex_);
    for (auto& worker : workers_) {
        if (worker->id != id) continue;
        worker->stopping = worker->cancelled = true;
        worker->stop.request();
        return false;
    }
    const auto found = std::find_if(waiting_.begin(), waiting_.end(),
                                    [&](const auto& each) { return each.second.id == id; });
    if (found != waiting_.end()) {
        dropped = std::move(found->second);
        waiting_.erase(found);
        balance();
    }
    return true;
}

bool Scheduler::run_one(Clock::duration slice) {
    Lock lock(mutex_);
    if (waiting_.empty()) return false;
    run_next(0, lock, slice);
    return true;
}

void Scheduler::work(std::size_t index) {
    Lock lock(mutex_);
    while (true) {
        wake_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
        if (ending_) return;
        run_next(index, lock);
    }
}

/// Never a move while the other jobs are owed a slice.
std::map<Scheduler::Key, Scheduler::Waiting>::iterator Scheduler::next_job() {
    const auto others = waiting_.lower_bound(kFirstOther);
    if (moved_ <= kMoveSlices * slice_ || others == waiting_.end()) return waiting_.begin();
    return std::min_element(others, waiting_.end(), [](const auto& a, const auto& b) {
        return std::get<std::uint64_t>(a.first) < std::get<std::uint64_t>(b.first);
    });
}

void Scheduler::run_next(std::size_t index, Lock& lock, Clock::duration slice) {
    Worker& worker = *workers_[index];
    const auto first = next_job();
    Waiting next = std::move(first->second);
    waiting_.erase(first);
    start(worker, next);
    balance();
    if (slice != Clock::duration::max() && worker.priority != Priority::move)
        stop_at(worker, std::min(worker.stop_at, worker.began + slice));
    lock.unlock();
    After after = After::done;
    try {
        after = next.job.run(index, worker.stop);
    } catch (...) {  // NOLINT: as the header says; memory can run out
    }
    if (after == After::done) next.job = {};
    lock.lock();
    worker.id = 0;
    if (worker.priority == Priority::move && waiting_.lower_bound(kFirstOther) != waiting_.end())
        moved_ += Clock::now() - worker.began;
    if (after == After::again && !worker.cancelled) return enqueue(std::move(next));
    lock.unlock();
    next.job = {};  // destroys a cancelled job without the lock
    lock.lock();
}

void Scheduler::start(Worker& worker, const Waiting& next) {
    const auto now = Clock::now();
    worker.stop.reset();
    worker.id = next.id;
    worker.priority = next.job.priority;
    worker.deadline = next.job.deadline.value_or(kNever);
    worker.began = now;
    worker.stopping = worker.cancelled = false;
    worker.owed = worker.priority != Priority::move && moved_ > kMoveSlices * slice_;
    if (worker.priority != Priority::move) {
        moved_ = {};
        return stop_at(worker, worker.deadline);
    }
    const auto moves = static_cast<std::size_t>(
        std::distance(waiting_.begin(), waiting_.lower_bound(kFirstOther)));
    stop_at(worker, share(now, worker.deadline, 1 + moves / workers_.size()));
}

void Scheduler::enqueue(Waiting waiting) {
    const Key key{waiting.job.priority, waiting.job.deadline.value_or(kNever), ++last_place_};
    waiting_.emplace(key, std::move(waiting));
    if (std::get<Priority>(key) == Priority::move) make_room_for(key);
}

/// Gives a move that arrives while others run a fair share of its time left: unless enough of the
/// running moves end in time anyway, one of them must end early enough.
void Scheduler::make_room_for(const Key& move) {
    const auto now = Clock::now();
    const auto before =
        static_cast<std::size_t>(std::distance(waiting_.begin(), waiting_.find(move)));
    const auto latest = share(now, std::get<Clock::time_point>(move), 2 + before / workers_.size());
    std::size_t in_time = 0;
    Worker* next = nullptr;
    for (auto& worker : workers_) {
        if (worker->id == 0 || worker->priority != Priority::move || worker->stop_at <= latest)
            ++in_time;
        else if (next == nullptr || worker->stop_at < next->stop_at)
            next = worker.get();
    }
    if (next != nullptr && in_time < std::min(before + 1, workers_.size())) stop_at(*next, latest);
}

/// Updates when the running jobs must stop, depending on the jobs that wait.
void Scheduler::balance() {
    std::size_t free = 0;  // workers that the next moves will have soon
    for (auto& worker : workers_) {
        free += worker->id == 0 || worker->stopping ? 1 : 0;
        if (worker->id == 0 || worker->priority == Priority::move) continue;
        const bool wanted =
            !waiting_.empty() && std::get<Priority>(waiting_.begin()->first) <= worker->priority;
        stop_at(*worker,
                wanted ? std::min(worker->deadline, worker->began + slice_) : worker->deadline);
    }
    for (const auto& [key, waiting] : waiting_) {
        if (std::get<Priority>(key) != Priority::move) break;
        if (free > 0) {
            --free;
            continue;
        }
        Worker* lowest = nullptr;
        for (auto& worker : workers_)
            if (worker->id != 0 && !worker->stopping && !worker->owed &&
                worker->priority != Priority::move &&
                (lowest == nullptr || worker->priority > lowest->priority))
                lowest = worker.get();
        if (lowest == nullptr) break;
        lowest->stopping = true;
        lowest->stop.request();
    }
}

void Scheduler::stop_at(Worker& worker, Clock::time_point when) {
    worker.stop_at = when;
    worker.stop.set_deadline(when);
}

}  // namespace kalah
