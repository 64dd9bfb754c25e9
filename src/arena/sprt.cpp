#include "arena/sprt.hpp"

#include <cmath>

#include "arena/likelihood.hpp"

namespace kalah::arena {

double SprtOptions::lower() const {
    return std::log(beta / (1 - alpha));
}

double SprtOptions::upper() const {
    return std::log((1 - beta) / alpha);
}

std::string_view name(SprtDecision decision) {
    switch (decision) {
        case SprtDecision::accept_elo1:
            return "accepted";
        case SprtDecision::accept_elo0:
            return "rejected";
        case SprtDecision::undecided:
            break;
    }
    return "undecided";
}

std::optional<std::string> validate(const SprtOptions& options) {
    // Scores beyond differ from 0 and 1 by less than a millionth.
    constexpr double kMostElo = 2400;
    if (!(std::abs(options.elo0) <= kMostElo) || !(std::abs(options.elo1) <= kMostElo))
        return "elo0 and elo1 must be between -2400 and 2400";
    if (!(options.elo0 < options.elo1)) return "elo0 must be less than elo1";
    if (!(options.alpha > 0 && options.alpha < 0.5)) return "alpha must be between 0 and 0.5";
    if (!(options.beta > 0 && options.beta < 0.5)) return "beta must be between 0 and 0.5";
    return std::nullopt;
}

double log_likelihood_ratio(const SprtOptions& options, const Pentanomial& pairs) {
    if (pairs.pairs() == 0) return 0;
    const auto counts = pairs.counts();
    return likelihood_loss(counts, score_of_elo(options.elo0)) -
           likelihood_loss(counts, score_of_elo(options.elo1));
}

SprtDecision Sprt::add(PairPoints pair) {
    pairs_.add(pair.first, pair.second);
    llr_ = log_likelihood_ratio(options_, pairs_);
    if (decision_ != SprtDecision::undecided) return decision_;
    if (llr_ >= options_.upper()) decision_ = SprtDecision::accept_elo1;
    if (llr_ <= options_.lower()) decision_ = SprtDecision::accept_elo0;
    if (decision_ != SprtDecision::undecided) decided_after_ = pairs_.pairs();
    return decision_;
}

}  // namespace kalah::arena
