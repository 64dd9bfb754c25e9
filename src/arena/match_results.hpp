// Games of a tournament as the statistics want them: pairs between two entrants, meetings of many,
// and the SPRT as games come in.
#pragma once

#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "arena/plan.hpp"
#include "arena/rating.hpp"
#include "arena/results.hpp"
#include "arena/sprt.hpp"
#include "arena/statistics.hpp"

namespace kalah::arena {

/// All games, each seen from whoever of its two stands first in the plan: of a match, from A. Games
/// are alike only if the same two played them. A game whose partner has not ended is single. One
/// pass over the games, like the next.
[[nodiscard]] MatchResults results_of_all(const std::vector<TournamentGame>& games);
/// All games of one entrant, against whomever, seen from him.
[[nodiscard]] MatchResults results_of(const std::vector<TournamentGame>& games, int entrant);

/// Who met whom, for the rating list: of games that are alike only one counts.
[[nodiscard]] std::vector<Meeting> meetings_of(const std::vector<TournamentGame>& games);

/// The test of a match while it is played. Pairs count in the order of the schedule, whenever they
/// end, so that the decision does not depend on how many games are played at one time; a pair that
/// repeats an earlier one proves nothing and is passed over.
class MatchSprt {
  public:
    explicit MatchSprt(const SprtOptions& options);

    /// Looks at the games, sorted by number, that it has not seen; how many decide the match, if
    /// they do.
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
