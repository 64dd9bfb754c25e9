// What a person is told about the tournaments of a store that are not finished: when another begins
// there, and when 'kalah resume' must choose one. One line each, on standard error.
#pragma once

#include "app/arena_command.hpp"

namespace kalah::app {

/// After a tournament has begun: which others nobody has finished, and how to continue one.
void tell_of_unfinished(const ArenaCommand& command, store::Store& store,
                        const arena::Tournament& begun);

/// Before one of several is resumed that the user has not chosen.
void tell_of_choice(const ArenaCommand& command, store::Store& store,
                    const arena::Tournament& chosen);

}  // namespace kalah::app
