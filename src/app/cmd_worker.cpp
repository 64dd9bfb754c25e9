// worker, jobs list|pause|resume|stop: tournaments that several programs play together.
#include <atomic>
#include <thread>

#include <fmt/core.h>

#include "app/arena_output.hpp"
#include "app/command.hpp"
#include "app/follow.hpp"
#include "app/games_options.hpp"
#include "app/options.hpp"
#include "app/own_worker.hpp"
#include "app/terminal/interrupt.hpp"
#include "report/text.hpp"
#include "system/machine.hpp"

namespace kalah::app {
namespace {

struct WorkOptions {
    StoreOptions store;
    std::uint64_t slots = 0;
    std::optional<std::string> name = {};
    std::chrono::milliseconds lease{30'000};
    std::chrono::milliseconds grace{0};  // 0: for as long as they take
};

/// After the first signal, ends the games that still run when the grace is over.
class Grace {
  public:
    Grace(const TwoStops& stops, std::chrono::milliseconds grace)
        : thread_([this, stops, grace] {
              while (!ended_ && !stops.first.requested())
                  std::this_thread::sleep_for(std::chrono::milliseconds(20));
              if (grace.count() > 0)
                  stops.second.set_deadline(std::chrono::steady_clock::now() + grace);
          }) {}
    ~Grace() {
        ended_ = true;
        thread_.join();
    }
    Grace(const Grace&) = delete;
    Grace& operator=(const Grace&) = delete;

