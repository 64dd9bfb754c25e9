// Who gets the seeds that are left in the pits when a game ends: the only place that knows what the
// values of `sweep` mean. moves.cpp moves the seeds. Pure functions, any thread.
#pragma once

#include <optional>

#include "kalah/board.hpp"
#include "kalah/rules.hpp"

namespace kalah {

/// The side that gets the seeds left in the pits of `owner`; nothing if they count for neither.
[[nodiscard]] constexpr std::optional<Side> keeper_of(Sweep sweep, Side owner, Side last_mover) {
    switch (sweep) {
        case Sweep::owner:
            return owner;
        case Sweep::finisher:
            return last_mover;
        case Sweep::none:
            break;
    }
    return std::nullopt;
}

/// True if the position alone does not say who gets them.
[[nodiscard]] constexpr bool depends_on_last_mover(Sweep sweep) {
    return keeper_of(sweep, Side::south, Side::south) != keeper_of(sweep, Side::south, Side::north);
}

}  // namespace kalah
