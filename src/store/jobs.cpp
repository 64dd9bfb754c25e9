#include "store/jobs.hpp"

#include <poll.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <thread>

#include "store/game_rows.hpp"
#include "store/sql_store.hpp"

namespace kalah::store {
namespace {

constexpr std::array<std::string_view, 4> kStates{"open", "paused", "stopped", "done"};

/// In the order of read_queue.
constexpr const char* kQueues =
    "SELECT id, kind, title, signature, tournament, state, created FROM queues";

Queue read_queue(const Statement& row) {
    Queue queue;
    std::string state;
    fetch(row, queue.id, queue.kind, queue.title, queue.signature, queue.tournament, state,
          queue.created);
    const auto* const found = std::find(kStates.begin(), kStates.end(), state);
    queue.state = static_cast<QueueState>(found - kStates.begin());
    return queue;
}

std::vector<Queue> read_queues(const Rows& rows) {
    std::vector<Queue> queues;
    while (rows->step()) queues.push_back(read_queue(*rows));
    return queues;
}

void insert_jobs(Connection& database, QueueId queue, std::span<const NewJob> jobs) {
    const Rows insert =
        database.prepare("INSERT INTO jobs (queue, number, text, needs) VALUES (?, ?, ?, ?)");
    for (const NewJob& job : jobs) run(*insert, queue, job.number, job.text, job.needs);
}

/// Results that the jobs of a tournament already have.
JobResults results_of_tournament(Connection& database, TournamentId tournament) {
    JobResults results;
    const auto rows = query(database,
                            "SELECT number, result FROM jobs WHERE result <> '' AND queue IN "
                            "(SELECT id FROM queues WHERE tournament = ?)",
                            tournament);
    while (rows->step()) {
        auto& [number, result] = results.emplace_back();
        fetch(*rows, number, result);
    }
    return results;
}

/// Ends the lease of a job; false if the worker has lost it.
bool end_lease(Connection& database, WorkerId worker, const JobKey& job,
               const std::string& result) {
    return run(database,
               "UPDATE jobs SET state = 'done', worker = NULL, result = ? "
               "WHERE queue = ? AND number = ? AND worker = ?",
               result, job.queue, job.number, worker) == 1;
}

/// Open queues that want the worker's kinds and signature, and in which something waits, oldest
/// first.
constexpr const char* kQueuesWithJobs = R"sql(
SELECT id, kind, tournament FROM queues
WHERE state = 'open'
    AND EXISTS (SELECT 1 FROM workers WHERE number = ?
        AND workers.kinds LIKE '% ' || queues.kind || ' %'
        AND queues.signature IN ('', workers.signature))
    AND (SELECT number FROM jobs WHERE queue = queues.id AND state = 'waiting'
        ORDER BY number LIMIT 1) IS NOT NULL
ORDER BY id)sql";

/// One queue at a time, so that the index gives the first job in any database: sorting what waits,
/// as a planner without statistics prefers for several queues, took 50 ms with 20,000 jobs.
constexpr const char* kTakeFirst = R"sql(
UPDATE jobs SET state = 'running', worker = ?1, attempts = attempts + 1
WHERE queue = ?2 AND number = (SELECT number FROM jobs
    WHERE queue = ?2 AND state = 'waiting' AND NOT EXISTS (SELECT 1 FROM refusals
        WHERE refusals.worker = ?1 AND refusals.queue = ?2 AND refusals.needs = jobs.needs)
    ORDER BY number LIMIT 1)sql";

std::optional<Job> take(Connection& database, WorkerId worker) {
    std::vector<Job> queues;
    const auto rows = query(database, kQueuesWithJobs, worker);
    while (rows->step()) {
        Job& each = queues.emplace_back();
        fetch(*rows, each.queue, each.kind, each.tournament);
    }
    for (Job& job : queues) {
        // After a crash of the database the job may wait again: then its worker's result is
        // refused.
        Transaction transaction(database, Others::may_write, Disk::soon);
        const auto row = query(database,
                               std::string(kTakeFirst) + database.lock_one_row("jobs") +
                                   ") RETURNING number, text, needs, attempts",
                               worker, job.queue);
        if (!row->step()) continue;
        fetch(*row, job.number, job.text, job.needs, job.attempts);
        while (row->step()) {  // SQLite commits no statement that has not reached its end
        }
        transaction.commit();
        return job;
    }
    return std::nullopt;
}

/// Of a queue: jobs that wait for files that none of the workers has that could do them otherwise.
constexpr const char* kLacking = R"sql(
SELECT jobs.needs, count(*) FROM jobs JOIN queues ON queues.id = jobs.queue
WHERE jobs.queue = ? AND jobs.state = 'waiting' AND jobs.needs <> ''
    AND EXISTS (SELECT 1 FROM refusals JOIN workers ON workers.number = refusals.worker
        WHERE refusals.queue = jobs.queue AND refusals.needs = jobs.needs)
    AND NOT EXISTS (SELECT 1 FROM workers
        WHERE workers.kinds LIKE '% ' || queues.kind || ' %'
            AND queues.signature IN ('', workers.signature)
            AND NOT EXISTS (SELECT 1 FROM refusals WHERE refusals.worker = workers.number
                AND refusals.queue = jobs.queue AND refusals.needs = jobs.needs))
GROUP BY jobs.needs ORDER BY jobs.needs)sql";

}  // namespace

