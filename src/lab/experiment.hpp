// Experiment: a published (or new) experiment as a declaration: the question, its source, what is
// played and measured at each scale, and the sections of its report. run.hpp executes and stores
// the work, the report layer writes pages. Plain values; the functions are pure.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arena/plan.hpp"
#include "kalah/progress.hpp"
#include "kalah/result.hpp"
#include "lab/results.hpp"
#include "report/document.hpp"

namespace kalah::lab {

/// A tournament of the arena; the key names it in the store.
struct Match {
    std::string key;
    arena::Plan plan;
    double seconds_a_game = 1;  // about, on one core
};

struct Value {
    std::string key;
    double value = 0;
    std::string unit;
};

class TaskContext;
/// A measurement that gives values, all of one trial. The first value has the key of the task; the
/// task is done when the store has that value.
struct Task {
    std::string key;
    int trial = 0;
    double seconds = 0.01;  // about, on one core
    bool timed = false;     // measures time, so it runs alone
    /// May give no values only if the run was stopped.
    std::function<Result<std::vector<Value>>(TaskContext&)> run;
};

struct Workload {
    Parameters parameters;
    std::vector<Match> matches = {};
    std::vector<Task> tasks = {};
    /// Runs before everything else, if anything is left to do.
    std::function<std::optional<Error>(const ProgressCallback&)> prepare = {};
};

struct Publication {
    std::string_view name;          // "the thesis"
    std::string_view about;         // what it is, for those who have not read it
    std::string_view machine = {};  // that it measured on, as printed
};

/// What the numbers say about a question of the document: a sentence or two from intervals.
struct Answer {
    std::string question;
    std::string text;
};

struct Experiment {
    std::string_view name;
    std::string_view title;
    Publication publication;    // where the question was asked
    std::string_view place;     // where in the publication
    std::string_view question;  // what to find out, and how
    std::function<Workload(const Design&)> workload;
    std::function<std::vector<report::Section>(const Results&)> sections;
    std::function<std::vector<Answer>(const Results&)> answers;  // only on what was measured
    bool user_sets_parameters = false;  // by options; otherwise the version of the program does
};

/// "the thesis, 1.2.2"
[[nodiscard]] std::string source_text(const Experiment& experiment);

/// A plan on 6x6, without its players.
[[nodiscard]] arena::Plan plan_of(const Design& design, arena::Kind kind, const char* rules,
                                  const char* openings, int games);

/// In the order in which `all` runs them.
[[nodiscard]] std::span<const Experiment> experiments();

/// Whether its numbers depend on the speed of the machine: it measures time, or gives time limits.
[[nodiscard]] bool depends_on_speed(const Workload& work);

/// How long all of the work takes, in seconds, on `cores` cores.
[[nodiscard]] double estimated_seconds(const Workload& work, int cores);

}  // namespace kalah::lab
