#include "lab/conditions.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace kalah::lab {
namespace {

constexpr std::string_view kParameter = "terms/";  // as stores of version 0.1 have it

constexpr std::string_view kHigh = "/high";

std::string numbered(const std::string& key, int number) {
    return key + '/' + std::to_string(number);
}

std::string find_or(const Notes& notes, const std::string& key, const std::string& otherwise) {
    const auto found = notes.find(key);
    return found == notes.end() ? otherwise : found->second;
}

/// Adds one more value of a note, as "key", "key/2", "key/3" and so on, unless it is there already.
void add_value(Notes& notes, const std::string& key, const std::string& text) {
    std::string next = key;
    for (int number = 2; notes.contains(next); ++number) {
        if (notes.at(next) == text) return;
        next = numbered(key, number);
    }
    notes[next] = text;
}

/// The range of all values so far: "key" is the least one, "key/high" the greatest.
void widen(Notes& notes, const std::string& key, double value) {
    const std::string text = fmt::format("{:.2f}", value);
    const auto [low, is_new] = notes.insert({key, text});
    if (is_new) return;
    const auto [high, is_second] = notes.insert({key + std::string(kHigh), low->second});
    if (value < number_of<double>(low->second)) low->second = text;
    if (value > number_of<double>(high->second)) high->second = text;
}

/// The first parameter that is not the same, as "positions: 24 there, 100 now".
std::optional<std::string> difference(const Parameters& there, const Parameters& now) {
    for (const auto& [key, text] : now) {
        const std::string theirs = find_or(there, key, "not noted");
        if (theirs != text) return fmt::format("{}: {} there, {} now", key, theirs, text);
    }
    if (there.size() != now.size()) return "more was noted there";
    return std::nullopt;
}

}  // namespace

std::string values_text(const Notes& notes, const std::string& key) {
    std::string text = find_or(notes, key, "?");
    for (int number = 2; notes.contains(numbered(key, number)); ++number)
        text += "; then " + notes.at(numbered(key, number));
    const auto high = notes.find(key + std::string(kHigh));
    if (high != notes.end() && high->second != text) text += " to " + high->second;
    return text;
}

Parameters parameters_in(const Notes& notes) {
    Parameters parameters;
    for (const auto& [key, text] : notes)
        if (key.starts_with(kParameter)) parameters[key.substr(kParameter.size())] = text;
    return parameters;
}

std::optional<Error> validate(const Experiment& experiment, const Design& design,
                              const Parameters& parameters, const Notes& notes) {
    if (!notes.contains("experiment") && !notes.contains("scale")) return std::nullopt;
    const std::string which = find_or(notes, "experiment", "?");
    if (which != experiment.name) return Error{"the store is one of the experiment " + which};
    const std::string scale = find_or(notes, "scale", "?");
    const std::string seed = find_or(notes, "seed", "?");
    const auto other = difference(parameters_in(notes), parameters);
    if (experiment.user_sets_parameters) {
        const std::string wish = std::to_string(design.seed);
        if (!other && seed == wish) return std::nullopt;
        return Error{
            fmt::format("the folder holds a {} with other settings ({}): choose another --out-dir",
                        which, other ? *other : fmt::format("seed: {} there, {} now", seed, wish))};
    }
    if (scale != name(design.scale) || seed != std::to_string(design.seed))
        return Error{"what is there was measured with --scale " + scale + " --seed " + seed +
                     ": go on with these, or choose another --out-dir"};
    if (other)
        return Error{
            "what is there was begun by another version of the program (" + *other +
            "): 'kalah lab report' still reads it; to measure anew choose another --out-dir"};
    return std::nullopt;
}

std::optional<Error> note_conditions(store::Measurements& kept, const Notes& notes,
                                     const Experiment& experiment, const Design& design,
                                     const Parameters& parameters, const Conditions& conditions,
                                     store::Milliseconds now) {
    Notes all = notes;
    all.insert({"experiment", std::string(experiment.name)});
    all.insert({"scale", std::string(name(design.scale))});
    all.insert({"seed", std::to_string(design.seed)});
    all.insert({"command", conditions.command});
    all.insert({"started", std::to_string(now)});
    for (const auto& [key, text] : parameters) all.insert({std::string(kParameter) + key, text});
    add_value(all, "version", conditions.version);
    add_value(all, "machine", conditions.machine);
    add_value(all, "cores", std::to_string(conditions.cores));
    widen(all, "load", conditions.load());
    return kept.add_notes(all);
}

}  // namespace kalah::lab
