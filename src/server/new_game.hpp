// What a page wants a new game to be, read from the request: position, seats, clock. Any thread.
#pragma once

#include "server/live_game.hpp"
#include "server/request.hpp"

namespace kalah::server {

/// Terms of a game that can be played here, by players that may; in the lobby they are the lobby's.
[[nodiscard]] Result<GameTerms> read_terms(Request& request, const ServerOptions& options);
/// The lobby's, with open seats.
[[nodiscard]] GameTerms lobby_terms(const ServerOptions& options);

/// An error about a player's specification, whose column is kept.
[[nodiscard]] Error bad_player(std::string_view player, const Error& why);

/// The name of a person who gives this one: never like a player of the program.
[[nodiscard]] std::string person_name(std::string_view given);

}  // namespace kalah::server
