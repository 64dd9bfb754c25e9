// Rules: the options in which games of Kalah differ, and the presets that people know by name. The
// board size is not part of the rules; a preset only has a usual one. moves.cpp implements the
// options.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "kalah/board.hpp"
#include "kalah/export.hpp"
#include "kalah/result.hpp"

namespace kalah {

enum class Capture : std::uint8_t { opposite, empty, none };
enum class Sowing : std::uint8_t { single, multi };
enum class Sweep : std::uint8_t { owner, finisher, none };

/// The default is the preset `standard`.
struct Rules {
    Capture capture = Capture::opposite;
    Sowing sowing = Sowing::single;
    bool extra_turn = true;
    Sweep sweep = Sweep::owner;
    bool majority_stop = false;
    bool operator==(const Rules&) const = default;
};

struct Preset {
    std::string_view name;
    BoardSize size;  // used unless another one is given
    Rules rules;
    std::string_view source;
};
[[nodiscard]] KALAH_API std::span<const Preset> presets();

/// One option with its name and values as people write them.
struct RuleOption {
    struct Value {
        std::string_view name;
        std::string_view meaning;
    };
    std::string_view name;
    std::string_view question;  // that the values answer
    std::span<const Value> values;
    std::size_t (*get)(const Rules&);  // index into values
    void (*set)(Rules&, std::size_t);

    [[nodiscard]] std::string_view value_name(const Rules& rules) const {
        return values[get(rules)].name;
    }
};
[[nodiscard]] KALAH_API std::span<const RuleOption> rule_options();

/// The rules with one option set by name, "capture" to "empty" for instance.
[[nodiscard]] KALAH_API Result<Rules> with_option(Rules rules, std::string_view option,
                                                  std::string_view value);

/// Reads "standard" or "standard,majority-stop=yes": a preset and changes to it. The preset
/// returned has the changes in its rules.
[[nodiscard]] KALAH_API Result<Preset> parse_rules(std::string_view text);

/// Writes what parse_rules reads, from the preset that needs the fewest changes.
[[nodiscard]] KALAH_API std::string to_text(const Rules& rules);

}  // namespace kalah
