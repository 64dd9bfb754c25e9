// Runs experiments and keeps what they give in a store, one file an experiment. What is there is
// neither played nor measured again, so that a run can be cut off anywhere and goes on; and
// everything that is said afterwards is read from the store.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include "arena/tournament.hpp"
#include "lab/experiment.hpp"

namespace kalah::lab {

/// Under what conditions numbers were taken, for the report.
struct Conditions {
    std::string version;  // "kalah 0.1"
    std::string machine;  // processor and cores, and how busy it was
    std::string command;  // that does it again
};

struct Runner {
    Conditions conditions;
    int concurrency = 1;
    /// Plays what is left of a tournament; the players are the caller's business.
    std::function<std::optional<Error>(arena::Tournament&)> play;
    /// How much is done, after each piece of it: from any thread, one at a time.
    std::function<void(std::size_t done, std::size_t all)> on_progress = {};
};

/// True if all is done, false if it was stopped. A store that holds another scale or seed is an
/// error.
[[nodiscard]] Result<bool> run(const Experiment& experiment, const Design& design,
                               const std::shared_ptr<store::Store>& store, const Runner& runner,
                               const std::atomic<bool>& stop);

/// What is left to do of the work, by what the store has.
[[nodiscard]] Result<Work> left(const Experiment& experiment, const Design& design,
                                const std::shared_ptr<store::Store>& store);

/// All that the store of an experiment has; an error if there is none of this experiment in it.
[[nodiscard]] Result<Findings> read_findings(const Experiment& experiment,
                                             const std::string& directory,
                                             const std::shared_ptr<store::Store>& store);

/// The page: question, what was published and measured, and the command that does it again.
[[nodiscard]] report::Document document_of(const Experiment& experiment, const Findings& findings);

}  // namespace kalah::lab