  private:
    std::atomic<bool> ended_{false};
    std::thread thread_;
};

void act_worker(const WorkOptions& options) {
    const TwoStops stops = stop_on_two_signals();
    const auto store = or_failure(chosen_store(options.store.file, store::Access::work));
    const int slots = options.slots > 0 ? static_cast<int>(options.slots) : processor_cores();
    if (slots > processor_cores())
        fmt::print(stderr, "kalah worker: {} on {}: players with a time limit play weaker\n",
                   report::counted(slots, "slot"), report::counted(processor_cores(), "core"));
    workers::CrewOptions crew = crew_options(options.name, slots);
    const store::NewWorker& worker = crew.worker;
    crew.lease = options.lease;
    std::size_t games = 0;
    std::size_t tasks = 0;
    WorkEvents events;
    events.on_game = [&](const arena::Tournament& tournament, const arena::TournamentGame& game,
                         const GameRecord& record) {
        ++games;
        if (options.store.json)
            print_json(game_event(tournament, game, record).set("tournament", tournament.id()));
        else
            fmt::print(stderr, "tournament {}, {}", tournament.id(),
                       game_line(tournament, game, record));
    };
    events.on_task = [&](const lab::Task& task) {
        ++tasks;
        if (options.store.json)
            print_json(Json().set("event", "task").set("key", task.key).set("trial", task.trial));
        else
            fmt::print(stderr, "task {}, trial {}\n", task.key, task.trial + 1);
    };
    const auto on_trouble = [](workers::Trouble trouble, const std::string& what) {
        fmt::print(stderr, "kalah worker: {}\n", trouble_text(trouble, what));
    };
    if (options.store.json)
        print_json(Json()
                       .set("event", "ready")
                       .set("name", worker.name)
                       .set("slots", slots)
                       .set("speed", worker.speed)
                       .set("signature", worker.signature));
    else
        fmt::print(stderr, "{}: {}, {:.1f} million positions per second\n", worker.name,
                   report::counted(slots, "slot"), worker.speed / 1e6);
    {
        const Grace grace(stops, options.grace);
        const auto handlers = job_handlers("worker", store, worker, events);
        or_failure(workers::work(store, crew, handlers, stops.first, stops.second, on_trouble));
    }
    if (options.store.json)
        print_json(Json().set("games", games).set("tasks", tasks));
    else if (tasks == 0)
        fmt::print("{} played\n", report::counted(games, "game"));
    else
        fmt::print("{} played, {} done\n", report::counted(games, "game"),
                   report::counted(tasks, "task"));
}

void declare_worker(Arguments& arguments, WorkOptions& options) {
    arguments.field(number_field("slots", options.slots, {1, 256},
                                 "games at a time (default: as many as there are cores)"));
    arguments.field(text_field("name", "NAME", options.name,
                               "name shown to those who follow (default: machine and process)"));
    arguments.field(duration_field("lease", "30s", options.lease,
                                   "after so long without a sign of life, others play its games "
                                   "(default: 30s)"));
    arguments.field(duration_field("grace", "10m", options.grace,
                                   "how long running games may continue after Ctrl-C (default: "
                                   "until they end)"));
    declare_store(arguments, options.store);
}

struct JobsOptions {
    StoreOptions store;
    std::optional<std::string> queue = {};
};

std::string queue_line(const store::Queue& queue, const store::QueueStatus& status) {
    const auto aborted = static_cast<std::int64_t>(status.aborted.size());
    const std::int64_t all = status.waiting + status.running + status.done + aborted;
    std::string text = fmt::format("queue {}: {}", queue.id, queue.title);
    if (queue.tournament) text += fmt::format(", tournament {}", *queue.tournament);
    text += fmt::format(", {}: {} of {} done, {} running, {} waiting", name(queue.state),
                        status.done, report::counted(all, "job"), status.running, status.waiting);
    if (aborted > 0) text += fmt::format(", {} given up", aborted);
    if (status.again > 0) text += fmt::format(", {} begun again", status.again);
    text += '\n';
    for (const auto& [needs, count] : status.lacking)
        text += fmt::format("    {} {} for {}\n", report::counted(count, "job"),
                            count == 1 ? "waits" : "wait", needs);
    return text;
}

void list_jobs(const StoreOptions& options) {
    const auto store = or_failure(chosen_store(options.file, store::Access::read));
    Json all = Json::array();
    for (const store::Queue& queue : or_failure(store->queues())) {
        const store::QueueStatus status = or_failure(store->status(queue.id));
        if (options.json)
            all.push(queue_json(queue, status));
        else
            fmt::print("{}", queue_line(queue, status));
    }
    if (options.json) print_json(Json().set("queues", std::move(all)));
}

/// The queue of that number, or the newest that is not done.
store::QueueId chosen_queue(const JobsOptions& options, store::Store& store) {
    if (options.queue) return or_usage_error(parse_game_number(*options.queue));
    for (const store::Queue& queue : or_failure(store.queues()))
        if (queue.state != store::QueueState::done) return queue.id;
    throw failure("no queue is open ('kalah tournament --queue' opens one)");
}

template <store::QueueState kState>
void steer(const JobsOptions& options) {
    static_cast<void>(or_failure(chosen_store(options.store.file, store::Access::read)));
    const auto store = or_failure(chosen_store(options.store.file, store::Access::work));
    const store::QueueId queue = chosen_queue(options, *store);
    or_failure(store->set_state(queue, kState));
    if (options.store.json)
        print_json(Json().set("queue", queue).set("state", name(kState)));
    else
        fmt::print("queue {} is {}\n", queue, name(kState));
}

void declare_jobs(Arguments& arguments, JobsOptions& options) {
    arguments.positional("queue", options.queue,
                         "its number (default: the newest that is not done)");
    declare_store(arguments, options.store);
}

}  // namespace

void add_worker(Program& program) {
    program.add<WorkOptions>(
        {"worker", "do the work of tournaments and experiments",
         "Examples:\n"
         "  kalah worker --store postgresql://kalah@db.example/kalah\n"
         "  kalah worker --store course.sqlite --slots 2 --name library\n"
         "Plays games and takes measurements of tournaments and experiments that were begun with\n"
         "--queue, together with other workers, until Ctrl-C or SIGTERM: then it finishes running\n"
         "jobs; on a second one it gives them back at once. If it is killed, others do its jobs\n"
         "again. See docs/many-machines.md."},
        declare_worker, act_worker);
}

void add_jobs_commands(Program& program) {
    program.add_family("jobs", "steer the tournaments that workers play");
    program.add<StoreOptions>(
        {"jobs list", "list the queues of a store",
         "Example:\n"
         "  kalah jobs list --store course.sqlite\n"
         "A line for each queue, newest first: how many of its jobs are done, run and wait."},
        declare_store, list_jobs);
    program.add<JobsOptions>(
        {"jobs pause", "let workers take no more jobs of a queue",
         "Example:\n"
         "  kalah jobs pause --store course.sqlite\n"
         "Running games are finished. 'kalah jobs resume' lets the queue go on."},
        declare_jobs, steer<store::QueueState::paused>);
    program.add<JobsOptions>({"jobs resume", "let a paused queue go on",
                              "Example:\n"
                              "  kalah jobs resume --store course.sqlite"},
                             declare_jobs, steer<store::QueueState::open>);
    program.add<JobsOptions>(
        {"jobs stop", "take a queue away from its workers",
         "Example:\n"
         "  kalah jobs stop --store course.sqlite\n"
         "Running games are given up. 'kalah resume' plays the rest, with --queue by workers\n"
         "again."},
        declare_jobs, steer<store::QueueState::stopped>);
}

}  // namespace kalah::app
