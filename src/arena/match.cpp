#include "arena/match.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <thread>

#include "rules/mix.hpp"

namespace kalah::arena {
namespace {

constexpr double kNormal95 = 1.959964;

double points(const MatchGame& game) {
    const int margin = game.margin();
    return margin > 0 ? 1 : margin == 0 ? 0.5 : 0;
}

/// Half the width of the interval of the mean.
std::optional<double> error_of(const std::vector<double>& values) {
    if (values.size() < 2) return std::nullopt;
    const auto count = static_cast<double>(values.size());
    double mean = 0;
    for (const double value : values) mean += value / count;
    double squares = 0;
    for (const double value : values) squares += (value - mean) * (value - mean);
    return kNormal95 * std::sqrt(squares / (count - 1) / count);
}

/// Values of pairs; a game without its partner is left out.
template <class Value>
std::vector<double> by_pairs(const std::vector<MatchGame>& games, Value value) {
    std::vector<double> pairs;
    for (std::size_t i = 0; i + 1 < games.size(); ++i) {
        if (games[i].number % 2 != 0 || games[i + 1].number != games[i].number + 1) continue;
        pairs.push_back((value(games[i]) + value(games[i + 1])) / 2);
    }
    return pairs;
}

double elo_of(double score) {
    return score == 0.5 ? 0 : -400 * std::log10(1 / score - 1);
}

}  // namespace

std::vector<MatchGame> play_match(const players::Spec& a, const players::Spec& b,
                                  const std::vector<Game>& openings, const MatchOptions& options,
                                  const std::atomic<bool>& stop,
                                  const std::function<void(const MatchGame&)>& on_game) {
    const std::size_t count = 2 * openings.size();
    std::atomic<std::size_t> next{0};
    std::mutex mutex;
    std::vector<MatchGame> finished;
    const auto work = [&] {
        const auto player_a = players::make_player(a);
        const auto player_b = players::make_player(b);
        for (std::size_t number = next++; number < count && !stop.load(); number = next++) {
            const Side side = number % 2 == 0 ? Side::south : Side::north;
            Player& south = side == Side::south ? *player_a : *player_b;
            Player& north = side == Side::south ? *player_b : *player_a;
            GameRecord record =
                play_game(openings[number / 2], south, north, mix(options.seed, number), stop);
            if (record.stopped) break;
            const std::lock_guard lock(mutex);
            finished.push_back({number, side, std::move(record)});
            if (on_game) on_game(finished.back());
        }
    };
    std::vector<std::thread> threads;
    for (int i = 1; i < options.concurrency; ++i) threads.emplace_back(work);
    work();
    for (std::thread& thread : threads) thread.join();
    std::sort(finished.begin(), finished.end(),
              [](const MatchGame& x, const MatchGame& y) { return x.number < y.number; });
    return finished;
}

MatchSummary summarise(const std::vector<MatchGame>& games) {
    MatchSummary summary;
    for (const MatchGame& game : games) {
        ++summary.games;
        if (game.margin() > 0) ++summary.wins;
        if (game.margin() == 0) ++summary.draws;
        if (game.margin() < 0) ++summary.losses;
        if (game.record.fault_of) ++summary.faults;
    }
    if (summary.games == 0) return summary;
    summary.score = (summary.wins + 0.5 * summary.draws) / summary.games;
    summary.score_error = error_of(by_pairs(games, points));
    for (const MatchGame& game : games)
        summary.margin += static_cast<double>(game.margin()) / summary.games;
    summary.margin_error = error_of(
        by_pairs(games, [](const MatchGame& g) { return static_cast<double>(g.margin()); }));
    if (summary.score <= 0 || summary.score >= 1) return summary;
    summary.elo = elo_of(summary.score);
    // The slope of the curve at the score.
    if (summary.score_error)
        summary.elo_error =
            *summary.score_error * 400 / std::log(10.0) / (summary.score * (1 - summary.score));
    return summary;
}

}  // namespace kalah::arena
