// Who meets whom in rounds that depend on the rounds before: knockouts and Swiss tournaments. Pure
// functions; schedule.hpp calls them.
#pragma once

#include <vector>

#include "arena/schedule.hpp"

namespace kalah::arena {

/// Seeded so that the best two can meet in the last round only; where entrants are missing to a
/// power of two, the best of the list go to the second round without a game. A pairing is won by
/// points, then by seeds, then by the better place in the list. Empty when one is left.
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
/// How many pairings an entrant has won, the ones without a game included.
[[nodiscard]] std::vector<int> knockout_wins(int entrants,
                                             const std::vector<TournamentGame>& results);

/// By points from the top, each with the next one that he has not met; if that cannot be done for
/// all, pairings come again. With an odd number, the last one who never did sits out.
[[nodiscard]] std::vector<Pairing> swiss_round(const Plan& plan,
                                               const std::vector<TournamentGame>& results);

}  // namespace kalah::arena
