#include "app/follow.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <thread>

#include <fmt/format.h>

#include "app/bench.hpp"
#include "kalah/version.hpp"
#include "report/text.hpp"
#include "system/wall_clock.hpp"

namespace kalah::app {
namespace {

using arena::Tournament;
using arena::WorkerEvents;

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
    for (const auto& [needs, count] : status.lacking)
        text += fmt::format("{} {} for {}\n", report::counted(count, "game"),
                            count == 1 ? "waits" : "wait", needs);
    return text;
}

/// Workers can only tell whether they have the files of the players if the plan says which.
std::optional<Error> unknown_files(const ArenaCommand& command, const Tournament& tournament) {
    const arena::Plan& plan = tournament.plan();
    auto parsed = arena::EntrantFactory::parse(plan, plan.entrants, tournament.setups());
    if (!parsed) return parsed.error();
    arena::EntrantFactory factory = parsed.take();
    if (auto error = factory.open(player_sources(command.name, {}))) return error;
    for (std::size_t i = 0; i < plan.entrants.size(); ++i) {
        const auto files = factory.files(i);
        if (!files) return files.error();
        if (*files != plan.entrants[i].files)
            return Error{"the plan does not have the files of " + plan.entrants[i].name + " (" +
                         *files + "): go on without --queue"};
    }
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

/// Looks again and again, until the end.
std::optional<Error> watch_queue(store::Store& store, Tournament& tournament, store::Queue queue,
                                 ArenaView& view, const StopToken& stop) {
    constexpr std::chrono::milliseconds kBetween{300};
    constexpr std::chrono::milliseconds kTick{20};
    const arena::TournamentEvents events = view.events();
    while (true) {
        if (auto error = tournament.catch_up(now_milliseconds, events)) return error;
        if (auto error = tournament.advance(now_milliseconds(), events)) return error;
        if (tournament.is_finished()) return std::nullopt;
        const auto now = store.queue_of(tournament.id());
        if (!now) return now.error();
        if (*now) queue = **now;
        if (queue.state == store::QueueState::stopped)
            return Error{fmt::format("queue {} was stopped", queue.id)};
        const auto status = store.status(queue.id);
        if (!status) return status.error();
        view.tell(queue_lines(queue, *status),
                  queue_json(queue, *status, Json().set("event", "queue")));
        const auto until = std::chrono::steady_clock::now() + kBetween;
        while (std::chrono::steady_clock::now() < until) {
            if (stop.requested()) return std::nullopt;
            std::this_thread::sleep_for(kTick);
        }
    }
}

}  // namespace

arena::WorkerOptions worker_options(std::string_view command,
                                    const std::optional<std::string>& name, int slots) {
    const BenchResult measured = bench();
    std::array<char, 256> host{};
    ::gethostname(host.data(), host.size() - 1);
    arena::WorkerOptions options;
    options.worker.name = name.value_or(fmt::format("{}:{}", host.data(), ::getpid()));
    options.worker.build = version().maker;
    options.worker.signature = measured.signature;
    options.worker.speed = static_cast<double>(measured.nodes) / measured.seconds;
    options.worker.slots = slots;
    options.wall_clock = now_milliseconds;
    options.sources = [command = std::string(command)](const arena::Plan& plan) {
        const bool programs = std::any_of(
            plan.entrants.begin(), plan.entrants.end(),
            [](const arena::Entrant& entrant) { return entrant.spec.starts_with("cmd:"); });
        return player_sources(command,
                              programs ? program_options(plan) : programs::ProgramOptions{});
    };
    return options;
}

std::string trouble_text(WorkerEvents::Trouble trouble, const std::string& what) {
    using enum WorkerEvents::Trouble;
    switch (trouble) {
        case lacks:
            return what + "; takes other games";
        case other_build:
            return "the " + what +
                   " wants another build of kalah ('kalah bench' tells the signature); takes other "
                   "games";
        case lease_lost:
            return "the lease has run out: its games go to other workers";
        case refused:
            return "game " + what + " was refused: its lease had run out";
        case store:
            return what + "; tries again";
    }
    return what;
}

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
        .set("workers", std::move(workers))
        .set("lacking", std::move(lacking));
}

std::optional<Error> follow(const ArenaCommand& command, const std::shared_ptr<store::Store>& store,
                            Tournament& tournament, ArenaView& view, const StopToken& stop) {
    const auto queue = opened_queue(command, *store, tournament);
    if (!queue) return queue.error();
    StopToken enough;
    std::optional<Error> not_played;
    std::thread own;
    if (command.slots > 0) {
        auto options = worker_options(command.name, std::nullopt, static_cast<int>(command.slots));
        own = std::thread([&, options = std::move(options)] {
            const WorkerEvents events{
                {}, [&](WorkerEvents::Trouble trouble, const std::string& what) {
                    fmt::print(stderr, "kalah {}: {}\n", command.name, trouble_text(trouble, what));
                }};
            not_played = arena::work(store, options, enough, enough, events);
        });
    }
    auto error = watch_queue(*store, tournament, *queue, view, stop);
    enough.request();
    if (own.joinable()) own.join();
    return error ? error : not_played;
}

}  // namespace kalah::app
