#include "lab/conditions.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace kalah::lab {
namespace {

constexpr std::string_view kTerm = "terms/";
constexpr std::string_view kThen = "; then ";
constexpr std::string_view kTo = " to ";

std::string find_or(const Notes& notes, const std::string& key, const std::string& otherwise) {
    const auto found = notes.find(key);
    return found == notes.end() ? otherwise : found->second;
}

/// "a; then b; then c" with another one behind it, unless it is one of them.
std::string with_another(const std::string& list, const std::string& text) {
    for (std::size_t at = 0; at <= list.size();) {
        const std::size_t end = std::min(list.find(kThen, at), list.size());
        std::string part = list.substr(at, end - at);
        // Earlier versions noted the load with the machine.
        if (const auto load = part.find(", load "); load != std::string::npos) part.resize(load);
        if (part == text) return list;
        at = end + kThen.size();
    }
    return list + std::string(kThen) + text;
}

/// "0.50", or "0.50 to 2.10" as widened by a value.
std::string widened(const std::string& range, double value) {
    const std::size_t to = range.find(kTo);
    const auto low = number_of<double>(range);
    const double high = to == std::string::npos
                            ? low
                            : number_of<double>(std::string_view(range).substr(to + kTo.size()));
    const std::string first = fmt::format("{:.2f}", std::min(low, value));
    const std::string last = fmt::format("{:.2f}", std::max(high, value));
    return first == last ? first : first + std::string(kTo) + last;
}

/// The first term that is not the same, as "positions: 24 there, 100 now".
std::optional<std::string> difference(const Terms& there, const Terms& now) {
    for (const auto& [key, text] : now) {
        const std::string theirs = find_or(there, key, "not noted");
        if (theirs != text) return fmt::format("{}: {} there, {} now", key, theirs, text);
    }
    if (there.size() != now.size()) return "more was noted there";
    return std::nullopt;
}

}  // namespace

Terms terms_in(const Notes& notes) {
    Terms terms;
    for (const auto& [key, text] : notes)
        if (key.starts_with(kTerm)) terms[key.substr(kTerm.size())] = text;
    return terms;
}

std::optional<Error> validate(const Experiment& experiment, const Design& design,
                              const Terms& terms, const Notes& notes) {
    if (notes.empty()) return std::nullopt;
    const std::string which = find_or(notes, "experiment", "?");
    if (which != experiment.name) return Error{"the store is one of the experiment " + which};
    const std::string scale = find_or(notes, "scale", "?");
    const std::string seed = find_or(notes, "seed", "?");
    if (scale != name(design.scale) || seed != std::to_string(design.seed))
        return Error{"what is there was measured with --scale " + scale + " --seed " + seed +
                     ": go on with these, or choose another --out"};
    if (const auto other = difference(terms_in(notes), terms))
        return Error{"what is there was begun by another version of the program (" + *other +
                     "): 'kalah lab report' still reads it; to measure anew choose another --out"};
    return std::nullopt;
}

std::optional<Error> note_conditions(store::Measurements& kept, const Notes& notes,
                                     const Experiment& experiment, const Design& design,
                                     const Terms& terms, const Conditions& conditions,
                                     store::Milliseconds now) {
    Notes all = notes;
    all.insert({"experiment", std::string(experiment.name)});
    all.insert({"scale", std::string(name(design.scale))});
    all.insert({"seed", std::to_string(design.seed)});
    all.insert({"command", conditions.command});
    all.insert({"started", std::to_string(now)});
    for (const auto& [key, text] : terms) all.insert({std::string(kTerm) + key, text});
    for (const auto& [key, text] :
         {std::pair("version", conditions.version), std::pair("machine", conditions.machine)})
        if (const auto [at, is_new] = all.insert({key, text}); !is_new)
            at->second = with_another(at->second, text);
    const std::string load = fmt::format("{:.2f}", conditions.load);
    if (const auto [at, is_new] = all.insert({"load", load}); !is_new)
        at->second = widened(at->second, conditions.load);
    return kept.note(all);
}

}  // namespace kalah::lab
