// Schedules of all kinds of tournaments: who plays whom, when and from which opening. Pure
// functions of the plan and of the games so far. Games (0,1), (2,3), .. are pairs from one opening
// with sides swapped.
#pragma once

#include <optional>
#include <vector>

#include "arena/board_setup.hpp"
#include "arena/plan.hpp"
#include "arena/results.hpp"
#include "kalah/game.hpp"
#include "kalah/result.hpp"
#include "store/tournaments.hpp"

namespace kalah::arena {

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
/// An error, with advice, if a round has more games than a store should hold.
[[nodiscard]] std::optional<Error> too_many_games(const Plan& plan,
                                                  const std::vector<BoardSetup>& setups);
/// A plan that was checked, with its boards.
struct ReadyPlan {
    Plan plan;
    std::vector<BoardSetup> setups;
};
/// Checks all of a plan but its players, and sets up its boards.
[[nodiscard]] Result<ReadyPlan> ready(Plan plan);

/// How many blocks of openings there are. A block has one opening for each pair of games of two
/// entrants, and each pairing draws one block. In a round robin everybody meets every block once
/// (all but one, if their number is odd), so that no player has better openings than another; in
/// other tournaments every pairing has its own block. If there are too few openings, the blocks
/// start again from the first.
[[nodiscard]] std::size_t opening_blocks(const Plan& plan);

/// The games of the pairings, numbered from `first_number` on: pair by pair, so that all pairings
/// advance together.
[[nodiscard]] std::vector<store::ScheduledGame> games_of(const Plan& plan,
                                                         const std::vector<Pairing>& pairings,
                                                         const std::vector<BoardSetup>& setups,
                                                         int round, std::size_t first_number);

/// The rounds of a Swiss tournament: as the plan says, otherwise enough to find the best entrant,
/// and one more.
[[nodiscard]] int rounds_of(const Plan& plan);
/// Entrants of a Swiss tournament who had no opponent in a round that has been played; they get
/// as many points as a pairing has games.
[[nodiscard]] std::vector<int> byes(const Plan& plan, const std::vector<TournamentGame>& results);

/// The pairings of the next round, seeded so that the best two can only meet in the last round. If
/// the number of entrants is not a power of two, the best of the list go to the second round
/// without a game. A pairing is won by points, then by seeds, then by fewer games lost through
/// faults, then by the better place in the list. Empty when one entrant is left.
[[nodiscard]] std::vector<Pairing> knockout_round(int entrants,
                                                  const std::vector<TournamentGame>& results);
/// The pairings that have been decided, round by round.
struct Decided {
    int round = 0;
    Pairing pairing;
    int winner = 0;
};
[[nodiscard]] std::vector<Decided> knockout_meetings(int entrants,
                                                     const std::vector<TournamentGame>& results);
/// How many pairings each entrant has won, including those without a game.
[[nodiscard]] std::vector<int> knockout_wins(int entrants,
                                             const std::vector<TournamentGame>& results);

/// Pairs by points from the top, each entrant with the next one that it has not met; if that is not
/// possible for all, pairings are repeated. With an odd number, the lowest entrant that never sat
/// out sits out.
[[nodiscard]] std::vector<Pairing> swiss_round(const Plan& plan,
                                               const std::vector<TournamentGame>& results);

}  // namespace kalah::arena
