// Who plays whom, when and from which opening: schedules of all kinds of tournaments, as pure
// functions of the plan and of the games so far. Pairs of games, numbers (0,1), (2,3), .., have one
// opening with sides swapped.
#pragma once

#include <optional>
#include <vector>

#include "arena/plan.hpp"
#include "arena/results.hpp"
#include "kalah/game.hpp"
#include "kalah/result.hpp"
#include "store/tournaments.hpp"

namespace kalah::arena {

/// One board of a plan with its openings, in the order in which they are played; from the first
/// again when there are fewer than pairs.
struct Stage {
    Rules rules;
    Board start;
    std::vector<Game> openings;  // all different, no more than pairs
    std::size_t pairs = 0;
};
/// The boards of a plan. Openings from a file are those that fit the board.
[[nodiscard]] Result<std::vector<Stage>> stages(const Plan& plan);

/// Two entrants who are to meet.
struct Pairing {
    int first = 0;  // south in the first game of each pair
    int second = 0;
    bool operator==(const Pairing&) const = default;
};

/// The pairings of the round after `results`, which are those of all rounds before it; none if the
/// tournament is over.
[[nodiscard]] std::vector<Pairing> next_pairings(const Plan& plan,
                                                 const std::vector<TournamentGame>& results);
/// More than a store should hold: why, and what to do.
[[nodiscard]] std::optional<Error> too_many_games(const Plan& plan,
                                                  const std::vector<Stage>& stages);
/// Their games, numbered from `first_number` on: opening by opening, so that all pairings come
/// along together.
[[nodiscard]] std::vector<store::ScheduledGame> games_of(const std::vector<Pairing>& pairings,
                                                         const std::vector<Stage>& stages,
                                                         int round, std::size_t first_number);

/// Of a Swiss tournament: as the plan says, else enough to find the best of so many, and one more.
[[nodiscard]] int rounds_of(const Plan& plan);
/// Entrants of a Swiss tournament who had no opponent in a round that has been played; they get
/// as many points as a pairing has games.
[[nodiscard]] std::vector<int> byes(const Plan& plan, const std::vector<TournamentGame>& results);

}  // namespace kalah::arena
