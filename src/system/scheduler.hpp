// Scheduler: the threads that compute, and the queue of jobs for them. The highest priority runs
// first; within a priority, the earliest deadline, then the job that came first. The threads run at
// a low priority of the operating system, so that they never delay the network.
//
// A job checks its StopToken and returns soon after a stop is requested. A `move` is stopped early
// enough before its deadline, and earlier when other moves wait: they share the time left. Other
// jobs run in slices: while jobs of the same or a higher priority wait, a slice ends after 100 ms;
// when a move waits, the slice of the job with the lowest priority ends at once. A constant stream
// of moves does not starve the other jobs: when moves have taken the time of nine slices while
// others waited, the job that has waited longest gets a slice that no move ends. Any thread may
// call any function, and so may jobs.
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
        /// `worker` is the number of the thread, from 0. `again` puts the job at the back of the
        /// queue, to run once more later. An exception ends the job, and nothing else.
        std::function<After(std::size_t worker, const StopToken& stop)> run = {};
    };
    static constexpr std::chrono::milliseconds kSlice{100};

    /// Without threads, jobs run in run_one() only. `niceness` is how far the threads' priority is
    /// lowered.
    explicit Scheduler(std::size_t threads, Clock::duration slice = kSlice, int niceness = 5);
    /// Stops the running jobs, waits for them, and drops the waiting ones.
    ~Scheduler();
    Scheduler(const Scheduler&) = delete;
    Scheduler& operator=(const Scheduler&) = delete;

    [[nodiscard]] std::size_t threads() const { return threads_.size(); }
    JobId submit(Job job);
    /// Tells the job to stop and never runs it again. Does not wait. True if the job was not
    /// running: then it touches nothing any more.
    bool cancel(JobId id);
    /// Runs the first job that waits on the calling thread, as worker 0. False if none waits. Tells
    /// a job that is no move to stop after `slice`. Only for a scheduler without threads, from one
    /// thread.
    bool run_one(Clock::duration slice = Clock::duration::max());

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
        Clock::time_point stop_at;  // the deadline that `stop` has
        bool owed = false;          // the job is owed this slice: no move ends it
        bool stopping = false;      // preempted or cancelled
        bool cancelled = false;
        StopToken stop = {};
    };
    using Lock = std::unique_lock<std::mutex>;

    void work(std::size_t index);
    [[nodiscard]] std::map<Key, Waiting>::iterator next_job();
    void run_next(std::size_t index, Lock& lock, Clock::duration slice = Clock::duration::max());
    void start(Worker& worker, const Waiting& next);
    void enqueue(Waiting waiting);
    void make_room_for(const Key& move);
    void balance();
    static void stop_at(Worker& worker, Clock::time_point when);

    Clock::duration slice_;
    std::mutex mutex_;  // guards the members below
    std::condition_variable wake_;
    std::map<Key, Waiting> waiting_;
    Clock::duration moved_{0};  // time of moves while others waited, since one of the others ran
    std::uint64_t last_place_ = 0;
    JobId last_id_ = 0;
    bool ending_ = false;
    std::vector<std::unique_ptr<Worker>> workers_;
    std::vector<std::thread> threads_;
};

}  // namespace kalah
