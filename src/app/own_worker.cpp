#include "app/own_worker.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "app/arena_command.hpp"
#include "app/bench.hpp"
#include "kalah/version.hpp"
#include "system/wall_clock.hpp"

namespace kalah::app {

workers::CrewOptions crew_options(const std::optional<std::string>& name, int slots) {
    const BenchResult measured = bench();
    std::array<char, 256> host{};
    ::gethostname(host.data(), host.size() - 1);
    workers::CrewOptions options;
    options.worker.name = name.value_or(fmt::format("{}:{}", host.data(), ::getpid()));
    options.worker.build = version().maker;
    options.worker.signature = measured.signature;
    options.worker.speed = static_cast<double>(measured.nodes) / measured.seconds;
    options.worker.slots = slots;
    return options;
}

std::vector<std::unique_ptr<workers::Handler>> job_handlers(
    std::string_view command, const std::shared_ptr<store::Store>& store,
    const store::NewWorker& worker, const WorkEvents& events) {
    arena::GameJobsOptions games;
    games.signature = worker.signature;
    games.speed = worker.speed;
    games.wall_clock = now_milliseconds;
    games.on_game = events.on_game;
    games.sources = [command = std::string(command)](const arena::Plan& plan) {
        const bool programs = std::any_of(
            plan.entrants.begin(), plan.entrants.end(),
            [](const arena::Entrant& entrant) { return entrant.spec.starts_with("cmd:"); });
        return player_sources(command,
                              programs ? program_options(plan) : programs::ProgramOptions{});
    };
    std::vector<std::unique_ptr<workers::Handler>> handlers;
    handlers.push_back(std::make_unique<arena::GameJobs>(store, std::move(games)));
    handlers.push_back(std::make_unique<lab::TaskJobs>(
        store, lab::TaskJobsOptions{now_milliseconds, events.on_task}));
    return handlers;
}

std::string trouble_text(workers::Trouble trouble, const std::string& what) {
    using enum workers::Trouble;
    switch (trouble) {
        case lacks:
            return what + "; takes other jobs";
        case other_build:
            return "the " + what +
                   " wants another build of kalah ('kalah bench' tells the signature); takes other "
                   "jobs";
        case lease_lost:
            return "the lease has run out: its jobs go to other workers";
        case refused:
            return what + " was refused: its lease had run out";
        case stopped:
            return what + " was refused: its queue was stopped";
        case ended:
            return what + " was refused: its queue had ended without it";
        case store:
            return what + "; tries again";
    }
    return what;
}

OwnWorker::OwnWorker(std::string_view command, const std::shared_ptr<store::Store>& store,
                     int slots) {
    if (slots == 0) return;
    thread_ = std::thread([this, command = std::string(command), store, slots] {
        const workers::CrewOptions options = crew_options(std::nullopt, slots);
        const auto handlers = job_handlers(command, store, options.worker, {});
        error_ = workers::work(store, options, handlers, enough_, enough_,
                               [&](workers::Trouble trouble, const std::string& what) {
                                   fmt::print(stderr, "kalah {}: {}\n", command,
                                              trouble_text(trouble, what));
                               });
    });
}

std::optional<Error> OwnWorker::end() {
    enough_.request();
    if (thread_.joinable()) thread_.join();
    return error_;
}

}  // namespace kalah::app
