#include "arena/rating.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <numeric>

#include "arena/elo.hpp"

namespace kalah::arena {
namespace {

constexpr double kElo = 400 / std::numbers::ln10;  // Elo of one natural unit

using Numbers = std::vector<std::size_t>;

/// Square, row by row, symmetric and positive definite where it is factorised.
class Matrix {
  public:
    explicit Matrix(std::size_t n) : n_(n), cells_(n * n) {}
    double& at(std::size_t i, std::size_t k) { return cells_[i * n_ + k]; }
    [[nodiscard]] double at(std::size_t i, std::size_t k) const { return cells_[i * n_ + k]; }

    /// Replaces the matrix by its lower Cholesky triangle.
    void factorise() {
        for (std::size_t i = 0; i < n_; ++i) {
            for (std::size_t k = 0; k <= i; ++k) {
                double sum = at(i, k);
                for (std::size_t j = 0; j < k; ++j) sum -= at(i, j) * at(k, j);
                at(i, k) = i == k ? std::sqrt(sum) : sum / at(k, k);
            }
        }
    }
    /// Solves for a right-hand side; the matrix must be factorised.
    [[nodiscard]] std::vector<double> solve(std::vector<double> x) const {
        for (std::size_t i = 0; i < n_; ++i) {
            for (std::size_t k = 0; k < i; ++k) x[i] -= at(i, k) * x[k];
            x[i] /= at(i, i);
        }
        for (std::size_t i = n_; i-- > 0;) {
            for (std::size_t k = i + 1; k < n_; ++k) x[i] -= at(k, i) * x[k];
            x[i] /= at(i, i);
        }
        return x;
    }

  private:
    std::size_t n_;
    std::vector<double> cells_;
};

/// The players that one player reaches over meetings: forward to those from whom points were taken,
/// backward to those who took them.
std::vector<bool> reached(std::size_t from, std::size_t players, std::span<const Meeting> meetings,
                          bool forward, bool backward) {
    std::vector<bool> seen(players);
    seen[from] = true;
    for (bool changed = true; changed;) {
        changed = false;
        const auto go = [&](std::size_t x, std::size_t y) {
            if (seen[x] && !seen[y]) seen[y] = changed = true;
        };
        for (const Meeting& m : meetings) {
            if (m.games <= 0) continue;
            const bool a_scored = m.points_a > 0;
            const bool b_scored = m.points_a < m.games;
            if ((forward && a_scored) || (backward && b_scored)) go(m.a, m.b);
            if ((forward && b_scored) || (backward && a_scored)) go(m.b, m.a);
        }
    }
    return seen;
}

/// One group of players who have met, directly or through others; thetas are ratings in natural
/// units.
class Group {
  public:
    Group(Numbers members, std::size_t players, std::span<const Meeting> meetings,
          double virtual_draws)
        : members_(std::move(members)), draws_(virtual_draws), thetas_(members_.size()) {
        constexpr auto kNone = static_cast<std::size_t>(-1);
        Numbers place(players, kNone);
        for (std::size_t i = 0; i < members_.size(); ++i) place[members_[i]] = i;
        for (const Meeting& m : meetings)
            if (place[m.a] != kNone && m.games > 0)
                meetings_.push_back({place[m.a], place[m.b], m.games, m.points_a});
    }

    /// Whether there is a maximum: everybody took points from everybody, directly or through others
    /// (Ford 1957).
    [[nodiscard]] bool determined() const {
        if (draws_ > 0) return true;
        for (const bool forward : {true, false}) {
            const auto seen = reached(0, members_.size(), meetings_, forward, !forward);
            if (std::find(seen.begin(), seen.end(), false) != seen.end()) return false;
        }
        return true;
    }

    /// Newton's method with steps of at most 2 natural units (350 Elo), which keeps it from
    /// overshooting on a likelihood that is concave everywhere.
    void fit() {
        for (int round = 0; round < 500; ++round) {
            Matrix information = fisher_information();
            information.factorise();
            const std::vector<double> step = information.solve(gradient());
            double largest = 0;
            for (const double s : step) largest = std::max(largest, std::abs(s));
            const double scale = largest > 2 ? 2 / largest : 1;
            for (std::size_t i = 0; i < step.size(); ++i) thetas_[i] += scale * step[i];
            if (largest < 1e-11) break;
        }
        const double mean = std::accumulate(thetas_.begin(), thetas_.end(), 0.0) /
                            static_cast<double>(thetas_.size());
        for (double& theta : thetas_) theta -= mean;
    }

    /// Of the ratings minus their mean: P I^-1 P, where P is the identity minus 1/n everywhere.
    [[nodiscard]] Matrix covariance() const {
        const std::size_t n = members_.size();
        Matrix information = fisher_information();
        information.factorise();
        Matrix result(n);
        for (std::size_t i = 0; i < n; ++i) {
            std::vector<double> unit(n, -1.0 / static_cast<double>(n));
            unit[i] += 1;
            std::vector<double> column = information.solve(std::move(unit));
            const double mean =
                std::accumulate(column.begin(), column.end(), 0.0) / static_cast<double>(n);
            for (std::size_t k = 0; k < n; ++k) result.at(k, i) = column[k] - mean;
        }
        return result;
    }

