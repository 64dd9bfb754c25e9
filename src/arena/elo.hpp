// Elo, likelihood, the normal distribution and the SPRT: the formulas that the testing of chess
// programs uses (cutechess, fishtest, fastchess), so that figures can be compared with theirs.
// Intervals of matches are in statistics.hpp. Pure functions from any thread; an Sprt is a value
// for one thread at a time.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace kalah::arena {

/// The quantile of the normal distribution behind two-sided 95 % intervals.
inline constexpr double kNormal95 = 1.959963984540054;
/// P(Z <= x) of the standard normal distribution.
[[nodiscard]] double normal_cdf(double x);

/// Results of single games, seen from A.
struct Trinomial {
    int wins = 0;
    int draws = 0;
    int losses = 0;
    [[nodiscard]] int games() const { return wins + draws + losses; }
    [[nodiscard]] double points() const { return wins + 0.5 * draws; }
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

/// 800 / ln 10 (s - 1/2) / sqrt(v), with the mean score s and its variance v per game: Elo in units
/// of the spread, so that it says how many games a proof takes (Van den Bergh, "Normalized Elo").
/// Nothing where v is 0. At least one pair.
[[nodiscard]] std::optional<double> normalised_elo(const Pentanomial& pairs);

/// A result that did not occur counts as this part of one result: so all results are possible, and
/// every mean between the worst and the best has a likelihood above 0. The value is the usual one
/// (fishtest, fastchess).
inline constexpr double kUnseen = 1e-3;

/// How much likelihood is lost, as a natural logarithm >= 0, when the mean score must be `mean`.
/// The counts are those of the results 0, 1/(k-1), .., 1, with k = counts.size(). The multinomial
/// maximum under the constraint is q_i = p_i / (1 + t (a_i - mean)), where t solves
/// sum p_i (a_i - mean) / (1 + t (a_i - mean)) = 0 (Owen 1988 for the empirical likelihood; Van den
/// Bergh, "Comments on normalized Elo" and fishtest's LLRcalc for this use). A safeguarded Newton
/// iteration: about 0.2 us. 0 < mean < 1.
[[nodiscard]] double likelihood_loss(std::span<const double> counts, double mean);

// The sequential probability ratio test (Wald 1945) stops a match when it can say whether A is
// better by elo1 rather than by elo0. It is generalised to pairs with unknown frequencies of their
// five results, as in fishtest and fastchess: each hypothesis gets the frequencies that suit it
// best. Logistic Elo.

struct SprtOptions {
    double elo0 = 0;
    double elo1 = 10;
    double alpha = 0.05;  // the risk to accept elo1 where elo0 is true
    double beta = 0.05;   // the risk to accept elo0 where elo1 is true
    bool operator==(const SprtOptions&) const = default;
    [[nodiscard]] double lower() const;  // log(beta / (1 - alpha))
    [[nodiscard]] double upper() const;  // log((1 - beta) / alpha)
};

/// What is wrong with options from outside; nothing if they can be used.
[[nodiscard]] std::optional<std::string> validate(const SprtOptions& options);

enum class SprtDecision { undecided, accept_elo0, accept_elo1 };
/// "undecided", or whether the claim that A is better by elo1 is "rejected" or "accepted".
[[nodiscard]] std::string_view name(SprtDecision decision);

/// The logarithm of the likelihood of elo1 over that of elo0, each at its best. Results that did
/// not occur count kUnseen. 0 without results. Costs two likelihood_loss.
[[nodiscard]] double log_likelihood_ratio(const SprtOptions& options, const Pentanomial& pairs);

/// Points of A in the two games of a pair, 0, 1/2 or 1 each.
struct PairPoints {
    double first = 0;
    double second = 0;
};

/// The running test: the first bound that is reached decides, whatever comes later.
class Sprt {
  public:
    /// The options must be valid.
    explicit Sprt(const SprtOptions& options) : options_(options) {}

    SprtDecision add(PairPoints pair);

    [[nodiscard]] const SprtOptions& options() const { return options_; }
    [[nodiscard]] const Pentanomial& pairs() const { return pairs_; }
    [[nodiscard]] double llr() const { return llr_; }  // after all pairs added
    [[nodiscard]] SprtDecision decision() const { return decision_; }
    /// How many pairs it took; 0 while undecided.
    [[nodiscard]] int decided_after() const { return decided_after_; }

  private:
    SprtOptions options_;
    Pentanomial pairs_;
    double llr_ = 0;
    SprtDecision decision_ = SprtDecision::undecided;
    int decided_after_ = 0;
};

}  // namespace kalah::arena
