#include "players/thought.hpp"

#include <cstdio>

namespace kalah::players {
namespace {

std::string fixed(double value, const char* format) {
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, format, value);
    return buffer;
}

}  // namespace

std::string score_text(const Score& score) {
    if (score.exact) return fixed(score.points(), "%+.0f") + " exact";
    return fixed(score.points(), score.unit == 1 ? "%+.0f" : "%+.3f");
}

double in_seeds(const Score& score, EvalId eval) {
    const int per_seed = value_per_seed(eval);
    if (score.exact || per_seed == 0) return score.points();
    return static_cast<double>(score.value) / per_seed;
}

std::string line_text(const Rules& rules, const Board& board, const std::vector<int>& line) {
    Game game(rules, board);
    for (const int pit : line) {
        if (game.validate(pit)) break;
        game.play(pit);
    }
    return moves_text(game);
}

std::string thought(const SearchReport& report, const Game& game) {
    if (report.depth == 0) return "no depth finished";
    const std::string takeover =
        report.takeover ? " (alpha-beta from " + std::to_string(*report.takeover) + ")" : "";
    return "depth " + std::to_string(report.depth) + takeover + ", " + score_text(report.score) +
           ", " + line_text(game.rules(), game.board(), report.line) + ", " +
           fixed(static_cast<double>(report.nodes) / 1e6, "%.2f") + " million nodes, " +
           fixed(report.seconds, "%.2f") + " s";
}

}  // namespace kalah::players