    [[nodiscard]] const Numbers& members() const { return members_; }
    [[nodiscard]] double theta(std::size_t i) const { return thetas_[i]; }

  private:
    [[nodiscard]] static double win(double lead) { return 1 / (1 + std::exp(-lead)); }

    [[nodiscard]] std::vector<double> gradient() const {
        std::vector<double> g(members_.size());
        for (const Meeting& m : meetings_) {
            const double excess = m.points_a - m.games * win(thetas_[m.a] - thetas_[m.b]);
            g[m.a] += excess;
            g[m.b] -= excess;
        }
        for (std::size_t i = 0; i < g.size(); ++i) g[i] += draws_ * (0.5 - win(thetas_[i]));
        return g;
    }

    /// Without virtual draws, the direction in which all ratings move together has no information
    /// of its own. It gets some here, which the projection takes out again.
    [[nodiscard]] Matrix fisher_information() const {
        const std::size_t n = members_.size();
        Matrix h(n);
        for (const Meeting& m : meetings_) {
            const double p = win(thetas_[m.a] - thetas_[m.b]);
            const double weight = m.games * p * (1 - p);
            h.at(m.a, m.a) += weight;
            h.at(m.b, m.b) += weight;
            h.at(m.a, m.b) -= weight;
            h.at(m.b, m.a) -= weight;
        }
        for (std::size_t i = 0; i < n; ++i) {
            const double p = win(thetas_[i]);
            h.at(i, i) += draws_ * p * (1 - p);
        }
        if (draws_ > 0) return h;
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t k = 0; k < n; ++k) h.at(i, k) += 1 / static_cast<double>(n);
        return h;
    }

    Numbers members_;
    double draws_;
    std::vector<double> thetas_;
    std::vector<Meeting> meetings_;  // players are places in members_
};

void enter(RatingList& list, const Group& group, const RatingOptions& options) {
    const Numbers& members = group.members();
    const std::size_t n = list.players.size();
    const Matrix covariance = group.covariance();
    for (std::size_t i = 0; i < members.size(); ++i)
        for (std::size_t k = 0; k < members.size(); ++k)
            list.covariance[members[i] * n + members[k]] = covariance.at(i, k) * kElo * kElo;
    double shift = options.anchor_rating;
    const bool anchored = options.anchor && std::find(members.begin(), members.end(),
                                                      *options.anchor) != members.end();
    for (std::size_t i = 0; i < members.size(); ++i)
        if (anchored && members[i] == *options.anchor) shift -= group.theta(i) * kElo;
    for (std::size_t i = 0; i < members.size(); ++i)
        list.players[members[i]].elo = group.theta(i) * kElo + shift;
    for (const std::size_t i : members)
        list.players[i].error = anchored ? list.difference_error(i, *options.anchor)
                                         : kNormal95 * std::sqrt(list.covariance[i * (n + 1)]);
}

}  // namespace

bool RatingList::connected() const {
    const Rating* first = nullptr;
    for (const Rating& player : players) {
        if (player.games == 0) continue;
        if (first != nullptr && player.group != first->group) return false;
        first = &player;
    }
    return true;
}

std::optional<double> RatingList::difference_error(std::size_t a, std::size_t b) const {
    const Rating& x = players[a];
    const Rating& y = players[b];
    if (x.group != y.group || !x.elo || !y.elo) return std::nullopt;
    const std::size_t n = players.size();
    const double variance =
        covariance[a * n + a] + covariance[b * n + b] - 2 * covariance[a * n + b];
    return kNormal95 * std::sqrt(std::max(0.0, variance));
}

std::optional<double> RatingList::difference_p(std::size_t a, std::size_t b) const {
    const auto error = difference_error(a, b);
    if (!error || *error == 0) return std::nullopt;
    const double lead = std::abs(*players[a].elo - *players[b].elo);
    return 2 * normal_cdf(-kNormal95 * lead / *error);
}

RatingList rate(std::size_t players, std::span<const Meeting> meetings,
                const RatingOptions& options) {
    assert(!options.anchor || *options.anchor < players);
    RatingList list;
    list.players.resize(players);
    list.covariance.resize(players * players);
    for (const Meeting& m : meetings) {
        assert(m.a < players && m.b < players && m.a != m.b);
        assert(m.points_a >= 0 && m.points_a <= m.games);
        list.players[m.a].games += m.games;
        list.players[m.b].games += m.games;
        list.players[m.a].points += m.points_a;
        list.players[m.b].points += m.games - m.points_a;
    }
    std::vector<bool> done(players);
    for (std::size_t i = 0; i < players; ++i) {
        if (done[i]) continue;
        const std::vector<bool> seen = reached(i, players, meetings, true, true);
        Numbers members;
        for (std::size_t k = 0; k < players; ++k) {
            if (!seen[k]) continue;
            done[k] = true;
            members.push_back(k);
            list.players[k].group = list.groups;
        }
        ++list.groups;
        Group group(std::move(members), players, meetings, options.virtual_draws);
        if (!group.determined()) continue;
        group.fit();
        enter(list, group, options);
    }
    return list;
}

}  // namespace kalah::arena
