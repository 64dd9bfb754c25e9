// Conditions of an experiment as notes in its store: its name, scale, parameters, the version of
// the program, the machine. They decide whether a run may continue with a store. For the thread
// that runs or reports.
#pragma once

#include <charconv>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "lab/experiment.hpp"
#include "store/measurements.hpp"

namespace kalah::lab {

struct Conditions {
    std::string version;  // "kalah 0.1"
    std::string machine;  // processor, cores, memory, system
    double load = 0;      // of the last minute
    int cores = 1;
    std::string command;  // that does it again
};

using Notes = std::map<std::string, std::string>;

[[nodiscard]] inline std::string tournament_note(const std::string& key) {
    return "tournament/" + key;
}

/// Of a text that we wrote ourselves; 0 of any other.
template <class Number>
[[nodiscard]] Number number_of(std::string_view text) {
    Number number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

/// All values of a note that may have several, or a range of them, for people.
[[nodiscard]] std::string values_text(const Notes& notes, const std::string& key);

[[nodiscard]] Parameters parameters_in(const Notes& notes);

/// Why the store is not this experiment's with this design and these parameters; nothing if it is,
/// or new.
[[nodiscard]] std::optional<Error> validate(const Experiment& experiment, const Design& design,
                                            const Parameters& parameters, const Notes& notes);

/// All of them at once. They stay as they were first written; another machine or version is one
/// more note, and the load becomes a range.
[[nodiscard]] std::optional<Error> note_conditions(store::Measurements& kept, const Notes& notes,
                                                   const Experiment& experiment,
                                                   const Design& design,
                                                   const Parameters& parameters,
                                                   const Conditions& conditions,
                                                   store::Milliseconds now);

}  // namespace kalah::lab
