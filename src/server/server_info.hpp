// What a page has to know before anything else: rules, players, levels of strength, the lobby. Pure
// functions, any thread.
#pragma once

#include "server/options.hpp"
#include "system/json.hpp"

namespace kalah::server {

/// The answer to `hello`.
[[nodiscard]] Json server_info_json(const ServerOptions& options);

}  // namespace kalah::server
