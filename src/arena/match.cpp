#include "arena/match.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <system_error>
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

/// The games of a match, taken one by one by the threads that play them.
class Games {
  public:
    Games(const std::vector<Game>& openings, const MatchOptions& options,
          const std::atomic<bool>& stop, const std::function<void(const MatchGame&)>& on_game)
        : openings_(openings), options_(options), stop_(stop), on_game_(on_game) {}

    /// Where no thread, or no memory for its players, is left, fewer are played at one time.
    std::vector<MatchGame> play_all(const players::Spec& a, const players::Spec& b) {
        const auto player_a = players::make_player(a);
        const auto player_b = players::make_player(b);
        std::vector<std::thread> threads;
        threads.reserve(static_cast<std::size_t>(options_.concurrency));
        try {
            for (int i = 1; i < options_.concurrency; ++i)
                threads.emplace_back([&] { help(a, b); });
        } catch (const std::system_error&) {
        } catch (const std::bad_alloc&) {
        }
        play_or_note(*player_a, *player_b);
        for (std::thread& thread : threads) thread.join();
        if (trouble_) std::rethrow_exception(trouble_);
        std::sort(finished_.begin(), finished_.end(),
                  [](const MatchGame& x, const MatchGame& y) { return x.number < y.number; });
        return std::move(finished_);
    }

  private:
    void help(const players::Spec& a, const players::Spec& b) {
        std::unique_ptr<Player> player_a;
        std::unique_ptr<Player> player_b;
        try {
            player_a = players::make_player(a);
            player_b = players::make_player(b);
        } catch (const std::bad_alloc&) {
            return;
        }
        play_or_note(*player_a, *player_b);
    }

    /// A game that cannot be played to its end, for want of memory, ends the match.
    void play_or_note(Player& player_a, Player& player_b) {
        try {
            play(player_a, player_b);
        } catch (...) {
            next_ = 2 * openings_.size();
            const std::lock_guard lock(mutex_);
            if (!trouble_) trouble_ = std::current_exception();
        }
    }

    void play(Player& player_a, Player& player_b) {
        const std::size_t count = 2 * openings_.size();
        for (std::size_t number = next_++; number < count && !stop_.load(); number = next_++) {
            const Side side = number % 2 == 0 ? Side::south : Side::north;
            Player& south = side == Side::south ? player_a : player_b;
            Player& north = side == Side::south ? player_b : player_a;
            GameRecord record =
                play_game(openings_[number / 2], south, north, {mix(options_.seed, number)}, stop_);
            if (record.ending == Ending::stopped) break;
            const std::lock_guard lock(mutex_);
            finished_.push_back({number, side, std::move(record)});
            if (on_game_) on_game_(finished_.back());
            // All games stay in memory until the last has ended; what was thought need not.
            finished_.back().record.notes = {};
        }
    }

    const std::vector<Game>& openings_;
    const MatchOptions& options_;
    const std::atomic<bool>& stop_;
    const std::function<void(const MatchGame&)>& on_game_;
    std::atomic<std::size_t> next_{0};
    std::mutex mutex_;  // of what follows
    std::vector<MatchGame> finished_;
    std::exception_ptr trouble_;
};

}  // namespace

std::vector<MatchGame> play_match(const players::Spec& a, const players::Spec& b,
                                  const std::vector<Game>& openings, const MatchOptions& options,
                                  const std::atomic<bool>& stop,
                                  const std::function<void(const MatchGame&)>& on_game) {
    return Games(openings, options, stop, on_game).play_all(a, b);
}

MatchSummary summarise(const std::vector<MatchGame>& games) {
    MatchSummary summary;
    for (const MatchGame& game : games) {
        ++summary.games;
        if (game.margin() > 0) ++summary.wins;
        if (game.margin() == 0) ++summary.draws;
        if (game.margin() < 0) ++summary.losses;
        if (game.record.loser) ++summary.faults;
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
