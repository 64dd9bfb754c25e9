// What `kalah serve --check-config` looks for beyond the options themselves: whether this machine
// has the addresses and folders that they name. A start finds the same out by listening and
// opening.
#pragma once

#include "app/serve_options.hpp"

namespace kalah::app {

/// The first option that names something that is not here. The folder of the admin socket may be
/// missing: a service manager makes it at the start.
[[nodiscard]] std::optional<Error> check_machine(const ServeOptions& options);

}  // namespace kalah::app
