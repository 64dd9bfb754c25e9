// Rooms as JSON: what visitors are told of one (docs/web-api.md), and what the store keeps. Any
// thread.
#pragma once

#include <array>

#include "browser/room.hpp"
#include "system/json.hpp"

namespace kalah::browser {

/// `here` says, by side, whether somebody with its key is connected; `limit` what the hall gives
/// for a move.
[[nodiscard]] Json state_json(const Room& room, const std::array<bool, 2>& here, net::Time now,
                              std::optional<milliseconds> limit = std::nullopt);

/// With keys: for the store alone.
[[nodiscard]] std::string stored_text(const Room& room, net::Time now);
/// Reads what stored_text writes; the moves are played again.
[[nodiscard]] Result<RoomData> read_stored(std::string_view text);

}  // namespace kalah::browser
