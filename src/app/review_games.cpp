#include "app/review_games.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>
#include <mutex>
#include <thread>

#include <fmt/core.h>

#include "app/command.hpp"
#include "app/options.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/progress.hpp"
#include "kalah/endgame_database.hpp"
#include "players/untrusted.hpp"

namespace kalah::app {
namespace {

constexpr std::uint64_t kUsualNodes = 200'000;
constexpr std::chrono::hours kNoLimit{24};
constexpr int kSmallDatabase = 16;  // seeds; with six pits it takes 0.2 s and 44 MB
constexpr std::chrono::milliseconds kBetweenReviews{10};

/// Databases in memory for games that have none in the usual directory. For all threads.
class SmallDatabases {
  public:
    /// Built by the first who asks; null if the rules or the board have none.
    std::shared_ptr<const EndgameDatabase> for_game(const Game& game) {
        const std::lock_guard lock(mutex_);
        for (const Known& known : known_)
            if (known.rules == game.rules() && known.pits == game.board().width)
                return known.database;
        const auto built =
            EndgameDatabase::build(game.rules(), game.board().width, kSmallDatabase, 1);
        known_.push_back({game.rules(), game.board().width, built ? *built : nullptr});
        return known_.back().database;
    }

  private:
    struct Known {
        Rules rules;
        int pits;
        std::shared_ptr<const EndgameDatabase> database;
    };
    std::mutex mutex_;
    std::vector<Known> known_;
};

/// The champion, with the solver before it.
players::JudgeSettings settings_of(const ReviewBudget& budget) {
    players::Spec spec = *players::parse_player("champion:memory=16M");
    SearchLimits& limits = spec.settings.limits;
    limits = {};
    if (budget.nodes || !budget.time) limits.nodes = budget.nodes.value_or(kUsualNodes);
    const auto resources = std::make_shared<players::UntrustedResources>(default_resources());
    const auto small = std::make_shared<SmallDatabases>();
    return {[spec, resources, small](const Game& game) {
                EngineOptions settings =
                    resources->equipped(spec, {game.rules(), game.board().width}).settings;
                if (!settings.database) settings.database = small->for_game(game);
                return settings;
            },
            spec.settings.eval,
            {budget.time.value_or(kNoLimit),
             limits.nodes.value_or(std::numeric_limits<std::uint64_t>::max())}};
}

std::uint64_t moves_to_judge(const std::vector<const GameRecord*>& games) {
    std::uint64_t moves = 0;
    for (const GameRecord* record : games)
        for (std::size_t ply = 0; ply < record->game.played().size(); ++ply)
            if (players::skipped(*record, ply) == players::Skipped::no) ++moves;
    return moves;
}

/// The threads, and what they share; joins them, whatever happens.
class Reviewers {
  public:
    Reviewers(const std::vector<const GameRecord*>& games, const ReviewBudget& budget,
              ReviewedGames& results)
        : games_(games),
          settings_(settings_of(budget)),
          stop_(stop_on_signals()),
          results_(results) {
        settings_.on_move = [this] { ++moves_; };
        const auto wanted = std::min(static_cast<std::size_t>(budget.threads), games.size());
        try {
            for (std::size_t i = 0; i < wanted; ++i) {
                ++running_;
                threads_.emplace_back([this] { work(); });
            }
        } catch (const std::exception&) {  // those that were started do all of the work
            --running_;
        }
        if (threads_.empty() && wanted > 0) throw failure("no thread can be started");
    }
    ~Reviewers() {
        for (std::thread& thread : threads_) thread.join();
    }
    Reviewers(const Reviewers&) = delete;
    Reviewers& operator=(const Reviewers&) = delete;

    [[nodiscard]] bool is_done() const { return running_ == 0; }
    [[nodiscard]] std::uint64_t moves() const { return moves_; }

  private:
    void work() {
        for (std::size_t i = next_++; i < games_.size() && !stop_.requested(); i = next_++) {
            auto moves = players::judge(*games_[i], {true, true}, settings_, stop_);
            if (!stop_.requested()) results_[i] = std::move(moves);
        }
        --running_;
    }

    const std::vector<const GameRecord*>& games_;
    players::JudgeSettings settings_;
    const StopToken& stop_;
    ReviewedGames& results_;
    std::atomic<std::size_t> next_{0};
    std::atomic<std::uint64_t> moves_{0};
    std::atomic<std::size_t> running_{0};
    std::vector<std::thread> threads_;
};

}  // namespace

void declare_review_budget(Arguments& arguments, ReviewBudget& budget) {
    arguments.field(duration_field(
        "time", "TIME", budget.time,
        "for each position, such as 200ms: half for the solver, the rest for the\nchampion"));
    arguments.field(number_field(
        "nodes", budget.nodes, {1, 1'000'000'000'000},
        fmt::format("for each position: as many for the solver, then for the champion\n"
                    "(default {}, unless --time is given)",
                    kUsualNodes)));
    declare_threads(arguments, budget.threads);
}

ReviewedGames review_games(const std::vector<const GameRecord*>& games,
                           const ReviewBudget& budget) {
    ReviewedGames results(games.size());
    Progress progress("moves", moves_to_judge(games));
    const Reviewers reviewers(games, budget, results);
    while (!reviewers.is_done()) {
        std::this_thread::sleep_for(kBetweenReviews);
        progress.show(reviewers.moves());
    }
    return results;
}

}  // namespace kalah::app
