#include "arena/elo.hpp"

#include <cassert>
#include <cmath>
#include <numbers>

namespace kalah::arena {
namespace {

constexpr std::size_t kMostResults = 5;

struct Shape {
    std::array<double, kMostResults> share;     // p_i, sum 1
    std::array<double, kMostResults> distance;  // a_i - mean
    std::size_t size;
    double total;
};

Shape shape_of(std::span<const double> counts, double mean) {
    assert(counts.size() >= 2 && counts.size() <= kMostResults);
    Shape shape{{}, {}, counts.size(), 0};
    for (std::size_t i = 0; i < shape.size; ++i) {
        shape.share[i] = counts[i] > 0 ? counts[i] : kUnseen;
        shape.total += shape.share[i];
        shape.distance[i] = static_cast<double>(i) / static_cast<double>(shape.size - 1) - mean;
    }
    for (std::size_t i = 0; i < shape.size; ++i) shape.share[i] /= shape.total;
    return shape;
}

/// Solves the equation of likelihood_loss for t. Its left side falls from +infinity to -infinity
/// between the poles.
double multiplier(const Shape& shape) {
    double low = -1 / shape.distance[shape.size - 1];
    double high = -1 / shape.distance[0];
    double t = 0;
    for (int i = 0; i < 200; ++i) {
        double value = 0;
        double slope = 0;
        for (std::size_t k = 0; k < shape.size; ++k) {
            const double term = shape.distance[k] / (1 + t * shape.distance[k]);
            value += shape.share[k] * term;
            slope -= shape.share[k] * term * term;
        }
        (value > 0 ? low : high) = t;
        double next = t - value / slope;
        if (!(next > low && next < high)) next = (low + high) / 2;
        if (std::abs(next - t) <= 1e-14 * (1 + std::abs(t))) return next;
        t = next;
    }
    return t;
}

}  // namespace

double normal_cdf(double x) {
    return std::erfc(-x / std::numbers::sqrt2) / 2;
}

int Pentanomial::pairs() const {
    return lost_both + lost_and_drew + drew_both + won_and_lost + won_and_drew + won_both;
}

void Pentanomial::add(double points_first, double points_second) {
    const int halves = static_cast<int>(std::lround(2 * (points_first + points_second)));
    assert(halves >= 0 && halves <= 4);
    if (halves == 2)
        ++(points_first == points_second ? drew_both : won_and_lost);
    else
        ++(halves == 0   ? lost_both
           : halves == 1 ? lost_and_drew
           : halves == 3 ? won_and_drew
                         : won_both);
}

std::array<double, 5> Pentanomial::counts() const {
    return {static_cast<double>(lost_both), static_cast<double>(lost_and_drew),
            static_cast<double>(drew_both + won_and_lost), static_cast<double>(won_and_drew),
            static_cast<double>(won_both)};
}

std::optional<double> elo_of_score(double score) {
    if (score <= 0 || score >= 1) return std::nullopt;
    return 400 * (std::log10(score) - std::log10(1 - score));
}

double score_of_elo(double elo) {
    return 1 / (1 + std::pow(10, -elo / 400));
}

std::optional<double> normalised_elo(const Pentanomial& pairs) {
    assert(pairs.pairs() > 0);
    double sum = 0;
    double squares = 0;
    const auto counts = pairs.counts();
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const double score = static_cast<double>(i) / 4;
        sum += counts[i] * score;
        squares += counts[i] * score * score;
    }
    const double mean = sum / pairs.pairs();
    const double variance = 2 * (squares / pairs.pairs() - mean * mean);  // of a game
    if (variance <= 0) return std::nullopt;
    return 800 / std::numbers::ln10 * (mean - 0.5) / std::sqrt(variance);
}

double likelihood_loss(std::span<const double> counts, double mean) {
    assert(mean > 0 && mean < 1);
    const Shape shape = shape_of(counts, mean);
    const double t = multiplier(shape);
    double loss = 0;
    for (std::size_t i = 0; i < shape.size; ++i)
        loss += shape.share[i] * std::log1p(t * shape.distance[i]);
    return shape.total * loss;
}

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
