// This program as a worker: what it can do, as whom, and the words for what happens to it. For
// `worker`, and for commands that follow a queue with --slots.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "arena/game_jobs.hpp"
#include "kalah/stop_token.hpp"
#include "lab/task_jobs.hpp"
#include "workers/crew.hpp"

namespace kalah::app {

/// Measures this machine. The name of a worker is that of the machine with the number of this
/// process, unless one is given.
[[nodiscard]] workers::CrewOptions crew_options(const std::optional<std::string>& name, int slots);

/// What a worker says of what it has done.
struct WorkEvents {
    decltype(arena::GameJobsOptions::on_game) on_game = {};
    decltype(lab::TaskJobsOptions::on_task) on_task = {};
};
/// For all kinds of jobs. `command` is for messages.
[[nodiscard]] std::vector<std::unique_ptr<workers::Handler>> job_handlers(
    std::string_view command, const std::shared_ptr<store::Store>& store,
    const store::NewWorker& worker, const WorkEvents& events);

/// One line.
[[nodiscard]] std::string trouble_text(workers::Trouble trouble, const std::string& what);

/// A worker inside a command, on a thread of its own.
class OwnWorker {
  public:
    /// Without slots it does nothing.
    OwnWorker(std::string_view command, const std::shared_ptr<store::Store>& store, int slots);
    ~OwnWorker() { static_cast<void>(end()); }
    OwnWorker(const OwnWorker&) = delete;
    OwnWorker& operator=(const OwnWorker&) = delete;

    /// Gives back the jobs that run; returns why it could not work, if so.
    std::optional<Error> end();

  private:
    StopToken enough_;
    std::optional<Error> error_;
    std::thread thread_;
};

}  // namespace kalah::app
