// The request tree: the search of a position as the events of docs/tree.md, for the page that
// replays it. Every node is written, so the limit of the answer bounds the search, too: a few
// milliseconds.
#pragma once

#include "server/request.hpp"

namespace kalah::server {

/// Minimax to a depth of 3 on six pits fits.
inline constexpr std::size_t kMostSearchBytes = std::size_t{512} * 1024;

/// The answer, {"re": …, "events": […]} or an error, as it is sent: `search_too_large` beyond
/// kMostSearchBytes. Any thread.
[[nodiscard]] std::string answer_search(Request& request);

}  // namespace kalah::server
