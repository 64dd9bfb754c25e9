#include "kalah/rules.hpp"

#include <array>
#include <limits>

namespace kalah {
namespace {

constexpr std::array<Preset, 4> kPresets{{
    {"standard",
     {6, 4},
     {Capture::opposite, Sowing::single, true, Sweep::owner, false},
     "Wikipedia, OpenSpiel, and KGP (with majority stop)"},
    {"empty-capture",
     {6, 6},
     {Capture::empty, Sowing::single, true, Sweep::owner, false},
     "Irving, Donkers and Uiterwijk 2000; Carstensen; FairKalah"},
    {"multilap",
     {6, 4},
     {Capture::empty, Sowing::multi, false, Sweep::none, false},
     "a browser game of the KALAHHA project"},
    {"avalanche",
     {6, 4},
     {Capture::none, Sowing::multi, true, Sweep::owner, false},
     "the mobile game most people know"},
}};

using Value = RuleOption::Value;
constexpr std::array<Value, 3> kCaptureValues{{
    {"opposite", "last seed in an empty own pit takes the opposite seeds, if there are any"},
    {"empty", "the same, and the last seed goes to the store even when there are none"},
    {"none", "nothing is captured"},
}};
constexpr std::array<Value, 2> kSowingValues{{
    {"single", "the move ends with the last seed"},
    {"multi", "a last seed in a non-empty pit is picked up with the rest and sown on"},
}};
constexpr std::array<Value, 3> kSweepValues{{
    {"owner", "at the end each player keeps the seeds in their own pits"},
    {"finisher", "at the end all seeds left go to the player who made the last move"},
    {"none", "at the end the seeds left count for nobody"},
}};
constexpr std::array<Value, 2> kExtraTurnValues{{
    {"no", "a last seed in the own store ends the turn"},
    {"yes", "a last seed in the own store gives another move"},
}};
constexpr std::array<Value, 2> kMajorityStopValues{{
    {"no", "the game is played to the end"},
    {"yes", "the game stops when a store holds more than half of all seeds"},
}};

template <auto kMember>
std::size_t get(const Rules& rules) {
    return static_cast<std::size_t>(rules.*kMember);
}
template <auto kMember>
void set(Rules& rules, std::size_t value) {
    rules.*kMember = static_cast<std::remove_reference_t<decltype(rules.*kMember)>>(value);
}
template <auto kMember>
constexpr RuleOption option(std::string_view name, std::string_view question,
                            std::span<const Value> values) {
    return {name, question, values, get<kMember>, set<kMember>};
}
constexpr std::array<RuleOption, 5> kOptions{{
    option<&Rules::capture>("capture", "what a last seed in an empty own pit takes",
                            kCaptureValues),
    option<&Rules::sowing>("sowing", "does a last seed in a non-empty pit sow on?", kSowingValues),
    option<&Rules::extra_turn>("extra-turn", "does a last seed in the store give another move?",
                               kExtraTurnValues),
    option<&Rules::sweep>("sweep", "who gets the seeds left at the end", kSweepValues),
    option<&Rules::majority_stop>("majority-stop", "stop when a store holds more than half?",
                                  kMajorityStopValues),
}};

/// "a, b or c"
template <class Range>
std::string listed(const Range& range) {
    std::string text;
    std::size_t left = range.size();
    for (const auto& entry : range) {
        text += entry.name;
        --left;
        if (left > 0) text += left == 1 ? " or " : ", ";
    }
    return text;
}

}  // namespace

std::span<const Preset> presets() {
    return kPresets;
}
std::span<const RuleOption> rule_options() {
    return kOptions;
}

Result<Rules> with_option(Rules rules, std::string_view option, std::string_view value) {
    for (const RuleOption& known : kOptions) {
        if (known.name != option) continue;
        for (std::size_t i = 0; i < known.values.size(); ++i) {
            if (known.values[i].name != value) continue;
            known.set(rules, i);
            return rules;
        }
        return Error{std::string(option) + " is " + listed(known.values) + ", not " +
                     in_quotes(value)};
    }
    return Error{"no rule option " + in_quotes(option) + ": there are " + listed(kOptions)};
}

Result<Preset> parse_rules(std::string_view text) {
    const std::string_view preset_name = text.substr(0, text.find(','));
    const Preset* found = nullptr;
    for (const Preset& preset : kPresets)
        if (preset.name == preset_name) found = &preset;
    if (found == nullptr)
        return Error{"no rules " + in_quotes(preset_name) + ": there are " + listed(kPresets), 1};

    Preset result = *found;
    std::size_t at = preset_name.size();
    while (at < text.size()) {
        const std::size_t begin = at + 1;  // behind the comma
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string_view setting = text.substr(begin, end - begin);
        const std::size_t equals = setting.find('=');
        const int column = static_cast<int>(begin) + 1;
        if (equals == std::string_view::npos) return Error{"expected option=value", column};
        const std::string_view option = setting.substr(0, equals);
        if (text.substr(0, begin).find("," + std::string(option) + "=") != std::string_view::npos)
            return Error{std::string(option) + " stands here for the second time", column};
        const auto changed = with_option(result.rules, option, setting.substr(equals + 1));
        if (!changed) return Error{changed.error().message, column};
        result.rules = *changed;
        at = end;
    }
    return result;
}

std::string to_text(const Rules& rules) {
    std::string shortest;
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    for (const Preset& preset : kPresets) {
        std::string text(preset.name);
        std::size_t changes = 0;
        for (const RuleOption& option : kOptions) {
            if (option.get(rules) == option.get(preset.rules)) continue;
            text += "," + std::string(option.name) + "=" + std::string(option.value_name(rules));
            ++changes;
        }
        if (changes >= fewest) continue;
        fewest = changes;
        shortest = text;
    }
    return shortest;
}

}  // namespace kalah
