#include <fmt/core.h>

#include "app/command.hpp"
#include "app/options.hpp"
#include "kalah/notation.hpp"
#include "system/json.hpp"

namespace kalah::app {
namespace {

Json rules_json(const Rules& rules) {
    Json json;
    for (const RuleOption& option : rule_options()) json.set(option.name, option.value_name(rules));
    return json;
}

Json all_json(const Preset& chosen) {
    Json all_presets = Json::array();
    for (const Preset& preset : presets())
        all_presets.push(Json()
                             .set("name", preset.name)
                             .set("board", to_text(preset.size))
                             .set("options", rules_json(preset.rules))
                             .set("source", preset.source));
    Json all_options = Json::array();
    for (const RuleOption& option : rule_options()) {
        Json values;
        for (const auto& value : option.values) values.set(value.name, value.meaning);
        all_options.push(Json().set("name", option.name).set("values", values));
    }
    const Json picked = Json()
                            .set("rules", to_text(chosen.rules))
                            .set("board", to_text(chosen.size))
                            .set("options", rules_json(chosen.rules));
    return Json().set("presets", all_presets).set("options", all_options).set("chosen", picked);
}

void print_row(std::string_view name, BoardSize size, const Rules& rules) {
    fmt::print("  {:<14} {:<6}", name, to_text(size));
    for (const RuleOption& option : rule_options())
        fmt::print(" {:<{}}", option.value_name(rules), option.name.size() + 1);
}

void print_text(const Preset& chosen) {
    fmt::print("Presets\n  {:<14} {:<6}", "name", "board");
    for (const RuleOption& option : rule_options()) fmt::print(" {} ", option.name);
    fmt::print(" where from\n");
    for (const Preset& preset : presets()) {
        print_row(preset.name, preset.size, preset.rules);
        fmt::print(" {}\n", preset.source);
    }
    fmt::print("\nOptions, to be set on top of a preset\n");
    for (const RuleOption& option : rule_options())
        for (const auto& value : option.values)
            fmt::print("  {:<26} {}\n", fmt::format("--{} {}", option.name, value.name),
                       value.meaning);
    fmt::print("\nChosen: {}, on {} unless another board is given\n", to_text(chosen.rules),
               to_text(chosen.size));
}

void act_rules(const CommonOptions& options) {
    const auto chosen = or_usage_error(chosen_rules(options));
    if (options.json)
        print_json(all_json(chosen));
    else
        print_text(chosen);
}

}  // namespace

void add_rules(Program& program) {
    program.add<CommonOptions>({"rules", "list the rule presets and options",
                                "Example:\n"
                                "  kalah rules --rules empty-capture --majority-stop yes"},
                               declare_common, act_rules);
}

}  // namespace kalah::app
