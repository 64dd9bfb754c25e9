// What tournaments add up to: finished games as statistics see them, standings and who met whom.
// Pure functions over values that the store has; nothing here is kept anywhere.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/plan.hpp"
#include "store/tournaments.hpp"

namespace kalah::arena {

/// One finished game of a tournament. Pairs are the games (0,1), (2,3), .. by number: the same
/// opening with sides swapped.
struct TournamentGame {
    std::size_t number = 0;            // in the schedule, from 0
    std::int64_t game = 0;             // in the store
    int round = 0;                     // from 0
    std::array<int, 2> entrants = {};  // south, north
    int board = 0;                     // of the plan
    std::string start = {};            // the first position
    std::string opening = {};          // moves that were forced
    std::string moves = {};            // all of them
    Side begins = Side::south;
    int margin = 0;  // south's seeds minus north's
    int plies = 0;   // of the whole game
    Ending ending = Ending::finished;
    std::optional<Side> loser = {};
    std::array<int, 2> faults = {};       // south, north: noted, costly or not
    FaultKind loss = FaultKind::illegal;  // what lost the game, if there is a loser
    std::array<double, 2> seconds = {};   // that each side took for its moves
    std::array<int, 2> moved = {};        // how many it chose itself
    double overhead = 0;                  // seconds of the arena's own, for all moves of the game

    [[nodiscard]] Side side_of(int entrant) const {
        return entrants[0] == entrant ? Side::south : Side::north;
    }
    [[nodiscard]] int margin_of(int entrant) const {
        return entrants[0] == entrant ? margin : -margin;
    }
    [[nodiscard]] double points_of(int entrant) const {
        const int own = margin_of(entrant);
        return own > 0 ? 1 : own == 0 ? 0.5 : 0;
    }
};

[[nodiscard]] TournamentGame result_of(const store::PlayedGame& played);

struct Standing {
    int entrant = 0;
    int games = 0;
    int wins = 0;
    int draws = 0;
    int losses = 0;
    double points = 0;    // those for sitting out included
    double sat_out = 0;   // points for rounds of a Swiss tournament without an opponent
    double buchholz = 0;  // the sum of the opponents' points, a game each
    long margin = 0;      // seeds, all games together
    int lost_by_fault = 0;
    int faults = 0;
    bool withdrawn = false;
};

/// Best first: points, then Buchholz in Swiss tournaments, then seeds, then the order of the list.
/// In knockouts: who came further, first. In gauntlets points a game: one plays more than the rest.
[[nodiscard]] std::vector<Standing> standings(const Plan& plan,
                                              const std::vector<TournamentGame>& results);

/// How many games an entrant lost by which kind of fault; kinds are the places.
using LostBy = std::array<int, static_cast<std::size_t>(kLastFaultKind) + 1>;
/// By entrant, in one pass over the games.
[[nodiscard]] std::vector<LostBy> lost_by_fault(std::size_t entrants,
                                                const std::vector<TournamentGame>& games);

}  // namespace kalah::arena
