#include "app/follow.hpp"

#include <thread>

#include <fmt/format.h>

#include "app/bench.hpp"
#include "report/text.hpp"
#include "system/wall_clock.hpp"

namespace kalah::app {
namespace {

using arena::Tournament;

std::string queue_lines(const store::Queue& queue, const store::QueueStatus& status) {
    std::string text;
    if (queue.state == store::QueueState::paused)
        text += fmt::format("queue {} is paused: 'kalah jobs resume' lets it go on\n", queue.id);
    std::string names;
    for (const auto& worker : status.workers) names += (names.empty() ? "" : ", ") + worker.name;
    if (names.empty())
        text += "no worker: start one with 'kalah worker --store'\n";
    else
        text += fmt::format("{}: {}\n", report::counted(status.workers.size(), "worker"), names);
    const char* const job = queue.tournament ? "game" : "task";
    for (const auto& [needs, count] : status.lacking)
        text += fmt::format("{} {} for {}\n", report::counted(count, job),
                            count == 1 ? "waits" : "wait", needs);
    if (!status.aborted.empty())
        text += fmt::format("{} given up, each lost by {} workers\n",
                            report::counted(status.aborted.size(), job), store::kMostLost);
    return text;
}

/// Workers can only tell whether they have the files of the players if the plan says which.
std::optional<Error> unknown_files(const ArenaCommand& command, const Tournament& tournament) {
    const arena::Plan& plan = tournament.plan();
    const auto files = files_of(command.name, plan, tournament.setups());
    if (!files) return files.error();
    for (std::size_t i = 0; i < plan.entrants.size(); ++i)
        if ((*files)[i] != plan.entrants[i].files)
            return Error{"the plan does not have the files of " + plan.entrants[i].name + " (" +
                         (*files)[i] + "): go on without --queue"};
    return std::nullopt;
}

/// The queue of a tournament, opened if need be.
Result<store::Queue> opened_queue(const ArenaCommand& command, store::Store& store,
                                  Tournament& tournament) {
    const auto there = store.queue_of(tournament.id());
    if (!there) return there.error();
    if (*there && (*there)->state != store::QueueState::stopped) return **there;
    if (auto error = unknown_files(command, tournament)) return *error;
    if (auto error = store.take_tournament(tournament.id())) return *error;
    const std::string signature = command.any_build ? "" : bench().signature;
    const auto opened = tournament.enqueue(signature, now_milliseconds());
    if (!opened) return opened.error();
    const auto queue = store.queue_of(tournament.id());
    if (!queue) return queue.error();
    return **queue;
}

/// How far a queue is, which is told; an error if it does not go on. `name_of` names a job.
Result<store::QueueStatus> looked_at(store::Store& store, const store::Queue& queue,
                                     const std::function<std::string(std::size_t)>& name_of,
                                     const Tell& tell) {
    if (queue.state == store::QueueState::stopped)
        return Error{fmt::format("queue {} was stopped", queue.id)};
    auto status = store.status(queue.id);
    if (!status) return status;
    tell(queue_lines(queue, *status), queue_json(queue, *status, Json().set("event", "queue")));
    if (status->aborted.empty() || status->waiting + status->running > 0) return status;
    std::string names;
    for (const std::size_t number : status->aborted)
        names += (names.empty() ? "" : ", ") + name_of(number);
    // So that the same command with --queue tries them again.
    if (auto error = store.set_state(queue.id, store::QueueState::stopped)) return *error;
    return Error{fmt::format("{} given up: each was lost by {} workers; all else is done", names,
                             store::kMostLost)};
}

/// Waits until it is time to look again; true if `stop` came before.
bool nap(const StopToken& stop) {
    constexpr std::chrono::milliseconds kBetween{300};
    constexpr std::chrono::milliseconds kTick{20};
    const auto until = std::chrono::steady_clock::now() + kBetween;
    while (std::chrono::steady_clock::now() < until) {
        if (stop.requested()) return true;
        std::this_thread::sleep_for(kTick);
    }
    return false;
}

}  // namespace

Json queue_json(const store::Queue& queue, const store::QueueStatus& status, Json begun) {
    Json workers = Json::array();
    for (const auto& worker : status.workers)
        workers.push(Json()
                         .set("name", worker.name)
                         .set("build", worker.build)
                         .set("speed", worker.speed)
                         .set("slots", worker.slots)
                         .set("running", worker.running));
    Json lacking = Json::array();
    for (const auto& [needs, count] : status.lacking)
        lacking.push(Json().set("needs", needs).set("jobs", count));
    return std::move(begun)
        .set("queue", queue.id)
        .set("kind", queue.kind)
        .set("title", queue.title)
        .set("tournament", queue.tournament ? Json(*queue.tournament) : Json())
        .set("state", name(queue.state))
        .set("waiting", status.waiting)
        .set("running", status.running)
        .set("done", status.done)
        .set("again", status.again)
        .set("aborted", status.aborted.size())
        .set("workers", std::move(workers))
        .set("lacking", std::move(lacking));
}

Result<std::vector<std::string>> files_of(std::string_view command, const arena::Plan& plan,
                                          const std::vector<arena::BoardSetup>& setups) {
    auto parsed = arena::EntrantFactory::parse(plan, plan.entrants, setups);
    if (!parsed) return parsed.error();
    arena::EntrantFactory factory = parsed.take();
    if (auto error = factory.open(player_sources(command, {}))) return *error;
    std::vector<std::string> all;
    for (std::size_t i = 0; i < plan.entrants.size(); ++i) {
        const auto files = factory.files(i);
        if (!files) return files.error();
        all.push_back(*files);
    }
    return all;
}

std::optional<Error> follow(const ArenaCommand& command, store::Store& store,
                            Tournament& tournament, const arena::TournamentEvents& events,
                            const Tell& tell, const StopToken& stop) {
    const auto opened = opened_queue(command, store, tournament);
    if (!opened) return opened.error();
    while (true) {
        if (auto error = tournament.catch_up(now_milliseconds, events)) return error;
        if (auto error = tournament.advance(now_milliseconds(), events)) return error;
        if (tournament.is_finished()) return std::nullopt;
        const auto found = store.queue_of(tournament.id());
        if (!found) return found.error();
        const store::Queue queue = found->value_or(*opened);
        const auto name_of = [&](std::size_t number) {
            const auto* game = tournament.scheduled_game(number);
            return fmt::format("game {}", game != nullptr ? game->game : 0);
        };
        const auto status = looked_at(store, queue, name_of, tell);
        if (!status) return status.error();
        if (nap(stop)) return std::nullopt;
    }
}

std::optional<Error> follow_tasks(store::Store& store, store::Queue queue,
                                  const std::function<void()>& on_done, const Tell& tell,
                                  const StopToken& stop) {
    std::int64_t done = 0;
    while (true) {
        const auto found = store.queues();
        if (!found) return found.error();
        for (const store::Queue& each : *found)
            if (each.id == queue.id) queue = each;
        const auto name_of = [&](std::size_t number) { return fmt::format("task {}", number + 1); };
        const auto status = looked_at(store, queue, name_of, tell);
        if (!status) return status.error();
        for (; done < status->done; ++done) on_done();
        if (status->waiting + status->running == 0) break;
        if (nap(stop)) return std::nullopt;
    }
    // A worker may have ended it already.
    static_cast<void>(store.set_state(queue.id, store::QueueState::done));
    const auto results = store.job_results(queue.id);
    if (!results) return results.error();
    for (const auto& [number, text] : *results)
        if (!text.empty()) return Error{text};
    return std::nullopt;
}

}  // namespace kalah::app
