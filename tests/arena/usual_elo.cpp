#include "arena/usual_elo.hpp"

#include <cmath>

namespace kalah::test {

EloEstimate estimate(const arena::Pentanomial& pairs) {
    const auto counts = pairs.counts();
    const double total = pairs.pairs();
    EloEstimate e;
    for (std::size_t i = 0; i < counts.size(); ++i)
        e.score += counts[i] / total * static_cast<double>(i) / 4;
    double variance = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const double distance = static_cast<double>(i) / 4 - e.score;
        variance += counts[i] / total * distance * distance;
    }
    e.score_error = arena::kNormal95 * std::sqrt(variance / total);
    e.elo = arena::elo_of_score(e.score);
    e.elo_low = arena::elo_of_score(e.score - e.score_error);
    e.elo_high = arena::elo_of_score(e.score + e.score_error);
    if (e.elo_low && e.elo_high) e.elo_error = (*e.elo_high - *e.elo_low) / 2;
    if (variance > 0)
        e.superiority = arena::normal_cdf((e.score - 0.5) / std::sqrt(variance / total));
    return e;
}

}  // namespace kalah::test
