// The arguments that subcommands share: --json, --colour, --rules and the single rule options, the
// position they start from, and durations.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "app/program.hpp"
#include "kalah/rules.hpp"
#include "rules/drawing.hpp"

namespace kalah::app {

struct CommonOptions {
    bool json = false;
    std::optional<std::string> rules = {};                 // the preset, default standard
    std::vector<std::optional<std::string>> changes = {};  // to the preset, by rule_options()
};
void declare_common(Arguments& arguments, CommonOptions& options);

/// The preset with the single options on top.
[[nodiscard]] Result<Preset> chosen_rules(const CommonOptions& options);

/// A position or a size; left out, it is the preset's usual board.
void declare_start(Arguments& arguments, std::optional<std::string>& start);

/// What a subcommand that works on a position needs, from its arguments.
struct Setting {
    Rules rules;
    Board start;
};
/// `start` came by the argument of this name, which an error says.
[[nodiscard]] Result<Setting> chosen_setting(const CommonOptions& options,
                                             const std::optional<std::string>& start,
                                             const char* argument = "position");

/// Replaces the target's value if the option was given.
[[nodiscard]] std::optional<Error> read_duration(const char* option,
                                                 const std::optional<std::string>& text,
                                                 std::chrono::milliseconds& target);

struct DrawingOptions {
    enum class Wish : std::uint8_t { automatic, always, never };
    Wish colour = Wish::automatic;
};
void declare_drawing(Arguments& arguments, DrawingOptions& options);
/// Colour for text on a file descriptor, 1 or 2: as told, else on a terminal unless NO_COLOR is set
/// or the terminal is dumb.
[[nodiscard]] Colour chosen_colour(const DrawingOptions& options, int fd);

}  // namespace kalah::app
