// Jobs: the queues that programs on several machines work off together. A queue has jobs of one
// kind, such as the games of a tournament; a job has a text, which its kind reads, and a result.
// Workers take jobs, each with a lease: a worker that does not renew it, because it is dead, hangs
// or has lost the network, loses its jobs, and others do them. A job that has been lost kMostLost
// times is aborted, since it may be what kills the workers. All times are those of the home's
// clock. A part of the Store. Any thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "store/measurements.hpp"
#include "store/tournaments.hpp"

namespace kalah::store {

using QueueId = std::int64_t;
using WorkerId = std::int64_t;

constexpr int kMostLost = 5;

enum class QueueState : std::uint8_t {
    open,
    paused,   // no more jobs are taken
    stopped,  // likewise, and running jobs were taken back
    done,
};
/// "open", "paused", …
[[nodiscard]] std::string_view name(QueueState state);

struct NewQueue {
    std::string kind = {};                        // of its jobs: "game", "lab", …
    std::string title = {};                       // for people
    std::string signature = {};                   // only workers with this one; empty: all
    std::optional<TournamentId> tournament = {};  // whose games the jobs are
};
struct Queue : NewQueue {
    QueueId id = 0;
    QueueState state = QueueState::open;
    Milliseconds created = 0;
};

struct JobKey {
    QueueId queue = 0;
    std::size_t number = 0;  // in its queue; of a game, that in its tournament
    // NOLINTNEXTLINE(modernize-use-nullptr): there is none
    auto operator<=>(const JobKey&) const = default;
};
struct NewJob {
    std::size_t number = 0;
    std::string text = {};   // what is to be done
    std::string needs = {};  // files that a worker must have, for people to read too; empty: none
};
struct Job : NewJob {
    QueueId queue = 0;
    std::string kind = {};
    std::optional<TournamentId> tournament = {};
    int attempts = 0;  // including this one
    [[nodiscard]] JobKey key() const { return {queue, number}; }
};

struct NewWorker {
    std::string name = {};                // for people
    std::string build = {};               // "kalah 0.2.0 (1a2b3c4d)"
    std::string signature = {};           // of its searches
    double speed = 0;                     // positions per second
    int slots = 1;                        // jobs at a time
    std::vector<std::string> kinds = {};  // of jobs that it can do
};

using JobResults = std::vector<std::pair<std::size_t, std::string>>;  // by number

/// How far a queue is, and who works on it.
struct QueueStatus {
    std::int64_t waiting = 0;
    std::int64_t running = 0;
    std::int64_t done = 0;
    std::int64_t again = 0;                 // leases that were lost
    std::vector<std::size_t> aborted = {};  // numbers of jobs that nobody takes any more
    struct AtWork {
        std::string name;
        std::string build;
        double speed = 0;
        int slots = 0;
        int running = 0;  // of this queue
    };
    std::vector<AtWork> workers = {};  // alive, also if they cannot do its jobs
    /// Jobs that wait for files that no worker has: the files, and how many.
    std::vector<std::pair<std::string, std::int64_t>> lacking = {};
};

class Jobs {
  public:
    /// Opens a queue with jobs. That of a tournament replaces the one that it had: its jobs are all
    /// that is left, and those that had a result keep it. No other program may play the tournament.
    [[nodiscard]] virtual Result<QueueId> open_queue(const NewQueue& queue,
                                                     std::span<const NewJob> jobs,
                                                     Milliseconds now) = 0;
    /// Newest first.
    [[nodiscard]] virtual Result<std::vector<Queue>> queues() = 0;
    [[nodiscard]] virtual Result<std::optional<Queue>> queue_of(TournamentId tournament) = 0;
    [[nodiscard]] virtual Result<QueueStatus> status(QueueId queue) = 0;
    /// Pauses, opens again or stops a queue, or ends one that has no tournament. An error if it is
    /// done, or if there is none.
    [[nodiscard]] virtual std::optional<Error> set_state(QueueId queue, QueueState state) = 0;
    /// Open queues of a kind in which nothing waits or runs, and nothing was aborted.
    [[nodiscard]] virtual Result<std::vector<Queue>> drained_queues(const std::string& kind) = 0;
    /// The results of jobs that are done, by number, from this one on.
    [[nodiscard]] virtual Result<JobResults> job_results(QueueId queue, std::size_t from = 0) = 0;

    [[nodiscard]] virtual Result<WorkerId> enter_worker(const NewWorker& worker,
                                                        std::chrono::milliseconds lease) = 0;
    /// Renews the lease of all jobs of a worker, which it gets back. Nothing: the lease has run
    /// out, and all its jobs are lost.
    [[nodiscard]] virtual Result<std::optional<std::vector<JobKey>>> renew(
        WorkerId worker, std::chrono::milliseconds lease) = 0;
    /// Gives its jobs back.
    [[nodiscard]] virtual std::optional<WriteError> leave_worker(WorkerId worker) = 0;

    /// The next job that the worker can do: the first one of the oldest queue.
    [[nodiscard]] virtual Result<std::optional<Job>> take_job(WorkerId worker) = 0;
    /// The worker has not what such jobs need: takes them no more, and gives this one back.
    [[nodiscard]] virtual std::optional<WriteError> refuse_job(WorkerId worker, const Job& job) = 0;
    /// From now on it may have what it lacked.
    [[nodiscard]] virtual std::optional<WriteError> forget_refusals(WorkerId worker) = 0;
    [[nodiscard]] virtual std::optional<WriteError> give_back(WorkerId worker,
                                                              const JobKey& job) = 0;
    /// Writes the result and ends the lease. False if the lease was lost: nothing is written.
    [[nodiscard]] virtual Result<bool> finish_job(WorkerId worker, const JobKey& job,
                                                  const std::string& result) = 0;
    /// The same for a game of a tournament, whose result is the game.
    [[nodiscard]] virtual Result<bool> finish_game(WorkerId worker, const JobKey& job,
                                                   const PlayedGame& game,
                                                   const std::string& origin) = 0;
    /// The same for measurements. Those that are there already stay as they are.
    [[nodiscard]] virtual Result<bool> finish_measured(WorkerId worker, const JobKey& job,
                                                       std::span<const Measurement> measurements,
                                                       Milliseconds now) = 0;

    /// Returns when there may be a job, or after this time. False if nobody has said that there is
    /// one; a home that does not tell is to be asked again soon.
    [[nodiscard]] virtual bool wait_for_jobs(std::chrono::milliseconds most) = 0;

  protected:
    ~Jobs() = default;
};

}  // namespace kalah::store
