// The arguments of commands that sample fresh games: who plays, and from which openings.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/options.hpp"

namespace kalah::app {

/// --players, --levels and --opening.
void declare_sampled_players(Arguments& arguments, std::vector<std::string>& players,
                             std::optional<std::string>& levels, int& opening);

/// The specifications of both options together; without any, those of the usual levels. Throws a
/// CommandError.
[[nodiscard]] std::vector<std::string> chosen_names(const std::vector<std::string>& players,
                                                    const std::optional<std::string>& levels);

/// The players, with files opened that they name themselves: what is in the usual directory does
/// not matter, so that games can be repeated anywhere. Throws a CommandError that names the
/// argument; also if games of a player cannot be repeated.
[[nodiscard]] std::vector<players::Spec> repeatable_players(const std::string& argument,
                                                            const std::vector<std::string>& names,
                                                            const Setting& setting);

}  // namespace kalah::app
