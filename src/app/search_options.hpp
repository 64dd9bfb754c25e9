// Arguments of subcommands that let players think: specifications with their resources.
#pragma once

#include <string>
#include <string_view>

#include "app/options.hpp"
#include "players/resources.hpp"
#include "players/spec.hpp"
#include "system/json.hpp"

namespace kalah::app {

/// A specification from an argument, for a game; the argument is named in errors:
/// "--player "x", column 1: no player …".
[[nodiscard]] Result<players::Spec> chosen_player(const std::string& argument,
                                                  const std::string& text, const Setting& setting);

/// Databases from the usual directory, books from files.
[[nodiscard]] players::PlayerResources default_resources();

/// The same with its book and its database opened, for `command`. A damaged database is an error if
/// the player named its directory; in the usual one it costs a line on standard error and the
/// database.
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
