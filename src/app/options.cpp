#include "app/options.hpp"

#include <unistd.h>

#include <cstdlib>

#include "kalah/notation.hpp"
#include "system/values.hpp"

namespace kalah::app {
namespace {

std::string joined_values(const RuleOption& option) {
    std::string text;
    for (const auto& value : option.values)
        text += (text.empty() ? "" : "|") + std::string(value.name);
    return text;
}

}  // namespace

void declare_common(Arguments& arguments, CommonOptions& options) {
    arguments.flag("--json", options.json, "print JSON, one object per line (docs/json.md)");
    arguments.heading("Rules (explained by 'kalah rules')");
    arguments.option("--rules", "PRESET", options.rules,
                     "standard (default), empty-capture, multilap or avalanche");
    options.changes.resize(rule_options().size());
    for (std::size_t i = 0; i < rule_options().size(); ++i) {
        const RuleOption& option = rule_options()[i];
        arguments.option("--" + std::string(option.name), joined_values(option), options.changes[i],
                         std::string(option.question));
    }
    arguments.heading("Options");
}

Result<Preset> chosen_rules(const CommonOptions& options) {
    const auto parsed = parse_rules(options.rules.value_or("standard"));
    if (!parsed) return Error{"--rules: " + parsed.error().message};
    Preset preset = *parsed;
    for (std::size_t i = 0; i < options.changes.size(); ++i) {
        if (!options.changes[i]) continue;
        const auto changed = with_option(preset.rules, rule_options()[i].name, *options.changes[i]);
        if (!changed) return Error{"--" + changed.error().message};
        preset.rules = *changed;
    }
    return preset;
}

void declare_start(Arguments& arguments, std::optional<std::string>& start) {
    arguments.positional("position", start,
                         "position, or size such as 6x4 (default: the preset's board)");
}

Result<Setting> chosen_setting(const CommonOptions& options,
                               const std::optional<std::string>& start, const char* argument) {
    const auto preset = chosen_rules(options);
    if (!preset) return preset.error();
    if (!start) return Setting{preset->rules, start_board(preset->size)};
    const auto board = parse_start(*start);
    if (!board) return Error{argument + (" " + in_quotes(*start)) + ", " + to_text(board.error())};
    return Setting{preset->rules, *board};
}

std::optional<Error> read_duration(const char* option, const std::optional<std::string>& text,
                                   std::chrono::milliseconds& target) {
    if (!text) return std::nullopt;
    const auto duration = parse_duration(*text);
    if (!duration)
        return Error{std::string(option) + " " + in_quotes(*text) + ": " +
                     duration.error().message};
    target = *duration;
    return std::nullopt;
}

void declare_drawing(Arguments& arguments, DrawingOptions& options) {
    using Wish = DrawingOptions::Wish;
    arguments.field(choice_field<Wish>(
        "colour,color", options.colour,
        {{"auto", Wish::automatic}, {"always", Wish::always}, {"never", Wish::never}},
        "colour the drawing; auto (default): only on a terminal"));
}

Colour chosen_colour(const DrawingOptions& options, int fd) {
    if (options.colour != DrawingOptions::Wish::automatic)
        return options.colour == DrawingOptions::Wish::always ? Colour::yes : Colour::no;
    const char* no_color = std::getenv("NO_COLOR");
    const char* terminal = std::getenv("TERM");
    const bool unwanted = (no_color != nullptr && *no_color != '\0') ||
                          (terminal != nullptr && std::string_view(terminal) == "dumb");
    return isatty(fd) == 1 && !unwanted ? Colour::yes : Colour::no;
}

}  // namespace kalah::app
