// Queues: their states, and how far they are; what workers do with their jobs is in jobs.cpp.
#include <algorithm>
#include <array>

#include "store/jobs.hpp"
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
            if (state == "waiting") status.waiting += count;
            if (state == "running") status.running += count;
            if (state == "done") status.done += count;
            status.again += state == "waiting" ? attempts : attempts - count;
        }
        status.aborted = column<std::size_t>(
            query(database_,
                  "SELECT number FROM jobs WHERE queue = ? AND state = 'aborted' ORDER BY number",
                  queue));
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
    return guarded<std::optional<Error>>([&]() -> std::optional<Error> {
        Transaction transaction(database_);
        const auto found = column<std::string>(query(
            database_, std::string("SELECT state FROM queues WHERE id = ?") + database_.lock_rows(),
            queue));
        const std::string called = "queue " + std::to_string(queue);
        if (found.empty()) return Error{path_ + ": there is no " + called};
        if (found.front() == "done") return Error{called + " is done"};
        if (found.front() == "stopped")
            return Error{called +
                         " is stopped: the command that began it opens it again, or "
                         "'kalah resume', with --queue"};
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
        return read_queues(query(
            database_,
            std::string(kQueues) +
                " WHERE kind = ? AND state = 'open' AND NOT EXISTS (SELECT 1 FROM jobs WHERE "
                "queue = queues.id AND state IN ('waiting', 'aborted')) AND NOT EXISTS "
                "(SELECT 1 FROM jobs WHERE queue = queues.id AND worker IS NOT NULL) ORDER BY id",
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

}  // namespace kalah::store
