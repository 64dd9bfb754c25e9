// What the parts of an engine hand to each other: one search, and how a depth's result is reported.
#pragma once

#include "base/stop_token.hpp"
#include "search/engine.hpp"

namespace kalah::search {

struct Job {
    const Settings& settings;
    const Rules& rules;
    const Board& board;
    Table* table = nullptr;
    const endgame::Database* database = nullptr;  // one for these rules and pits
    const StopToken& stop;
    const Engine::OnDepth& on_depth;
    bool all_values = false;
    std::uint64_t random = 0;  // for ties
    Clock::time_point start = {};
    bool wants_lines = true;  // helpers throw theirs away

    [[nodiscard]] double seconds() const {
        return std::chrono::duration<double>(Clock::now() - start).count();
    }
    /// Only depth limits it.
    [[nodiscard]] bool fixed_depth() const {
        return settings.limits.depth && !settings.limits.time && !settings.limits.nodes;
    }
    [[nodiscard]] RootOptions root_options() const {
        RootOptions options;
        options.ties = settings.ties;
        options.all_values = all_values;
        options.mtdf =
            settings.algorithm == Algorithm::mtdf || settings.algorithm == Algorithm::champion;
        options.best_first = settings.techniques.order >= Order::tactical;
        return options;
    }
};

Report run_minimax(const Job& job);
Report run_alphabeta(const Job& job);  // also mtdf and champion
Report run_knowledge(const Job& job);

}  // namespace kalah::search
