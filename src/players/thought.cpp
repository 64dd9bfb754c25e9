#include "players/thought.hpp"

#include <cstdio>

#include "base/text.hpp"

namespace kalah::players {
namespace {

std::string fixed(double value, const char* format) {
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, format, value);
    return buffer;
}

/// "1,234 nodes", in millions only where nobody would read the digits.
std::string nodes_text(std::uint64_t nodes) {
    constexpr std::uint64_t kMany = 10'000'000;
    if (nodes == 1) return "1 node";
    if (nodes < kMany) return grouped(nodes) + " nodes";
    return fixed(static_cast<double>(nodes) / 1e6, "%.1f") + " million nodes";
}

std::string time_text(double seconds) {
    if (seconds >= 1) return fixed(seconds, "%.2f s");
    if (seconds < 0.0001) return "under 0.1 ms";
    return fixed(seconds * 1000, seconds < 0.01 ? "%.1f ms" : "%.0f ms");
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

std::string value_text(const KnownValue& value) {
    const auto seeds = [](int bound) { return fixed(bound, "%+.0f"); };
    if (value.is_exact()) return "proved " + seeds(*value.lower);
    std::string text;
    if (value.lower && value.upper)
        text = seeds(*value.lower) + " to " + seeds(*value.upper);
    else if (value.lower)
        text = "at least " + seeds(*value.lower);
    else if (value.upper)
        text = "at most " + seeds(*value.upper);
    if (value.is_known() && value.kind() == ValueKind::estimate)
        text += (text.empty() ? "about " : ", about ") + fixed(*value.estimate, "%+.1f");
    return text.empty() ? "unknown" : text;
}

std::string line_text(const Rules& rules, const Board& board, const std::vector<int>& line) {
    Game game(rules, board);
    for (const int pit : line) {
        if (game.validate(pit)) break;
        game.play(pit);
    }
    return moves_text(game);
}

std::string seeds_text(const Score& score, EvalId eval) {
    if (score.exact || value_per_seed(eval) <= 1) return score_text(score);
    return fixed(in_seeds(score, eval), "%+.1f");
}

std::string thought(const SearchReport& report, const Game& game, EvalId eval) {
    if (report.depth == 0) return "no depth finished";
    const std::string takeover =
        report.takeover ? " (alpha-beta from " + std::to_string(*report.takeover) + ")" : "";
    return "depth " + std::to_string(report.depth) + takeover + ", score " +
           seeds_text(report.score, eval) + ", line " +
           line_text(game.rules(), game.board(), report.line) + ", " + nodes_text(report.nodes) +
           ", " + time_text(report.seconds);
}

}  // namespace kalah::players
