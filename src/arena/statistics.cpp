#include "arena/statistics.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include <boost/math/distributions/students_t.hpp>

#include "base/mix64.hpp"

namespace kalah::arena {
namespace {

/// Counts distinct games; a game with unknown moves is unlike any other.
class Distinct {
  public:
    void add(std::uint64_t opening, std::uint64_t a, std::uint64_t b) {
        if (a != 0 && b != 0)
            known_.insert({opening, a, b});
        else
            ++unknown_;
    }
    [[nodiscard]] int count() const { return static_cast<int>(known_.size()) + unknown_; }

  private:
    std::set<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>> known_;
    int unknown_ = 0;
};

/// Which side A had, as a number that is never 0.
std::uint64_t side_key(bool plays_first) {
    return plays_first ? 1 : 2;
}

/// The cluster of every pair and single, numbered from 0.
struct Clusters {
    std::vector<std::size_t> of_pair;
    std::vector<std::size_t> of_single;
    std::size_t count = 0;
    int openings = 0;
};

Clusters clusters_of(const MatchResults& results) {
    Clusters clusters;
    std::map<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>, std::size_t> numbers;
    std::set<std::uint64_t> openings;
    for (const auto& pair : results.pairs) openings.insert(pair.opening);
    for (const auto& single : results.singles) openings.insert(single.opening);
    clusters.openings = static_cast<int>(openings.size());
    const bool by_opening = openings.size() > 1;
    const auto number = [&](std::uint64_t opening, std::uint64_t a, std::uint64_t b) {
        if (by_opening) a = b = 1;
        if (a == 0 || b == 0) return clusters.count++;
        const auto [place, fresh] = numbers.try_emplace({opening, a, b}, clusters.count);
        if (fresh) ++clusters.count;
        return place->second;
    };
    for (const auto& pair : results.pairs)
        clusters.of_pair.push_back(number(pair.opening, pair.first.moves, pair.second.moves));
    for (const auto& single : results.singles)
        clusters.of_single.push_back(
            number(single.opening, single.game.moves, side_key(single.plays_first)));
    return clusters;
}

/// The means of everything that a game or pair says, by clusters.
struct Means {
    explicit Means(std::size_t n)
        : score(n),
          margin(n),
          score_first(n),
          score_second(n),
          margin_first(n),
          margin_second(n),
          first_player_score(n),
          first_player_margin(n) {}

    void add_game(std::size_t cluster, const GameResult& game, bool plays_first) {
        score.add(cluster, game.points);
        margin.add(cluster, game.margin);
        (plays_first ? score_first : score_second).add(cluster, game.points);
        (plays_first ? margin_first : margin_second).add(cluster, game.margin);
    }
    void add_pair(std::size_t cluster, const PairResult& pair) {
        add_game(cluster, pair.first, true);
        add_game(cluster, pair.second, false);
        first_player_score.add(cluster, (pair.first.points + 1 - pair.second.points) / 2);
        first_player_margin.add(cluster, (pair.first.margin - pair.second.margin) / 2.0);
    }

    ClusteredMean score, margin, score_first, score_second, margin_first, margin_second;
    ClusteredMean first_player_score, first_player_margin;
};

/// Drops an interval that holds impossible values.
Mean mean_of(const ClusteredMean& values, double least, double most) {
    Mean mean{values.mean(), values.error95()};
    if (mean.error && (mean.value - *mean.error < least || mean.value + *mean.error > most))
        mean.error.reset();
    return mean;
}

void count(Trinomial& games, const GameResult& game) {
    ++(game.points > 0.75 ? games.wins : game.points < 0.25 ? games.losses : games.draws);
}

/// The end of the interval between the score and `edge`, 0 or 1: where the loss passes the limit.
/// The loss grows with the distance; an end within a millionth of the edge (Elo 2400) is no bound.
double end_of_interval(const std::array<double, 5>& counts, double limit, double score,
                       double edge) {
    constexpr double kMillionth = 1e-6;
    if (std::abs(score - edge) <= kMillionth) return edge;
    double inside = score;
    double outside = edge;
    for (int i = 0; i < 50; ++i) {
        const double middle = (inside + outside) / 2;
        (likelihood_loss(counts, middle) <= limit ? inside : outside) = middle;
        if (std::abs(inside - edge) <= kMillionth) return edge;
    }
    return (inside + outside) / 2;
}

/// Intervals of score and Elo, and superiority, by likelihood.
void add_intervals(Summary& summary, const ClusteredMean& scores, std::array<double, 5> counts) {
    const auto standard_error = scores.standard_error();
    if (!standard_error) return;
    double total = 0;
    double variance = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const double distance = static_cast<double>(i) / 4 - summary.score;
        total += counts[i];
        variance += counts[i] * distance * distance;
    }
    variance /= total;
    const double clusters = scores.clusters();
    double effective = clusters;
    if (variance > 0) {
        const SampleSize& sample = summary.sample;
        const double most = sample.distinct_pairs + (sample.games - 2 * sample.pairs) / 2.0;
        const double square = *standard_error * *standard_error * (clusters - 1) / clusters;
        effective = square > variance / most ? variance / square : most;
    }
    summary.sample.effective_pairs = effective;
    for (double& n : counts) n *= effective / total;
    const double t = student95(clusters - 1);
    const double limit = clusters / 2 * std::log1p(t * t / (clusters - 1));
    summary.score_low = end_of_interval(counts, limit, summary.score, 0);
    summary.score_high = end_of_interval(counts, limit, summary.score, 1);
    summary.score_error = (*summary.score_high - *summary.score_low) / 2;
    summary.elo_low = elo_of_score(*summary.score_low);
    summary.elo_high = elo_of_score(*summary.score_high);
    if (summary.elo_low && summary.elo_high)
        summary.elo_error = (*summary.elo_high - *summary.elo_low) / 2;
    if (summary.score == 0.5) {
        summary.superiority = 0.5;
        return;
    }
    // With a score next to 1/2, rounding can make the loss negative.
    const double loss = std::max(0.0, likelihood_loss(counts, 0.5));
    const double root = std::sqrt((clusters - 1) * std::expm1(2 * loss / clusters));
    summary.superiority = student_cdf(summary.score > 0.5 ? root : -root, clusters - 1);
}

/// The results of pairs, counted in pairs; a single counts as half a pair. Their mean is the score.
std::array<double, 5> result_counts(const MatchResults& results, const Pentanomial& pairs) {
    std::array<double, 5> counts = pairs.counts();
    for (const auto& single : results.singles)
        counts[static_cast<std::size_t>(std::lround(4 * single.game.points))] += 0.5;
    return counts;
}

SampleSize sample_of(const MatchResults& results, const Clusters& clusters) {
    Distinct games;
    Distinct pairs;
    for (const auto& pair : results.pairs) {
        pairs.add(pair.opening, pair.first.moves, pair.second.moves);
        games.add(pair.opening, pair.first.moves, side_key(true));
        games.add(pair.opening, pair.second.moves, side_key(false));
    }
    for (const auto& single : results.singles)
        games.add(single.opening, single.game.moves, side_key(single.plays_first));
    SampleSize sample;
    sample.pairs = static_cast<int>(results.pairs.size());
    sample.games = 2 * sample.pairs + static_cast<int>(results.singles.size());
    sample.distinct_games = games.count();
    sample.distinct_pairs = pairs.count();
    sample.openings = clusters.openings;
    sample.clusters = static_cast<int>(clusters.count);
    return sample;
}

}  // namespace

