// Job: one search, as the parts of an engine hand it to each other, and how it reports each depth.
#pragma once

#include "kalah/stop_token.hpp"
#include "search/root.hpp"

namespace kalah::search {

struct Job {
    const EngineOptions& options;
    const Rules& rules;
    const Board& board;
    TranspositionTable* table = nullptr;
    const endgame::Levels* database = nullptr;  // one for these rules and pits
    const StopToken& stop;
    const Engine::OnDepth& on_depth;
    bool all_values = false;
    std::uint64_t random = 0;  // for ties
    Clock::time_point start = {};
    bool wants_lines = true;  // helpers throw theirs away

    [[nodiscard]] double seconds() const {
        return std::chrono::duration<double>(Clock::now() - start).count();
    }
    /// True if depth is the only limit.
    [[nodiscard]] bool fixed_depth() const {
        return options.limits.depth && !options.limits.time && !options.limits.nodes;
    }
    /// The depth at which deepening begins. MTD(f) needs the small depths for its first guess, an
    /// analysis shows every depth.
    [[nodiscard]] int first_depth() const {
        const bool at_once =
            !options.deepening || (fixed_depth() && !all_values && !root_options().mtdf);
        return at_once ? options.limits.depth.value_or(1) : 1;
    }
    /// What moving again is worth to the evaluation.
    [[nodiscard]] int again() const { return options.bonus.value_or(usual_bonus(options.eval)); }
    [[nodiscard]] RootOptions root_options() const {
        return {.ties = options.ties,
                .mtdf = options.algorithm == SearchAlgorithm::mtdf ||
                        options.algorithm == SearchAlgorithm::champion,
                .all_values = all_values,
                .best_first = options.techniques.order >= MoveOrder::tactical};
    }
};

SearchReport run_minimax(const Job& job);
SearchReport run_alphabeta(const Job& job);  // also mtdf and champion
SearchReport run_knowledge(const Job& job);
/// Error "no_memory": a table of `bytes` bytes does not fit.
[[nodiscard]] Error no_table(std::size_t bytes);
/// The endgame database that searches with these options use in a game with these rules and `width`
/// pits per side; null if none.
[[nodiscard]] const EndgameDatabase* database_for(const EngineOptions& options, const Rules& rules,
                                                  int width);
/// Continues with plain alpha-beta from `depth` on; `control` keeps what it has counted so far.
SearchReport take_over(const Job& job, Control& control, int depth);

}  // namespace kalah::search
