#include "store/jobs.hpp"

#include <poll.h>

#include <algorithm>
#include <thread>

#include "store/game_rows.hpp"
#include "store/sql_store.hpp"

namespace kalah::store {
namespace {

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

}  // namespace

void free_lost_jobs(Connection& database) {
    const auto lost = column<WorkerId>(query(
        database, std::string("SELECT number FROM workers WHERE expires < ") + database.clock()));
    for (const WorkerId worker : lost) {
        // It may have renewed its lease meanwhile.
        if (run(database,
                std::string("DELETE FROM workers WHERE number = ? AND expires < ") +
                    database.clock(),
                worker) == 1)
            run(database,
                "UPDATE jobs SET state = CASE WHEN attempts >= ? THEN 'aborted' ELSE 'waiting' "
                "END, worker = NULL WHERE worker = ?",
                kMostLost, worker);
    }
    if (!lost.empty()) database.notify();
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

Result<bool> SqlStore::finish_measured(WorkerId worker, const JobKey& job,
                                       std::span<const Measurement> measurements,
                                       Milliseconds now) {
    return read<bool>([&] {
        Transaction transaction(database_);
        if (!end_lease(database_, worker, job, "")) return false;
        const Rows insert = database_.prepare(
            "INSERT INTO measurements VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING");
        for (const Measurement& each : measurements)
            run(*insert, each.key, each.trial, each.value, each.unit, now);
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
