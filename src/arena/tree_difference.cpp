#include "arena/tree_difference.hpp"

#include <algorithm>
#include <vector>

#include "base/mix64.hpp"
#include "kalah/moves.hpp"
#include "kalah/stop_token.hpp"
#include "players/make_engine.hpp"
#include "rules/random_pit.hpp"

namespace kalah::arena {
namespace {

using players::Spec;

constexpr std::uint64_t kNodes = 50'000;        // per position
constexpr std::size_t kTableBytes = 2'097'152;  // room for that many, and quick to clear

/// A position of a random game, with at least two moves; nothing if none is found, for example
/// because every game is over after a move or two.
std::optional<Board> random_position(const Rules& rules, const Board& start, int number) {
    constexpr int kShortest = 2;
    constexpr int kLengths = 20;
    constexpr int kMostTries = 20;
    for (int attempt = 0; attempt < kMostTries; ++attempt) {
        std::uint64_t chance =
            mix64(static_cast<std::uint64_t>(number), static_cast<std::uint64_t>(attempt));
        Board board = start;
        bool over = false;
        for (int i = kShortest + (number + attempt) % kLengths; i > 0 && !over; --i) {
            chance = mix64(chance, 0);
            over = apply(rules, board, random_pit(board, chance)).over;
        }
        if (!over && legal_moves(board).size() >= 2) return board;
    }
    return std::nullopt;
}

/// What one search showed of its tree: after each depth, all nodes so far and the best line.
struct Step {
    int depth = 0;
    std::uint64_t nodes = 0;
    int pit = 0;
    std::vector<int> line;
    bool operator==(const Step&) const = default;
};

Step step_of(const SearchReport& report) {
    return {report.depth, report.nodes, report.pit, report.line};
}

std::vector<Step> steps_of(Engine& engine, const SearchLimits& limits, const Rules& rules,
                           const Board& board) {
    const StopToken never;
    std::vector<Step> steps;
    if (limits.depth && !limits.time && !limits.nodes) {
        std::uint64_t nodes = 0;
        for (int depth = 1; depth <= *limits.depth && nodes < kNodes; ++depth) {
            engine.new_game();
            engine.limit({.depth = depth});
            steps.push_back(step_of(engine.best_move(rules, board, never)));
            nodes += steps.back().nodes;
        }
        return steps;
    }
    engine.new_game();
    engine.limit({.nodes = kNodes, .depth = limits.depth});
    engine.best_move(rules, board, never,
                     [&](const SearchReport& report) { steps.push_back(step_of(report)); });
    return steps;
}

/// An engine with the same search; all settings that are not part of the search are made equal.
Engine engine_of(EngineOptions options) {
    options.threads = 1;
    options.database.reset();
    options.seed = 1;
    options.table_bytes = std::min(options.table_bytes, kTableBytes);
    return players::make_engine(options);
}

}  // namespace

bool differ_only_in_search(const Spec& a, const Spec& b) {
    if (a.kind != players::Kind::engine || b.kind != players::Kind::engine) return false;
    const EngineOptions& x = a.settings;
    const EngineOptions& y = b.settings;
    const bool same_limits = x.limits.time == y.limits.time && x.limits.nodes == y.limits.nodes &&
                             x.limits.depth == y.limits.depth;
    const bool same_table =
        x.table_bytes == y.table_bytes || x.table_bytes == 0 || y.table_bytes == 0;
    return same_limits && same_table && x.threads == y.threads && a.opening == b.opening &&
           a.book_file == b.book_file && a.default_book == b.default_book &&
           a.database_directory == b.database_directory && a.default_database == b.default_database;
}

std::string to_text(const TreeDifference& difference) {
    return "the trees differ in " + std::to_string(difference.differing) + " of " +
           std::to_string(difference.positions) + " positions";
}

std::optional<TreeDifference> tree_difference(const Spec& a, const Spec& b, const Rules& rules,
                                              const Board& start, int positions) {
    if (!differ_only_in_search(a, b)) return std::nullopt;
    Engine of_a = engine_of(a.settings);
    Engine of_b = engine_of(b.settings);
    TreeDifference difference;
    for (int number = 0; number < positions; ++number) {
        const auto board = random_position(rules, start, number);
        if (!board) continue;
        ++difference.positions;
        if (steps_of(of_a, a.settings.limits, rules, *board) !=
            steps_of(of_b, b.settings.limits, rules, *board))
            ++difference.differing;
    }
    return difference;
}

std::optional<TreeDifference> tree_difference(const Plan& plan,
                                              const std::vector<BoardSetup>& setups) {
    if (plan.kind != Kind::match) return std::nullopt;
    const auto a = players::parse_player(plan.entrants[0].spec);
    const auto b = players::parse_player(plan.entrants[1].spec);
    if (!a || !b) return std::nullopt;
    TreeDifference all;
    const int boards = static_cast<int>(setups.size());
    for (int i = 0; i < boards; ++i) {
        const BoardSetup& setup = setups[static_cast<std::size_t>(i)];
        const int share = (kComparedPositions + boards - 1 - i) / boards;
        const auto here = tree_difference(*a, *b, setup.rules, setup.start, share);
        if (!here) return std::nullopt;
        all.differing += here->differing;
        all.positions += here->positions;
    }
    return all;
}

}  // namespace kalah::arena
