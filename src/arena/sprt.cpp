#include "arena/sprt.hpp"

#include <cmath>

#include "arena/likelihood.hpp"

namespace kalah::arena {
namespace {

double ratio(const SprtOptions& options, std::span<const double> counts) {
    return likelihood_loss(counts, score_of_elo(options.elo0)) -
           likelihood_loss(counts, score_of_elo(options.elo1));
}

}  // namespace

double SprtOptions::lower() const {
    return std::log(beta / (1 - alpha));
}

double SprtOptions::upper() const {
    return std::log((1 - beta) / alpha);
}

std::optional<std::string> objection(const SprtOptions& options) {
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
    return pairs.pairs() == 0 ? 0 : ratio(options, pairs.counts());
}

double log_likelihood_ratio(const SprtOptions& options, const Trinomial& games) {
    return games.games() == 0 ? 0 : ratio(options, games.counts());
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

SprtDecision decide(const SprtOptions& options, std::span<const PairPoints> pairs) {
    Sprt test(options);
    for (const PairPoints& pair : pairs)
        if (test.add(pair) != SprtDecision::undecided) break;
    return test.decision();
}

std::vector<double> llr_curve(const SprtOptions& options, std::span<const PairPoints> pairs) {
    std::vector<double> curve;
    curve.reserve(pairs.size());
    Sprt test(options);
    for (const PairPoints& pair : pairs) {
        test.add(pair);
        curve.push_back(test.llr());
    }
    return curve;
}

}  // namespace kalah::arena
