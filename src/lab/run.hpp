// Runs experiments and keeps their results in a store, one file per experiment. A run does not
// repeat what the store already has, so it can be interrupted anywhere and continued; and reports
// read everything from the store.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include "arena/tournament.hpp"
#include "kalah/stop_token.hpp"
#include "lab/conditions.hpp"
#include "lab/experiment.hpp"

namespace kalah::lab {

/// Lets workers do what measures no time (task_jobs.hpp).
struct Delegation {
    /// Adds to a plan what workers must know of the files of its players.
    std::function<std::optional<Error>(arena::Plan&)> add_files;
    /// Returns when these tasks are done, or after a stop; calls `on_done` for each of them.
    std::function<std::optional<Error>(std::span<const Task>, const std::function<void()>& on_done)>
        tasks;
};

struct Runner {
    Conditions conditions;
    int concurrency = 1;
    /// Plays the rest of a tournament, or lets workers play it. The entrants are those of the plan
    /// in the store, except for the folder of their databases, which may have moved.
    std::function<std::optional<Error>(arena::Tournament&, const std::vector<arena::Entrant>&)>
        play;
    std::optional<Delegation> delegation = {};
    /// Called after each task and match: from any thread, one at a time.
    std::function<void(std::size_t done, std::size_t all)> on_progress = {};
};

/// True if all is done, false if it was stopped. A store that holds another scale, seed or plan is
/// an error.
[[nodiscard]] Result<bool> run(const Experiment& experiment, const Design& design,
                               const std::shared_ptr<store::Store>& store, const Runner& runner,
                               const StopToken& stop);

/// The part of the work that the store does not have yet.
[[nodiscard]] Result<Workload> left(const Experiment& experiment, const Design& design,
                                    const std::shared_ptr<store::Store>& store);

/// The experiment that a store with these notes holds, and its design.
[[nodiscard]] Result<Experiment> experiment_in(const Notes& notes);
[[nodiscard]] Result<Design> design_in(const Notes& notes, const std::string& directory);

/// Whether anything of an experiment is in the store.
[[nodiscard]] Result<bool> is_begun(const std::shared_ptr<store::Store>& store);

/// Everything that the store has; an error if it has nothing of this experiment.
[[nodiscard]] Result<Results> read_results(const Experiment& experiment,
                                           const std::string& directory,
                                           const std::shared_ptr<store::Store>& store);

}  // namespace kalah::lab
