// What a page has to know before anything else: rules, players, levels of strength, the lobby. Pure
// functions, any thread.
#pragma once

#include <span>
#include <string_view>

#include "server/options.hpp"
#include "system/json.hpp"

namespace kalah::server {

/// A strength that people choose by a word; weakest first. The words are the page's.
struct Level {
    std::string_view id;
    std::string_view player;
};
[[nodiscard]] std::span<const Level> levels();

/// The answer to `hello`.
[[nodiscard]] Json server_info_json(const ServerOptions& options);

}  // namespace kalah::server
