// The evaluations by name, and the contract that all of them keep. An evaluation is a type with
// - kName, kMeaning: for lists.
// - kPerSeed: what a seed in a store is worth, if the value is kPerSeed x store difference plus
//   something that depends on the pits alone (and on `again`); otherwise 0.
// - bonus(width): the most by which that something, without `again`, can exceed kPerSeed x seeds in
//   the pits, either way.
// - kAgain: what moving again is worth unless a player sets it; 0 if it does not count.
// - value(position, again): an integer from the mover's point of view. `again` is what moving again
//   is worth, if the move that led here gave its player another one, so that the same player is to
//   move; otherwise 0.
// - counts_laps(position): whether the value depends on position.laps_lead(), and so on the way to
//   the position; if missing, it does not.
// - finished(position): the same for a game that is over; kPerSeed x store difference if missing.
// - parts(position, again): the summands of value, for people; not for searches.
// Values are compared as integers and divided by display_unit() for display. Pure functions, any
// thread.
#pragma once

#include "eval/fitted.hpp"
#include "eval/published.hpp"
#include "kalah/eval.hpp"

namespace kalah::eval {

/// Calls `work` with an object of the evaluation's type.
template <class Work>
auto with_eval(EvalId id, Work work) {
    switch (id) {
        case EvalId::store:
            return work(Store{});
        case EvalId::simple:
            return work(Simple{});
        case EvalId::knowledge:
            return work(Knowledge{});
        case EvalId::knowledge_both:
            return work(KnowledgeBoth{});
        case EvalId::five_part:
            return work(FivePart{});
        case EvalId::again:
            return work(Again{});
        case EvalId::long_turn:
            return work(LongTurn{});
        case EvalId::fitted:
            break;
    }
    return work(Fitted{});
}

/// kPerSeed, or that of the evaluation that the position names at run time.
template <class Eval, class Position>
[[nodiscard]] constexpr int per_seed(const Position& position) {
    if constexpr (requires { Eval::per_seed(position); })
        return Eval::per_seed(position);
    else
        return Eval::kPerSeed;
}

/// bonus, for the position's board.
template <class Eval, class Position>
[[nodiscard]] int bonus(const Position& position) {
    if constexpr (requires { Eval::bonus(position); })
        return Eval::bonus(position);
    else
        return Eval::bonus(position.width());
}

/// Whether equal positions may have different values, depending on how they were reached.
template <class Eval, class Position>
[[nodiscard]] constexpr bool counts_laps(const Position& position) {
    if constexpr (requires { Eval::counts_laps(position); })
        return Eval::counts_laps(position);
    else
        return false;
}

/// The value of a finished game, mover's view.
template <class Eval, class Position>
[[nodiscard]] int finished(const Position& position) {
    if constexpr (requires { Eval::finished(position); })
        return Eval::finished(position);
    else
        return Eval::kPerSeed * store_difference(position);
}

}  // namespace kalah::eval
