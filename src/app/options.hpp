// The arguments that subcommands share: --json, --colour, --rules and the single rule options, the
// position they start from, threads and memory, and players with what they use.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/program.hpp"
#include "kalah/rules.hpp"
#include "players/resources.hpp"
#include "players/spec.hpp"
#include "rules/drawing.hpp"
#include "system/json.hpp"
#include "system/machine.hpp"

namespace kalah::app {

[[nodiscard]] Field json_field(bool& json);
void declare_json(Arguments& arguments, bool& json);

struct CommonOptions {
    bool json = false;
    std::optional<std::string> rules = {};                 // the preset, default standard
    std::vector<std::optional<std::string>> changes = {};  // to the preset, by rule_options()

    [[nodiscard]] bool rules_given() const;
};
/// --rules and the single rule options. Call it once for an object: the targets may move.
[[nodiscard]] std::vector<Field> rule_fields(CommonOptions& options);
inline constexpr const char* kRulesHeading = "Rules (explained by 'kalah rules')";
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
/// `argument` is the name of the argument that gave `start`, for errors.
[[nodiscard]] Result<Setting> chosen_setting(const CommonOptions& options,
                                             const std::optional<std::string>& start,
                                             const char* argument = "position");

/// The same; an error if the side to move has no seeds.
[[nodiscard]] Result<Setting> playable(Result<Setting> setting);

struct DrawingOptions {
    enum class Wish : std::uint8_t { automatic, always, never };
    Wish colour = Wish::automatic;
};
void declare_drawing(Arguments& arguments, DrawingOptions& options);
/// Colour for text on a file descriptor, 1 or 2: as the user chose, else on a terminal unless
/// NO_COLOR is set or the terminal is dumb.
[[nodiscard]] Colour chosen_colour(const DrawingOptions& options, int fd);
/// --plain
void declare_plain(Arguments& arguments, bool& plain);

void declare_threads(Arguments& arguments, int& threads);
/// Left out, a command uses available_memory().
void declare_memory(Arguments& arguments, std::optional<std::uint64_t>& memory);

/// A specification from an argument, for a game; the argument is named in errors:
/// "--player "x", column 1: no player …".
[[nodiscard]] Result<players::Spec> chosen_player(const std::string& argument,
                                                  const std::string& text, const Setting& setting);

/// The specification with the limit of --time, if the player searches and names no limit.
[[nodiscard]] std::string with_time_limit(const std::string& player,
                                          std::optional<std::chrono::milliseconds> time);

/// Databases from the usual directory, books from files.
[[nodiscard]] players::PlayerResources default_resources();

/// The same with its book and its database opened, for `command`. A damaged database is an error if
/// the player named its directory. In the usual directory it is left out, with a line on standard
/// error.
[[nodiscard]] Result<players::Spec> equipped(std::string_view command,
                                             players::PlayerResources& resources,
                                             const players::Spec& spec, const Setting& setting);
/// "database up to 20 seeds in DIR", or nothing.
[[nodiscard]] std::string database_text(const players::Spec& spec);
/// {"seeds":20,"directory":"DIR"}, or null.
[[nodiscard]] Json database_json(const players::Spec& spec);
/// Afterwards: says on standard error if a part of the database was found damaged and not used.
void warn_of_damage(std::string_view command, const players::Spec& spec);

}  // namespace kalah::app
