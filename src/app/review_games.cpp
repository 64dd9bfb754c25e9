#include "app/review_games.hpp"

#include <atomic>
#include <limits>
#include <memory>
#include <thread>

#include <fmt/core.h>

#include "app/command.hpp"
#include "app/options.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/progress.hpp"
#include "players/untrusted.hpp"
#include "samples/workers.hpp"

namespace kalah::app {
namespace {

constexpr std::uint64_t kUsualNodes = 200'000;
constexpr std::chrono::hours kNoLimit{24};

std::uint64_t moves_to_judge(const std::vector<const GameRecord*>& games) {
    std::uint64_t moves = 0;
    for (const GameRecord* record : games)
        for (std::size_t ply = 0; ply < record->game.played().size(); ++ply)
            if (players::skipped(*record, ply) == players::Skipped::no) ++moves;
    return moves;
}

}  // namespace

players::JudgeSettings review_settings(const ReviewBudget& budget) {
    players::Spec spec = *players::parse_player("champion:memory=16M");
    SearchLimits& limits = spec.settings.limits;
    limits = {};
    if (budget.nodes || !budget.time) limits.nodes = budget.nodes.value_or(kUsualNodes);
    const auto resources = std::make_shared<players::UntrustedResources>(default_resources());
    const auto small = std::make_shared<players::SmallDatabases>();
    return {[spec, resources, small](const Game& game) {
                const players::GameKind kind{game.rules(), game.board().width};
                EngineOptions settings = resources->equipped(spec, kind).settings;
                if (!settings.database) settings.database = small->for_game(kind);
                return settings;
            },
            spec.settings.eval,
            {budget.time.value_or(kNoLimit),
             limits.nodes.value_or(std::numeric_limits<std::uint64_t>::max())}};
}

void declare_review_budget(Arguments& arguments, ReviewBudget& budget) {
    arguments.field(duration_field(
        "time", "TIME", budget.time,
        "for each position, such as 200ms: half for the solver, the rest for the\nchampion"));
    arguments.field(number_field(
        "nodes", budget.nodes, {1, 1'000'000'000'000},
        fmt::format("for each position: as many for the solver, then for the champion\n"
                    "(default: {}, unless --time is given)",
                    kUsualNodes)));
    declare_threads(arguments, budget.threads);
}

ReviewedGames review_games(const std::vector<const GameRecord*>& games,
                           const ReviewBudget& budget) {
    ReviewedGames results(games.size());
    Progress progress("moves", moves_to_judge(games));
    const StopToken& stop = stop_on_signals();
    std::atomic<std::uint64_t> judged{0};
    const auto show = [&](std::uint64_t /*games*/) {
        progress.show(judged);
        return !stop.requested();
    };
    players::JudgeSettings settings = review_settings(budget);
    settings.on_move = [&, caller = std::this_thread::get_id()] {
        ++judged;
        if (std::this_thread::get_id() == caller) progress.show(judged);
    };
    static_cast<void>(
        samples::run_tasks(budget.threads, games.size(), show, [&](std::size_t i, int /*worker*/) {
            auto moves = players::judge(*games[i], {true, true}, settings, stop);
            if (!stop.requested()) results[i] = std::move(moves);
        }));
    return results;
}

}  // namespace kalah::app
