// Conditions of an experiment as notes in its store: its name, scale, parameters, the version of
// the program, the machine. They decide whether a run may continue with a store. For the thread
// that runs or reports.
#pragma once

#include <charconv>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "lab/experiment.hpp"
#include "store/measurements.hpp"

namespace kalah::lab {

struct Conditions {
    std::string version;                                // "kalah 0.1"
    std::string machine;                                // processor, cores, memory, system
    std::function<double()> load = [] { return 0.0; };  // of the last minute
    int cores = 1;
    std::string command;  // that repeats the run
};

using Notes = std::map<std::string, std::string>;

[[nodiscard]] inline std::string tournament_note(const std::string& key) {
    return "tournament/" + key;
}

/// Reads a number from a text that we wrote ourselves; 0 from any other.
template <class Number>
[[nodiscard]] Number number_of(std::string_view text) {
    Number number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

/// The values of a note, for people: one, several, or a range.
[[nodiscard]] std::string values_text(const Notes& notes, const std::string& key);

[[nodiscard]] Parameters parameters_in(const Notes& notes);

/// Why the store does not belong to this experiment with this design and these parameters; nothing
/// if it does, or is new.
[[nodiscard]] std::optional<Error> validate(const Experiment& experiment, const Design& design,
                                            const Parameters& parameters, const Notes& notes);

/// Stores all conditions at once, and again now and then during a run. They stay as they were first
/// written; another machine or version adds a note, and the load becomes a range.
[[nodiscard]] std::optional<Error> note_conditions(store::Measurements& kept, const Notes& notes,
                                                   const Experiment& experiment,
                                                   const Design& design,
                                                   const Parameters& parameters,
                                                   const Conditions& conditions,
                                                   store::Milliseconds now);

}  // namespace kalah::lab
