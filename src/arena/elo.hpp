// Elo from counts, by the formulas that the testing of chess programs uses (cutechess, fishtest,
// fastchess), so that figures can be compared with theirs: normal intervals, every game or pair
// taken as new. Not for what is reported of a match, where openings repeat and games are few: that
// is statistics.hpp. Pure functions, from any thread.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

namespace kalah::arena {

/// Results of single games, seen from A.
struct Trinomial {
    int wins = 0;
    int draws = 0;
    int losses = 0;
    [[nodiscard]] int games() const { return wins + draws + losses; }
    [[nodiscard]] std::array<double, 3> counts() const;  // from the worst to the best
};

/// Results of pairs: two games from one opening with sides swapped, by the points that A got of
/// two. The two ways to get one point are told apart for readers; everything else adds them.
struct Pentanomial {
    int lost_both = 0;      // 0
    int lost_and_drew = 0;  // 1/2
    int drew_both = 0;      // 1, the opening is even
    int won_and_lost = 0;   // 1, the opening decides
    int won_and_drew = 0;   // 3/2
    int won_both = 0;       // 2
    [[nodiscard]] int pairs() const;
    void add(double points_first, double points_second);
    [[nodiscard]] std::array<double, 5> counts() const;  // from the worst to the best
};

/// -400 log10(1/score - 1): nothing for 0 and 1.
[[nodiscard]] std::optional<double> elo_of_score(double score);
/// 1 / (1 + 10^(-elo/400))
[[nodiscard]] double score_of_elo(double elo);

/// n games or pairs with mean score s and variance v (the mean square distance, divided by n):
struct EloEstimate {
    double score = 0;                 // s, 0 to 1
    double score_error = 0;           // 1.96 sqrt(v / n), half of the 95 % interval
    std::optional<double> elo;        // nothing if all games were won, or all lost
    std::optional<double> elo_low;    // Elo of the ends of the score's interval; nothing
    std::optional<double> elo_high;   // where that is outside of 0 to 1
    std::optional<double> elo_error;  // (elo_high - elo_low) / 2
    /// 800 / ln 10 (s - 1/2) / sqrt(v a game): Elo in units of the spread, so that it says how many
    /// games a proof takes (Van den Bergh, "Normalized Elo"). Nothing where v is 0.
    std::optional<double> normalised;
    double normalised_error = 0;  // 1.96 * 800 / ln 10 / sqrt(games)
    /// The probability that A is the stronger one, if all differences are as likely before.
    double superiority = 0.5;
};

/// Superiority is (1 + erf((W - L) / sqrt(2 (W + L)))) / 2: draws say nothing (Remi Coulom's
/// formula). At least one game.
[[nodiscard]] EloEstimate estimate(const Trinomial& games);

/// Superiority is the normal distribution at (s - 1/2) / sqrt(v / n). At least one pair.
[[nodiscard]] EloEstimate estimate(const Pentanomial& pairs);

}  // namespace kalah::arena
