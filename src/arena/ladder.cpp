#include "arena/ladder.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace kalah::arena {
namespace {

constexpr LevelSteps kSteps6x4{178, 198, 184, 136, 209, 158, 114, 176, 119};
constexpr LevelSteps kSteps6x6{211, 241, 286, 205, 253, 179, 120, 328, 346};

constexpr std::size_t kPlayer = kLevels;  // its number in the rating list, after the levels

/// A level is as good as the best one if a game against it is worth this part of one against that.
constexpr double kGoodPart = 0.7;
constexpr std::size_t kFewestPairs = 2;
constexpr std::size_t kMostPairs = 8;

/// Where a rating is among those of the levels, from 1; nothing if it is outside.
std::optional<double> level_at(double elo, const std::array<double, kLevels>& levels) {
    if (elo < levels.front() || elo > levels.back()) return std::nullopt;
    std::size_t i = 0;
    while (i + 2 < kLevels && elo > levels[i + 1]) ++i;
    const double step = levels[i + 1] - levels[i];
    return static_cast<double>(i + 1) + (step > 0 ? (elo - levels[i]) / step : 0);
}

}  // namespace

std::optional<LevelSteps> measured_steps(BoardSize size) {
    if (size == BoardSize{6, 4}) return kSteps6x4;
    if (size == BoardSize{6, 6}) return kSteps6x6;
    return std::nullopt;
}

std::string_view measured_boards() {
    return "6x4, 6x6";
}

void Ladder::add(std::size_t level, Side side, std::string moves, int margin) {
    assert(level < kLevels);
    if (!known_.emplace(level, side, std::move(moves)).second) return;
    Trinomial& score = scores_[level];
    ++(margin > 0 ? score.wins : margin == 0 ? score.draws : score.losses);
}

int Ladder::games() const {
    int sum = 0;
    for (const Trinomial& score : scores_) sum += score.games();
    return sum;
}

LadderEstimate Ladder::estimate() const {
    std::vector<Meeting> meetings;
    for (std::size_t i = 0; i < steps_.size(); ++i)
        meetings.push_back({i + 1, i, kStepGames, kStepGames * score_of_elo(steps_[i])});
    for (std::size_t i = 0; i < kLevels; ++i)
        if (scores_[i].games() > 0)
            meetings.push_back(
                {kPlayer, i, static_cast<double>(scores_[i].games()), scores_[i].points()});
    const RatingList list = rate(kLevels + 1, meetings, {1, 0, 0});
    LadderEstimate estimate;
    for (std::size_t i = 0; i < kLevels; ++i) estimate.levels[i] = *list.players[i].elo;
    estimate.elo = *list.players[kPlayer].elo;
    // Against the nearest level: how far apart distant levels are does not matter here.
    std::size_t nearest = 0;
    for (std::size_t i = 1; i < kLevels; ++i)
        if (std::abs(estimate.levels[i] - estimate.elo) <
            std::abs(estimate.levels[nearest] - estimate.elo))
            nearest = i;
    estimate.error = list.difference_error(kPlayer, nearest).value_or(0);
    estimate.level = level_at(estimate.elo, estimate.levels);
    estimate.low = level_at(estimate.elo - estimate.error, estimate.levels);
    estimate.high = level_at(estimate.elo + estimate.error, estimate.levels);
    return estimate;
}

std::vector<std::size_t> Ladder::next_pairs() const {
    LadderEstimate now;
    if (games() > 0) {
        now = estimate();
    } else {  // begin in the middle
        for (std::size_t i = 1; i < kLevels; ++i) now.levels[i] = now.levels[i - 1] + steps_[i - 1];
        now.elo = (now.levels[kLevels / 2 - 1] + now.levels[kLevels / 2]) / 2;
    }
    const auto worth = [&](std::size_t level) {
        const double score = score_of_elo(now.elo - now.levels[level]);
        return score * (1 - score);
    };
    double best = 0;
    for (std::size_t i = 0; i < kLevels; ++i) best = std::max(best, worth(i));
    std::array<int, kLevels> games{};
    for (std::size_t i = 0; i < kLevels; ++i) games[i] = scores_[i].games();
    std::vector<std::size_t> pairs(std::clamp<std::size_t>(
        static_cast<std::size_t>(this->games()) / 4, kFewestPairs, kMostPairs));
    for (std::size_t& pair : pairs) {
        std::optional<std::size_t> chosen;
        for (std::size_t i = 0; i < kLevels; ++i) {
            if (worth(i) < kGoodPart * best) continue;
            if (!chosen || games[i] < games[*chosen] ||
                (games[i] == games[*chosen] && worth(i) > worth(*chosen)))
                chosen = i;
        }
        pair = *chosen;
        games[pair] += 2;
    }
    return pairs;
}

}  // namespace kalah::arena
