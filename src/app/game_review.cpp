#include "app/game_review.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "kalah/stop_token.hpp"
#include "players/make_engine.hpp"
#include "players/spec.hpp"
#include "players/thought.hpp"

namespace kalah::app {
namespace {

SearchReport analysis(const Rules& rules, const Board& board, const Judge& judge,
                      const StopToken& stop) {
    const auto spec = players::parse_player(fmt::format("champion:time={}ms", judge.milliseconds));
    EngineOptions settings = spec->settings;
    settings.database = judge.database;
    return players::make_engine(settings).analyse(rules, board, stop);
}

double in_seeds(const Score& score) {
    return players::in_seeds(score, players::parse_player("champion")->settings.eval);
}

}  // namespace

std::vector<Mistake> review(const Game& game, bool south, bool north, const Judge& judge,
                            const StopToken& stop) {
    std::vector<Mistake> mistakes;
    for (std::size_t i = 0; i < game.played().size() && !stop.requested(); ++i) {
        const MoveResult& played = game.played()[i];
        if (!(played.mover == Side::south ? south : north)) continue;
        const auto report = analysis(game.rules(), game.board_after(i), judge, stop);
        for (const auto& move : report.moves) {
            if (move.pit != played.pit) continue;
            const double cost = in_seeds(report.score) - in_seeds(move.score);
            if (cost >= 0.5) mistakes.push_back({i, report.pit, cost, report.score.exact});
        }
    }
    std::stable_sort(mistakes.begin(), mistakes.end(),
                     [](const Mistake& a, const Mistake& b) { return a.cost > b.cost; });
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
    std::vector<std::pair<int, std::string>> values;
    for (const auto& move : analysis(game.rules(), game.board(), judge, stop).moves)
        values.emplace_back(move.pit, move.score.exact
                                          ? players::score_text(move.score)
                                          : fmt::format("about {:+.1f}", in_seeds(move.score)));
    return values;
}

}  // namespace kalah::app
