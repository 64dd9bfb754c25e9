#include "app/play_advice.hpp"

#include <algorithm>
#include <chrono>

#include <fmt/core.h>

#include "app/review_games.hpp"
#include "players/analysis.hpp"
#include "players/judgement.hpp"
#include "players/spec.hpp"
#include "players/thought.hpp"

namespace kalah::app {
namespace {

constexpr std::chrono::seconds kHintTime{1};  // less if every move is proved sooner
constexpr std::size_t kWorstMoves = 5;

/// "move 7, south: 3 cost exactly 2 seeds, 5 was better", or "about 2.5 seeds".
std::string mistake_text(const players::JudgedMove& mistake) {
    const std::string cost = mistake.exact ? fmt::format("exactly {:.0f}", mistake.cost)
                                           : fmt::format("about {:.1f}", mistake.cost);
    return fmt::format("  move {:>3}, {}: {} cost {} seed{}, {} was better", mistake.ply + 1,
                       to_text(mistake.mover()), mistake.pit + 1, cost,
                       mistake.exact && mistake.cost == 1 ? "" : "s", mistake.best + 1);
}

}  // namespace

std::vector<std::pair<int, std::string>> advice(const Game& game,
                                                const players::ValueSources& sources,
                                                const StopToken& stop) {
    players::PositionAnalysis analysis(
        game, [&] { return sources; }, sources.engine.eval, kHintTime);
    analysis.run(stop);
    std::vector<std::pair<int, std::string>> values;
    const auto found = analysis.values();
    if (!found) return values;
    for (const players::MoveValue& move : found->moves)
        values.emplace_back(move.pit, fmt::format("{} ({})", players::value_text(move.value),
                                                  name(move.value.source)));
    return values;
}

std::vector<std::string> review_lines(const Game& game, std::size_t loaded, PerSide<bool> sides,
                                      const StopToken& stop) {
    GameRecord record{game};
    record.notes.assign(std::min(loaded, game.played().size()), {0, "", MoveSource::forced});
    // Of both sides, as what is found of one position helps with the next: the numbers are then
    // those of `kalah games review`. A game of 6x4 takes some 1 s.
    auto moves = players::judge(record, {true, true}, review_settings({}), stop);
    std::erase_if(moves, [&](const players::JudgedMove& move) { return !sides[move.mover()]; });
    if (std::none_of(moves.begin(), moves.end(),
                     [](const players::JudgedMove& move) { return move.is_judged(); }))
        return {};
    const auto worst = players::worst_moves(moves, kWorstMoves);
    const bool both = sides[Side::south] && sides[Side::north];
    if (worst.empty())
        return {both ? "Review: no move cost half a seed or more."
                     : "Review: no move cost you half a seed or more."};
    std::vector<std::string> lines{both ? "Review, the most costly moves:"
                                        : "Review, your most costly moves:"};
    for (const players::JudgedMove& move : worst) lines.push_back(mistake_text(move));
    return lines;
}

}  // namespace kalah::app
