#include "app/terminal/game_review.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "players/analysis.hpp"
#include "players/spec.hpp"
#include "players/thought.hpp"

namespace kalah::app {
namespace {

EngineOptions champion(const Judge& judge) {
    EngineOptions settings = players::parse_player("champion")->settings;
    settings.database = judge.database;
    return settings;
}

}  // namespace

std::vector<Mistake> review(const Game& game, PerSide<bool> sides, const Judge& judge,
                            const StopToken& stop) {
    const EngineOptions settings = champion(judge);
    players::GameReview review(
        game, [&] { return settings; }, settings.eval, judge.time);
    std::vector<Mistake> mistakes;
    while (!review.is_done() && !stop.requested()) {
        const auto found = review.next(stop);
        if (!found || !found->cost || *found->cost < 0.5 || !sides[game.played()[found->ply].mover])
            continue;
        mistakes.push_back({found->ply, *found->best, *found->cost, found->exact});
    }
    std::sort(mistakes.begin(), mistakes.end(), [](const Mistake& a, const Mistake& b) {
        return a.cost != b.cost ? a.cost > b.cost : a.move < b.move;
    });
    return mistakes;
}

std::string mistake_text(const Mistake& mistake, const Game& game) {
    const MoveResult& played = game.played()[mistake.move];
    const std::string cost = mistake.exact ? fmt::format("exactly {:.0f}", mistake.cost)
                                           : fmt::format("about {:.1f}", mistake.cost);
    return fmt::format("move {:>3}, {}: {} cost {} seed{}, {} was better", mistake.move + 1,
                       to_text(played.mover), played.pit + 1, cost,
                       mistake.exact && mistake.cost == 1 ? "" : "s", mistake.better + 1);
}

std::vector<std::pair<int, std::string>> advice(const Game& game, const Judge& judge,
                                                const StopToken& stop) {
    const EngineOptions settings = champion(judge);
    players::PositionAnalysis analysis(
        game, [&] { return settings; }, judge.time);
    analysis.run(stop);
    std::vector<std::pair<int, std::string>> values;
    if (!analysis.deepest()) return values;
    for (const auto& move : analysis.deepest()->moves)
        values.emplace_back(
            move.pit, move.score.exact ? players::score_text(move.score)
                                       : fmt::format("about {:+.1f}",
                                                     players::in_seeds(move.score, settings.eval)));
    return values;
}

}  // namespace kalah::app