double student_cdf(double x, double degrees) {
    assert(degrees > 0);
    return boost::math::cdf(boost::math::students_t(degrees), x);
}

double student_quantile(double probability, double degrees) {
    assert(degrees > 0 && probability > 0 && probability < 1);
    return boost::math::quantile(boost::math::students_t(degrees), probability);
}

double student95(double degrees) {
    return -student_quantile(0.025, degrees);
}

double ClusteredMean::mean() const {
    const int count = std::accumulate(counts_.begin(), counts_.end(), 0);
    return count == 0 ? 0 : std::accumulate(sums_.begin(), sums_.end(), 0.0) / count;
}

int ClusteredMean::clusters() const {
    return static_cast<int>(
        std::count_if(counts_.begin(), counts_.end(), [](int n) { return n > 0; }));
}

std::optional<double> ClusteredMean::standard_error() const {
    const double groups = clusters();
    if (groups < 2) return std::nullopt;
    const double middle = mean();
    double squares = 0;
    double count = 0;
    for (std::size_t i = 0; i < sums_.size(); ++i) {
        const double excess = sums_[i] - counts_[i] * middle;
        squares += excess * excess;
        count += counts_[i];
    }
    return std::sqrt(groups / (groups - 1) * squares) / count;
}

std::optional<double> ClusteredMean::error95() const {
    const auto error = standard_error();
    if (!error) return std::nullopt;
    return *error * student95(clusters() - 1);
}

Mean spread_mean(const ClusteredMean& values, double least, double most) {
    Mean mean = mean_of(values, least, most);
    if (mean.error == 0) mean.error.reset();
    return mean;
}

std::uint64_t fingerprint(std::string_view text) {
    std::uint64_t hash = text.size();
    for (const char c : text) hash = mix64(hash, static_cast<unsigned char>(c));
    return hash == 0 ? 1 : hash;
}

std::optional<std::string> repeat_warning(const SampleSize& sample) {
    if (sample.distinct_games == sample.games) return std::nullopt;
    return "only " + std::to_string(sample.distinct_games) + " of " + std::to_string(sample.games) +
           " games are distinct: the players repeat themselves, and repeated games prove nothing; "
           "give them more openings";
}

Summary summarise(const MatchResults& results, double seeds) {
    Summary summary;
    const Clusters clusters = clusters_of(results);
    summary.sample = sample_of(results, clusters);
    if (summary.sample.games == 0) return summary;

    Means means(clusters.count);
    for (std::size_t i = 0; i < results.pairs.size(); ++i) {
        const PairResult& pair = results.pairs[i];
        means.add_pair(clusters.of_pair[i], pair);
        count(summary.games, pair.first);
        count(summary.games, pair.second);
        summary.pairs.add(pair.first.points, pair.second.points);
    }
    for (std::size_t i = 0; i < results.singles.size(); ++i) {
        const SingleResult& single = results.singles[i];
        means.add_game(clusters.of_single[i], single.game, single.plays_first);
        count(summary.games, single.game);
    }

    summary.score = (summary.games.wins + 0.5 * summary.games.draws) / summary.sample.games;
    if (summary.games.draws < summary.games.games()) summary.elo = elo_of_score(summary.score);
    if (summary.sample.pairs > 0) summary.normalised_elo = normalised_elo(summary.pairs);
    add_intervals(summary, means.score, result_counts(results, summary.pairs));
    const auto margin = [&](const ClusteredMean& values) { return mean_of(values, -seeds, seeds); };
    const auto share_of = [](const ClusteredMean& points) { return spread_mean(points, 0, 1); };
    summary.margin = margin(means.margin);
    summary.score_first = share_of(means.score_first);
    summary.score_second = share_of(means.score_second);
    summary.margin_first = margin(means.margin_first);
    summary.margin_second = margin(means.margin_second);
    summary.first_player_score = share_of(means.first_player_score);
    summary.first_player_margin = margin(means.first_player_margin);
    return summary;
}

}  // namespace kalah::arena
