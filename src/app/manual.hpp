// Manual pages as `man` reads them (roff), made from the descriptions that `--help` prints, so that
// the two say the same. Pure functions, any thread.
#pragma once

#include <string>
#include <string_view>

#include "app/description.hpp"

namespace kalah::app {

/// "kalah", "kalah-games-list": the page's name, without its section.
[[nodiscard]] std::string manual_name(const CommandDescription& command);

/// The page of a command; `program` is the description of them all, for references.
[[nodiscard]] std::string manual_page(const CommandDescription& command,
                                      const CommandDescription& program, std::string_view version);

}  // namespace kalah::app
