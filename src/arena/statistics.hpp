// What the games of a match between A and B add up to: score, Elo and seed margin with intervals
// that stay honest where games are few or repeated, and the split by side and by opening.
// Pure numerics over finished games: no store, no files, no text but one warning. Any thread.
//
// Where intervals come from. Games from one opening are alike: the two of a pair because the
// opening may favour a side, further pairs because the opening is the same, and those of
// deterministic players because they are the same games. Only the openings are independent. So the
// games of each opening form a cluster, and the error of a mean m of N games in G clusters is
//     sqrt(G/(G-1) sum_c (sum of (x - m) in cluster c)^2) / N,
// with Student's quantile of G - 1 degrees (the cluster-robust variance of a mean: Liang and Zeger
// 1986; Cameron and Miller 2015). Playing every game k times over does not change it. If all games
// are from one opening, they say nothing about other openings: then each distinct pair is a
// cluster, and the results hold for this opening only. With fewer than two clusters there is no
// interval. docs/statistics.md has examples.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/elo.hpp"

namespace kalah::arena {

/// P(T <= x) of Student's distribution, degrees > 0.
[[nodiscard]] double student_cdf(double x, double degrees);
/// The x with student_cdf(x, degrees) = probability, 0 < probability < 1.
[[nodiscard]] double student_quantile(double probability, double degrees);
/// The half-width, in standard errors, of a two-sided 95 % interval.
[[nodiscard]] double student95(double degrees);

/// A mean over values in clusters, with its cluster-robust error (see the top of this file).
class ClusteredMean {
  public:
    explicit ClusteredMean(std::size_t clusters) : sums_(clusters), counts_(clusters) {}

    /// A value, or the sum of several of them.
    void add(std::size_t cluster, double sum, int values = 1) {
        sums_[cluster] += sum;
        counts_[cluster] += values;
    }

    [[nodiscard]] double mean() const;  // 0 without values
    /// Of the mean; nothing with fewer than two clusters that have values.
    [[nodiscard]] std::optional<double> standard_error() const;
    /// Half of the 95 % interval, by Student's quantile.
    [[nodiscard]] std::optional<double> error95() const;
    [[nodiscard]] int clusters() const;  // those with values

  private:
    std::vector<double> sums_;
    std::vector<int> counts_;
};

/// One game seen from A.
struct GameResult {
    double points = 0;        // 0, 1/2 or 1
    int margin = 0;           // A's seeds minus B's
    std::uint64_t moves = 0;  // fingerprint of all moves; 0 = not known, taken as unlike any other
};

/// Two games from one opening: A plays first (begins the game) in one, second in the other.
struct PairResult {
    std::uint64_t opening = 0;  // any number or fingerprint: equal for equal openings only
    GameResult first;
    GameResult second;
};

/// A game whose partner is missing.
struct SingleResult {
    std::uint64_t opening = 0;
    bool plays_first = true;
    GameResult game;
};

struct MatchResults {
    std::vector<PairResult> pairs;  // in the order of the schedule
    std::vector<SingleResult> singles;
};

/// Never 0. Equal for equal texts, and for others with a probability of 2^-64.
[[nodiscard]] std::uint64_t fingerprint(std::string_view text);

/// A mean with its 95 % interval, symmetric. Nothing for `error` with fewer than two clusters.
struct Mean {
    double value = 0;
    std::optional<double> error = {};
};

/// Without an interval that holds values beyond `least` or `most`, or is a single point: values
/// that are all alike say nothing about their spread.
[[nodiscard]] Mean spread_mean(const ClusteredMean& values, double least, double most);

/// How much the games are worth as evidence.
struct SampleSize {
    int games = 0;
    int distinct_games = 0;  // by opening, side and moves
    int pairs = 0;
    int distinct_pairs = 0;
    int openings = 0;
    int clusters = 0;  // openings; distinct pairs and singles if there is only one opening
    /// This many independent pairs would give the same interval of the score; at most
    /// `distinct_pairs` (or their worth in singles), 0 without an interval.
    double effective_pairs = 0;
};

/// One line for people if games were repeated; nothing if not.
[[nodiscard]] std::optional<std::string> repeat_warning(const SampleSize& sample);

struct Summary {
    Trinomial games;
    Pentanomial pairs;
    SampleSize sample;

    /// Points per game, 0 to 1. The interval holds all means whose likelihood is not too far below
    /// the best: loss <= G/2 log(1 + t^2/(G-1)), where loss is likelihood_loss of the pairs'
    /// results, scaled to `effective_pairs`, and t is Student's quantile for G clusters (Wilks
    /// 1938; Owen 1988; the limit is the one that is exact for normal values of unknown variance).
    /// It stays within 0 and 1, does not shrink to a point where all pairs ended alike, and for
    /// many games it is the usual score +- 1.96 standard errors. An end within a millionth of 0 or
    /// 1 is moved there.
    double score = 0;
    std::optional<double> score_low = {};
    std::optional<double> score_high = {};
    std::optional<double> score_error = {};  // half of the interval's width

    std::optional<double> elo = {};             // nothing if all games had one result
    std::optional<double> elo_low = {};         // Elo of score_low; nothing = no bound
    std::optional<double> elo_high = {};        // Elo of score_high; nothing = no bound
    std::optional<double> elo_error = {};       // half of the interval's width
    std::optional<double> normalised_elo = {};  // as in elo.hpp, over all pairs

    /// The probability that A is stronger: Student's distribution at the t whose limit is the loss
    /// at 1/2. Nothing where there is no interval.
    std::optional<double> superiority = {};

    // The following have Student's interval. With too few games it may hold impossible values, or
    // be a single share of points: then there is none.

    Mean margin;  // A's seeds minus B's per game: the mean over both games of a pair

    Mean score_first;   // A playing first ..
    Mean score_second;  // .. and second
    Mean margin_first;
    Mean margin_second;
    /// Of the player who moves first, over pairs: points per game, and the margin in seeds, half
    /// the difference of A's two margins. 1/2 and 0 where the side does not matter.
    Mean first_player_score;
    Mean first_player_margin;
};

/// Costs O(n log n) in the games. Without games, all is zero or nothing. `seeds` is the number of
/// seeds on the largest board: no margin can be larger.
[[nodiscard]] Summary summarise(const MatchResults& results,
                                double seeds = std::numeric_limits<double>::infinity());

}  // namespace kalah::arena
