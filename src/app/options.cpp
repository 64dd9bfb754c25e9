#include "app/options.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include <fmt/core.h>

#include "app/db_options.hpp"
#include "kalah/moves.hpp"
#include "kalah/notation.hpp"
#include "report/text.hpp"
#include "system/files.hpp"
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

Field json_field(bool& json) {
    return flag_field("json", json, "print JSON, one object per line (docs/json.md)");
}

void declare_json(Arguments& arguments, bool& json) {
    arguments.field(json_field(json));
}

std::vector<Field> rule_fields(CommonOptions& options) {
    std::vector<Field> fields{
        text_field("rules", "PRESET", options.rules,
                   "standard (default), empty-capture, multilap or avalanche")};
    options.changes.resize(rule_options().size());
    for (std::size_t i = 0; i < rule_options().size(); ++i) {
        const RuleOption& option = rule_options()[i];
        fields.push_back(text_field(std::string(option.name), joined_values(option),
                                    options.changes[i], std::string(option.question)));
    }
    return fields;
}

void declare_common(Arguments& arguments, CommonOptions& options) {
    declare_json(arguments, options.json);
    arguments.heading(kRulesHeading);
    for (const Field& field : rule_fields(options)) arguments.field(field);
    arguments.heading("Options");
}

bool CommonOptions::rules_given() const {
    return rules || std::any_of(changes.begin(), changes.end(),
                                [](const auto& change) { return change.has_value(); });
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

Result<Setting> playable(Result<Setting> setting) {
    if (!setting || !legal_moves(setting->start).empty()) return setting;
    return Error{fmt::format("{} is to move but has no seeds", to_text(setting->start.to_move))};
}

void declare_drawing(Arguments& arguments, DrawingOptions& options) {
    using Wish = DrawingOptions::Wish;
    arguments.field(choice_field<Wish>(
        "colour,color", options.colour,
        {{"auto", Wish::automatic}, {"always", Wish::always}, {"never", Wish::never}},
        "colour the drawing; auto (default): only on a terminal"));
}

void declare_plain(Arguments& arguments, bool& plain) {
    arguments.field(
        flag_field("plain", plain, "for screen readers: the board in words, nothing written over"));
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

void declare_threads(Arguments& arguments, int& threads) {
    arguments.field(
        number_field("threads", threads, {1, 256}, "number of threads (default: all cores)"));
}

void declare_memory(Arguments& arguments, std::optional<std::uint64_t>& memory) {
    arguments.field(
        size_field("memory", "SIZE", memory, "memory limit, such as 4G (default: free memory)"));
}

Result<players::Spec> chosen_player(const std::string& argument, const std::string& text,
                                    const Setting& setting) {
    const std::string named = argument + " " + in_quotes(text) + ", ";
    auto spec = players::parse_local_player(text);
    if (!spec) return Error{named + to_text(spec.error()) + " ('kalah players' lists them)"};
    if (spec->kind == players::Kind::program)
        return Error{named +
                     "column 1: other programs play only in 'kalah match' and 'kalah tournament'"};
    const int pits = setting.start.width;
    if (const auto unfit = players::validate(*spec, pits)) return Error{named + to_text(*unfit)};
    if (const auto unfit = players::validate(*spec, {setting.rules, pits}))
        return Error{named + to_text(*unfit)};
    return spec;
}

std::string with_time_limit(const std::string& player,
                            std::optional<std::chrono::milliseconds> time) {
    const auto spec = players::parse_player(player);
    if (!time || !spec || spec->kind != players::Kind::engine || !spec->usual_limit) return player;
    return players::with_setting(*spec, "time", duration_text(*time));
}

players::PlayerResources default_resources() {
    return {default_db_directory(), read_file};
}

Result<players::Spec> equipped(std::string_view command, players::PlayerResources& resources,
                               const players::Spec& spec, const Setting& setting) {
    auto with_book = resources.with_book(spec);
    if (!with_book) return with_book;
    auto opened = resources.with_database(*with_book, {setting.rules, setting.start.width});
    if (opened || !spec.default_database) return opened;
    fmt::print(stderr, "kalah {}: {}; continuing without a database\n", command,
               opened.error().message);
    return with_book;
}

std::string database_text(const players::Spec& spec) {
    if (!spec.settings.database) return "";
    return fmt::format("database up to {} in {}",
                       report::counted(spec.settings.database->max_seeds(), "seed"),
                       printable(spec.database_directory));
}

Json database_json(const players::Spec& spec) {
    if (!spec.settings.database) return {};
    return Json()
        .set("seeds", spec.settings.database->max_seeds())
        .set("directory", spec.database_directory);
}

void warn_of_damage(std::string_view command, const players::Spec& spec) {
    if (spec.settings.database && spec.settings.database->damaged())
        fmt::print(
            stderr,
            "kalah {}: {}: the database is damaged, parts of it were not used (see 'kalah db "
            "verify')\n",
            command, spec.database_directory);
}

}  // namespace kalah::app
