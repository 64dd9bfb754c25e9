#include "players/explain.hpp"

#include <cstdio>

namespace kalah::players {
namespace {

/// With as many digits as points of the evaluation need.
std::string points(const Explanation& explanation, int value, const char* whole,
                   const char* fraction) {
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, explanation.unit == 1 ? whole : fraction,
                  explanation.points(value));
    return buffer;
}

}  // namespace

Leaf leaf_of(Game game, const std::vector<int>& line, std::optional<int> bonus,
             const KnowledgeWeights& weights) {
    const std::size_t before = game.played().size();
    for (const int pit : line) {
        if (game.validate(pit)) break;
        game.play(pit);
    }
    Arrival arrival{.extra_turn = !game.played().empty() && game.played().back().extra_turn,
                    .over = game.over(),
                    .bonus = bonus,
                    .weights = weights};
    for (std::size_t ply = before; ply < game.played().size(); ++ply) {
        const MoveResult& played = game.played()[ply];
        arrival.laps_lead += played.mover == game.board().to_move ? played.laps : -played.laps;
    }
    return {game.board(), arrival};
}

Explanation explain(EvalId eval, const Rules& rules, const Leaf& leaf, Side side) {
    const Board& board = leaf.board;
    const int all_seeds = seeds_in_all(board);
    const int sign = board.to_move == side ? 1 : -1;
    Explanation explanation{eval,
                            side,
                            board.to_move,
                            display_unit(eval, all_seeds),
                            seed_weight(eval, all_seeds),
                            sign * evaluate(eval, rules, board, leaf.arrival),
                            parts_of(eval, rules, board, leaf.arrival)};
    for (EvalPart& part : explanation.parts) part.weight *= sign;
    return explanation;
}

std::string points_text(const Explanation& explanation, int value) {
    return points(explanation, value, "%+.0f", "%+.3f");
}

std::string parts_text(const Explanation& explanation) {
    std::string text;
    for (const EvalPart& part : explanation.parts) {
        if (part.value() == 0) continue;
        if (!text.empty()) text += ", ";
        text += part.name;
        if (part.pit) text += " " + std::to_string(*part.pit + 1);
        text += " " + points_text(explanation, part.value());
        if (!part.pit)
            text += " (" + std::to_string(part.count) + " x " +
                    points(explanation, part.weight, "%.0f", "%.3f") + ")";
    }
    return text.empty() ? "nothing" : text;
}

Json explanation_json(const Explanation& explanation) {
    Json parts = Json::array();
    for (const EvalPart& part : explanation.parts)
        parts.push(Json::object()
                       .set("part", part.name)
                       .set("pit", part.pit ? Json(*part.pit + 1) : Json())
                       .set("count", part.count)
                       .set("weight", explanation.points(part.weight))
                       .set("points", explanation.points(part.value())));
    return Json::object()
        .set("eval", to_text(explanation.eval))
        .set("mover", to_text(explanation.mover))
        .set("points", explanation.points(explanation.value))
        .set("per_seed", explanation.points(explanation.seed))
        .set("parts", std::move(parts));
}

}  // namespace kalah::players
