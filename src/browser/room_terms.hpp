// What a visitor wants a new room to be, read from the request: game, seats, clock. Any thread.
#pragma once

#include "browser/hello.hpp"
#include "browser/request.hpp"
#include "browser/room.hpp"

namespace kalah::browser {

/// A game that can be played here, by those who may; in the hall it is the hall's.
[[nodiscard]] Result<RoomTerms> read_terms(Request& request, const HallTerms& hall);

/// What a person is called who gives this name: never like a player of the program.
[[nodiscard]] std::string person_name(std::string_view given);

}  // namespace kalah::browser
