// The sequential probability ratio test (Wald 1945): plays until it can say whether A is better by
// elo1 rather than by elo0. Generalised to pairs with unknown frequencies of their five results, as
// fishtest and fastchess do: each hypothesis gets the frequencies that suit it best. Logistic Elo.
// A value per test, no locks: use it from one thread at a time.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "arena/elo.hpp"

namespace kalah::arena {

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
/// "undecided"; of the claim that A is better by elo1, "rejected" or "accepted".
[[nodiscard]] std::string_view name(SprtDecision decision);

/// The logarithm of the likelihood of elo1 over that of elo0, each at its best. Results that did
/// not occur count kUnseen. 0 without results. Costs two likelihood_loss.
[[nodiscard]] double log_likelihood_ratio(const SprtOptions& options, const Pentanomial& pairs);

/// Points of A in the two games of a pair, 0, 1/2 or 1 each.
struct PairPoints {
    double first = 0;
    double second = 0;
};

/// The test as it goes on: the first bound that is reached decides, whatever comes later.
class Sprt {
  public:
    /// Valid options.
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