std::string_view name(QueueState state) {
    return kStates[static_cast<std::size_t>(state)];
}

void free_lost_jobs(Connection& database) {
    const auto lost = column<WorkerId>(query(
        database, std::string("SELECT number FROM workers WHERE expires < ") + database.clock()));
    for (const WorkerId worker : lost) {
        // It may have renewed its lease meanwhile.
        if (run(database,
                std::string("DELETE FROM workers WHERE number = ? AND expires < ") +
                    database.clock(),
                worker) == 1)
            run(database, "UPDATE jobs SET state = 'waiting', worker = NULL WHERE worker = ?",
                worker);
    }
    if (!lost.empty()) database.notify();
}

Result<QueueId> SqlStore::open_queue(const NewQueue& queue, std::span<const NewJob> jobs,
                                     Milliseconds now) {
    return read<QueueId>([&]() -> Result<QueueId> {
        Transaction transaction(database_, Others::wait);
        JobResults kept;
        if (queue.tournament) {
            const auto state = column<std::string>(query(
                database_, "SELECT state FROM queues WHERE tournament = ?", queue.tournament));
            if (!state.empty() && (state.front() == "open" || state.front() == "paused"))
                return Error{path_ + ": workers play tournament " +
                             std::to_string(*queue.tournament) + " already"};
            kept = results_of_tournament(database_, *queue.tournament);
            run(database_,
                "DELETE FROM jobs WHERE queue IN (SELECT id FROM queues WHERE tournament = ?)",
                queue.tournament);
            run(database_, "DELETE FROM queues WHERE tournament = ?", queue.tournament);
            run(database_, "UPDATE tournaments SET referee = NULL WHERE id = ?", queue.tournament);
        }
        const QueueId id = next_number(database_, "queues");
        run(database_,
            "INSERT INTO queues (id, kind, title, signature, tournament, created) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            id, queue.kind, queue.title, queue.signature, queue.tournament, now);
        insert_jobs(database_, id, jobs);
        for (const auto& [number, result] : kept)
            run(database_,
                "UPDATE jobs SET state = 'done', result = ? WHERE queue = ? AND number = ?", result,
                id, number);
        database_.notify();
        transaction.commit();
        return id;
    });
}

Result<std::vector<Queue>> SqlStore::queues() {
    return read<std::vector<Queue>>([&] {
        if (lacks("queues")) return std::vector<Queue>();
        return read_queues(query(database_, std::string(kQueues) + " ORDER BY id DESC"));
    });
}

Result<std::optional<Queue>> SqlStore::queue_of(TournamentId tournament) {
    return read<std::optional<Queue>>([&] {
        if (lacks("queues")) return std::optional<Queue>();
        const auto row =
            query(database_, std::string(kQueues) + " WHERE tournament = ?", tournament);
        return row->step() ? std::optional(read_queue(*row)) : std::nullopt;
    });
}

Result<QueueStatus> SqlStore::status(QueueId queue) {
    return read<QueueStatus>([&] {
        QueueStatus status;
        const auto counts = query(database_,
                                  "SELECT state, count(*), CAST(sum(attempts) AS BIGINT) "
                                  "FROM jobs WHERE queue = ? GROUP BY state",
                                  queue);
        while (counts->step()) {
            std::string state;
            std::int64_t count = 0;
            std::int64_t attempts = 0;
            fetch(*counts, state, count, attempts);
            (state == "waiting"   ? status.waiting
             : state == "running" ? status.running
                                  : status.done) += count;
            status.again += state == "waiting" ? attempts : attempts - count;
        }
        const auto workers =
            query(database_,
                  std::string("SELECT name, build, speed, slots, (SELECT count(*) FROM jobs WHERE "
                              "worker = workers.number AND queue = ?) FROM workers "
                              "WHERE expires >= ") +
                      database_.clock() + " ORDER BY number",
                  queue);
        while (workers->step()) {
            auto& each = status.workers.emplace_back();
            fetch(*workers, each.name, each.build, each.speed, each.slots, each.running);
        }
        const auto lacking = query(database_, kLacking, queue);
        while (lacking->step()) {
            auto& [needs, count] = status.lacking.emplace_back();
            fetch(*lacking, needs, count);
        }
        return status;
    });
}

std::optional<Error> SqlStore::set_state(QueueId queue, QueueState state) {
    assert(state != QueueState::done);
    return guarded<std::optional<Error>>([&]() -> std::optional<Error> {
        Transaction transaction(database_);
        const auto found = column<std::string>(query(
            database_, std::string("SELECT state FROM queues WHERE id = ?") + database_.lock_rows(),
            queue));
        const std::string called = "queue " + std::to_string(queue);
        if (found.empty()) return Error{path_ + ": there is no " + called};
        if (found.front() == "done") return Error{called + " is done"};
        if (found.front() == "stopped")
            return Error{called + " is stopped: 'kalah resume --queue' opens it again"};
        run(database_, "UPDATE queues SET state = ? WHERE id = ?", name(state), queue);
        if (state == QueueState::stopped)
            run(database_,
                "UPDATE jobs SET state = 'waiting', worker = NULL WHERE queue = ? AND worker IS "
                "NOT NULL",
                queue);
        if (state == QueueState::open) database_.notify();
        transaction.commit();
        return std::nullopt;
    });
}

Result<std::vector<Queue>> SqlStore::drained_queues(const std::string& kind) {
    return read<std::vector<Queue>>([&] {
        return read_queues(
            query(database_,
                  std::string(kQueues) +
                      " WHERE kind = ? AND state = 'open' AND NOT EXISTS (SELECT 1 FROM jobs WHERE "
                      "queue = queues.id AND state = 'waiting') AND NOT EXISTS (SELECT 1 FROM jobs "
                      "WHERE queue = queues.id AND worker IS NOT NULL) ORDER BY id",
                  kind));
    });
}

Result<JobResults> SqlStore::job_results(QueueId queue, std::size_t from) {
    return read<JobResults>([&] {
        JobResults results;
        const auto rows = query(database_,
                                "SELECT number, result FROM jobs WHERE queue = ? AND number >= ? "
                                "AND state = 'done' ORDER BY number",
                                queue, from);
        while (rows->step()) {
            auto& [number, result] = results.emplace_back();
            fetch(*rows, number, result);
        }
        return results;
    });
}

Result<WorkerId> SqlStore::enter_worker(const NewWorker& worker, std::chrono::milliseconds lease) {
    return read<WorkerId>([&] {
        database_.wait_for_disk();  // a game that was reported must not be played again
        Transaction transaction(database_);
        free_lost_jobs(database_);
        const WorkerId number = next_number(database_, "workers");
        std::string kinds = " ";
        for (const std::string& kind : worker.kinds) kinds += kind + ' ';
        run(database_,
            std::string("INSERT INTO workers (number, name, build, signature, speed, slots, kinds, "
                        "expires) VALUES (?, ?, ?, ?, ?, ?, ?, ? + ") +
                database_.clock() + ")",
            number, worker.name, worker.build, worker.signature, worker.speed, worker.slots, kinds,
            lease.count());
        transaction.commit();
        return number;
    });
}

Result<std::optional<std::vector<JobKey>>> SqlStore::renew(WorkerId worker,
                                                           std::chrono::milliseconds lease) {
    using Held = std::optional<std::vector<JobKey>>;
    return read<Held>([&]() -> Held {
        const int changed = run(database_,
                                std::string("UPDATE workers SET expires = ? + ") +
                                    database_.clock() + " WHERE number = ?",
                                lease.count(), worker);
        if (changed == 0) return std::nullopt;
        std::vector<JobKey> held;
        const auto rows =
            query(database_, "SELECT queue, number FROM jobs WHERE worker = ?", worker);
        while (rows->step()) {
            JobKey& key = held.emplace_back();
            fetch(*rows, key.queue, key.number);
        }
        return held;
    });
}

std::optional<WriteError> SqlStore::leave_worker(WorkerId worker) {
    return write([&] {
        run(database_,
            "UPDATE jobs SET state = 'waiting', worker = NULL, attempts = attempts - 1 "
            "WHERE worker = ?",
            worker);
        run(database_, "DELETE FROM workers WHERE number = ?", worker);
        database_.notify();
    });
}

Result<std::optional<Job>> SqlStore::take_job(WorkerId worker) {
    return read<std::optional<Job>>([&] {
        if (auto job = take(database_, worker)) return job;
        {
            Transaction transaction(database_);
            free_lost_jobs(database_);
            transaction.commit();
        }
        return take(database_, worker);
    });
}

std::optional<WriteError> SqlStore::refuse_job(WorkerId worker, const Job& job) {
    return write([&] {
        run(database_,
            "INSERT INTO refusals SELECT number, ?, ? FROM workers WHERE number = ? "
            "ON CONFLICT DO NOTHING",
            job.queue, job.needs, worker);
        run(database_,
            "UPDATE jobs SET state = 'waiting', worker = NULL, attempts = attempts - 1 "
            "WHERE queue = ? AND number = ? AND worker = ?",
            job.queue, job.number, worker);
        database_.notify();
    });
}

std::optional<WriteError> SqlStore::forget_refusals(WorkerId worker) {
    return write([&] { run(database_, "DELETE FROM refusals WHERE worker = ?", worker); });
}

std::optional<WriteError> SqlStore::give_back(WorkerId worker, const JobKey& job) {
    return write([&] {
        run(database_,
            "UPDATE jobs SET state = 'waiting', worker = NULL, attempts = attempts - 1 "
            "WHERE queue = ? AND number = ? AND worker = ?",
            job.queue, job.number, worker);
        database_.notify();
    });
}

Result<bool> SqlStore::finish_job(WorkerId worker, const JobKey& job, const std::string& result) {
    return read<bool>([&] {
        Transaction transaction(database_);
        if (!end_lease(database_, worker, job, result)) return false;
        transaction.commit();
        return true;
    });
}

Result<bool> SqlStore::finish_game(WorkerId worker, const JobKey& job, const PlayedGame& game,
                                   const std::string& origin) {
    return read<bool>([&] {
        Transaction transaction(database_);
        if (!end_lease(database_, worker, job, "")) return false;
        insert_played(database_, game, origin);
        transaction.commit();
        return true;
    });
}

bool SqlStore::wait_for_jobs(std::chrono::milliseconds most) {
    constexpr std::chrono::milliseconds kPolling{200};  // where nobody tells
    int descriptor = -1;
    {
        const std::lock_guard guard(mutex_);
        try {
            descriptor = database_.listen();
            if (descriptor >= 0 && database_.was_notified()) return true;
        } catch (const SqlError&) {  // the next call says so
        }
    }
    if (descriptor < 0) {
        std::this_thread::sleep_for(std::min(most, kPolling));
        return true;
    }
    pollfd watched{descriptor, POLLIN, 0};
    if (::poll(&watched, 1, static_cast<int>(most.count())) <= 0) return false;
    const std::lock_guard guard(mutex_);
    static_cast<void>(database_.was_notified());  // or another thread has taken the notice
    return true;
}

}  // namespace kalah::store
