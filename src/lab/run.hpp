// Runs experiments and keeps what they give in a store, one file an experiment. What is there is
// neither played nor measured again, so that a run can be cut off anywhere and goes on; and
// everything that is said afterwards is read from the store.
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

struct Runner {
    Conditions conditions;
    int concurrency = 1;
    /// Plays the rest of a tournament. The entrants are those of the plan in the store, except for
    /// the folder of their databases, which may have moved.
    std::function<std::optional<Error>(arena::Tournament&, const std::vector<arena::Entrant>&)>
        play;
    /// Called after each task and match: from any thread, one at a time.
    std::function<void(std::size_t done, std::size_t all)> on_progress = {};
};

/// True if all is done, false if it was stopped. A store that holds another scale, seed or plan is
/// an error.
[[nodiscard]] Result<bool> run(const Experiment& experiment, const Design& design,
                               const std::shared_ptr<store::Store>& store, const Runner& runner,
                               const StopToken& stop);

/// What is left to do of the work, by what the store has.
[[nodiscard]] Result<Workload> left(const Experiment& experiment, const Design& design,
                                    const std::shared_ptr<store::Store>& store);

/// Whether anything of an experiment is in the store.
[[nodiscard]] Result<bool> is_begun(const std::shared_ptr<store::Store>& store);

/// All that the store of an experiment has; an error if there is none of this experiment in it.
[[nodiscard]] Result<Results> read_results(const Experiment& experiment,
                                           const std::string& directory,
                                           const std::shared_ptr<store::Store>& store);

}  // namespace kalah::lab
