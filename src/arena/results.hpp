// Results of a tournament: finished games as statistics use them, standings, meetings for the
// rating list, and the SPRT as games come in. Computed from what the store holds; nothing is stored
// here.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "arena/elo.hpp"
#include "arena/plan.hpp"
#include "arena/rating.hpp"
#include "arena/statistics.hpp"
#include "store/tournaments.hpp"
#include "system/json.hpp"

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
    double time_factor = 1;               // by which its time limits were multiplied
    bool won_by_nobody = false;           // a forfeit without a winner, see Forfeits

    /// How many moves a side made after the opening.
    [[nodiscard]] int moves_of(Side side) const;
    /// The loser made no move: it was withdrawn, crashed at once or never connected. No game was
    /// played on the board, so it counts in the standings and nowhere else.
    [[nodiscard]] bool forfeited() const { return loser && moves_of(*loser) == 0; }
    [[nodiscard]] Side side_of(int entrant) const {
        return entrants[0] == entrant ? Side::south : Side::north;
    }
    [[nodiscard]] int margin_of(int entrant) const {
        return entrants[0] == entrant ? margin : -margin;
    }
    [[nodiscard]] double points_of(int entrant) const {
        if (won_by_nobody) return 0;
        const int own = margin_of(entrant);
        return own > 0 ? 1 : own == 0 ? 0.5 : 0;
    }
};

[[nodiscard]] TournamentGame result_of(const store::PlayedGame& played);

[[nodiscard]] int count_forfeited(const std::vector<TournamentGame>& games);

/// Decides who gets the point of a forfeited game: the opponent, unless it is withdrawn, or has
/// lost a game by a fault and made no move in any. So two broken programs do not win against each
/// other.
class Forfeits {
  public:
    explicit Forfeits(const Plan& plan);
    /// Counts games[place]; call it once per game. Settles that game, and all others again if it
    /// changed whether an entrant may win forfeits, which happens at most twice for each.
    void count(std::vector<TournamentGame>& games, std::size_t place);
    /// Games lost by faults, forfeited or not.
    [[nodiscard]] int lost(int entrant) const { return at(entrant).lost; }

  private:
    struct Record {
        bool moved = false;
        int lost = 0;
    };
    [[nodiscard]] const Record& at(int entrant) const {
        return records_[static_cast<std::size_t>(entrant)];
    }
    [[nodiscard]] bool can_win(int entrant) const;
    void settle(TournamentGame& game) const;

    int max_faults_;
    std::vector<Record> records_;
};

struct Standing {
    int entrant = 0;
    int rank = 1;   // equal results share one: 1, 2, 2, 4
    int games = 0;  // forfeited ones included
    int wins = 0;   // of games that were played, like draws and losses
    int draws = 0;
    int losses = 0;
    int forfeits_won = 0;
    int forfeits_lost = 0;
    double points = 0;    // those for forfeits and for sitting out included
    double sat_out = 0;   // points for rounds of a Swiss tournament without an opponent
    double buchholz = 0;  // the sum of the opponents' points, once per game
    long margin = 0;      // seeds, all games that were played
    int lost_by_fault = 0;
    int faults = 0;
    bool withdrawn = false;

    [[nodiscard]] int played() const { return wins + draws + losses; }
    /// Seeds per game; nothing if none was played.
    [[nodiscard]] std::optional<double> mean_margin() const {
        if (played() == 0) return std::nullopt;
        return static_cast<double>(margin) / played();
    }
};

/// Best first: points, then Buchholz in Swiss tournaments, then seeds; of equal rank in the order
/// of the list. In knockouts, the entrant that came further is first. In gauntlets, points per game
/// decide: one entrant plays more than the rest.
[[nodiscard]] std::vector<Standing> standings(const Plan& plan,
                                              const std::vector<TournamentGame>& results);

/// {"rank", "name", "points", "games", "played", "wins", ..}: for everything that shows standings.
[[nodiscard]] Json standing_json(const Plan& plan, const Standing& standing);

/// How many games an entrant lost by each kind of fault, indexed by kind.
using LostBy = std::array<int, static_cast<std::size_t>(kLastFaultKind) + 1>;
/// By entrant, in one pass over the games.
[[nodiscard]] std::vector<LostBy> lost_by_fault(std::size_t entrants,
                                                const std::vector<TournamentGame>& games);

/// All games that were played, each seen from the entrant that comes first in the plan; in a match,
/// from A. Games are alike only if the same two played them. A game whose partner has not ended, or
/// was forfeited, is single. One pass over the games, like results_of.
[[nodiscard]] MatchResults results_of_all(const std::vector<TournamentGame>& games);
/// The games of one entrant, seen from it.
[[nodiscard]] MatchResults results_of(const std::vector<TournamentGame>& games, int entrant);

/// Who met whom on the board, for the rating list; games that are alike count once.
[[nodiscard]] std::vector<Meeting> meetings_of(const std::vector<TournamentGame>& games);

/// The test of a match while it is played. Pairs count in the order of the schedule, whenever they
/// end, so that the decision does not depend on how many games run at a time. A pair that repeats
/// an earlier one, or has a forfeited game, proves nothing and is skipped.
class MatchSprt {
  public:
    explicit MatchSprt(const SprtOptions& options);

    /// Adds the pairs that it has not seen yet; the games are sorted by number. Returns how many
    /// games decide the match, if they do.
    std::optional<std::size_t> look(const std::vector<TournamentGame>& games);

    [[nodiscard]] const Sprt& test() const { return test_; }
    /// The ratio after each pair that counts.
    [[nodiscard]] const std::vector<double>& curve() const { return curve_; }

  private:
    Sprt test_;
    std::size_t next_ = 0;  // the first game of the next pair
    std::set<std::pair<std::uint64_t, std::uint64_t>> seen_;
    std::vector<double> curve_;
};

}  // namespace kalah::arena
