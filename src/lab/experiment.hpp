// Experiment: one published (or new) experiment as a declaration: the question, where it was asked,
// what is played and measured at each scale, and what is said of it. How work is done and kept is
// run.hpp's business, how pages look the report's. Plain values; the functions are pure.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arena/plan.hpp"
#include "lab/findings.hpp"
#include "report/document.hpp"
#include "rules/result.hpp"
#include "rules/watch.hpp"

namespace kalah::lab {

/// Tournaments of the arena; the key names it in the store.
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

class Desk;
/// A piece of work that gives values, all of one trial; it is done when the store has the value of
/// its own key, which is the first that it gives.
struct Task {
    std::string key;
    int trial = 0;
    double seconds = 0.01;  // about, on one core
    bool timed = false;     // a clock is looked at: it is done alone
    std::function<std::vector<Value>(Desk&)> work;
};

struct Work {
    std::vector<Match> matches = {};
    std::vector<Task> tasks = {};
    /// Before everything else, if there is anything left to do.
    std::function<std::optional<Error>(const Watch&)> prepare = {};
};

struct Experiment {
    std::string_view name;
    std::string_view title;
    std::string_view source;    // document and place
    std::string_view question;  // what is to be found out, and how
    Work (*work)(const Design& design);
    std::vector<report::Section> (*sections)(const Findings& findings);
};

/// In the order in which `all` runs them.
[[nodiscard]] std::span<const Experiment> experiments();
[[nodiscard]] const Experiment* find_experiment(std::string_view name);

/// How long the work takes from its beginning, in seconds, on so many cores.
[[nodiscard]] double estimated_seconds(const Work& work, int concurrency);

}  // namespace kalah::lab
