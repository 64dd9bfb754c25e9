// Scheduler: the threads that compute, and the jobs that wait for them. The highest priority goes
// first; within one, the earliest deadline, then the job that came first. Threads have a low
// priority of the operating system, so that they never delay the network.
//
// A job looks at its StopToken and returns soon once a stop is requested. A `move` is stopped early
// enough before its deadline, and earlier when other moves wait: they share the time left. Other
// jobs run in slices: when jobs of the same or a higher priority wait, a slice ends after 100 ms;
// when a move waits, the slice of the lowest job ends at once. Constant moves do not starve the
// others: when moves have taken the time of nine slices while others waited, the one that has
// waited longest gets a slice that no move ends. Any thread may call anything, jobs too.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <tuple>
#include <vector>

#include "kalah/stop_token.hpp"

namespace kalah {

enum class Priority : std::uint8_t { move, analysis, review, background };

class Scheduler {
  public:
    using Clock = std::chrono::steady_clock;
    using JobId = std::uint64_t;  // from 1, never used again
    enum class After : bool { done, again };
    struct Job {
        Priority priority = Priority::move;
        std::optional<Clock::time_point> deadline = {};
        /// Which thread it is (from 0). `again`: the job goes to the back of the queue and is run
        /// once more later. What it throws ends it, and nothing else.
        std::function<After(std::size_t worker, const StopToken& stop)> run = {};
    };
    static constexpr std::chrono::milliseconds kSlice{100};

    /// Without threads, jobs run in run_one() only. `niceness` is how far the threads' priority is
    /// lowered.
    explicit Scheduler(std::size_t threads, Clock::duration slice = kSlice, int niceness = 5);
    /// Stops what runs, waits for it, and drops what waits.
    ~Scheduler();
    Scheduler(const Scheduler&) = delete;
    Scheduler& operator=(const Scheduler&) = delete;

    [[nodiscard]] std::size_t threads() const { return threads_.size(); }
    JobId submit(Job job);
    /// The job is told to stop and does not run again. Never waits. True if it was not running:
    /// then it will not touch anything any more.
    bool cancel(JobId id);
    /// Runs the first job that waits on the calling thread, as worker 0. False if none waits. Only
    /// for a scheduler without threads, from one thread.
    bool run_one();

  private:
    using Key = std::tuple<Priority, Clock::time_point, std::uint64_t>;  // the order of the queue
    struct Waiting {
        JobId id = 0;
        Job job = {};
    };
    struct Worker {
        JobId id = 0;  // 0: idle
        Priority priority = Priority::move;
        Clock::time_point deadline;  // the job's own
        Clock::time_point began;
        Clock::time_point stop_at;  // what the token was told
        bool owed = false;          // its slice is its share: no move ends it
        bool stopping = false;      // preempted or cancelled
        bool cancelled = false;
        StopToken stop = {};
    };
    using Lock = std::unique_lock<std::mutex>;

    void work(std::size_t index);
    [[nodiscard]] std::map<Key, Waiting>::iterator next_job();
    void run_next(std::size_t index, Lock& lock);
    void start(Worker& worker, const Waiting& next);
    void enqueue(Waiting waiting);
    void make_room_for(const Key& move);
    void balance();
    static void stop_at(Worker& worker, Clock::time_point when);

    Clock::duration slice_;
    std::mutex mutex_;  // guards what follows
    std::condition_variable wake_;
    std::map<Key, Waiting> waiting_;
    Clock::duration moved_{0};  // by moves while others waited, since one of these ran
    std::uint64_t last_place_ = 0;
    JobId last_id_ = 0;
    bool ending_ = false;
    std::vector<std::unique_ptr<Worker>> workers_;
    std::vector<std::thread> threads_;
};

}  // namespace kalah
