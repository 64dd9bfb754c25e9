#include "search/engine.hpp"

#include <cassert>

#include "base/stop_token.hpp"
#include "search/job.hpp"

namespace kalah::search {
namespace {

Report run(const Job& job) {
    switch (job.settings.algorithm) {
        case Algorithm::minimax:
            return run_minimax(job);
        case Algorithm::knowledge:
            return run_knowledge(job);
        case Algorithm::alphabeta:
        case Algorithm::mtdf:
        case Algorithm::champion:
            break;
    }
    return run_alphabeta(job);
}

}  // namespace

Engine::Engine(const Settings& settings)
    : settings_(settings),
      table_(settings.table_bytes > 0 ? std::make_unique<Table>(settings.table_bytes) : nullptr),
      random_state_(settings.seed) {}

void Engine::new_game() {
    if (table_) table_->clear();
    random_state_ = settings_.seed;
}

const endgame::Database* Engine::database_for(const Rules& rules, int width) const {
    const endgame::Database* database = settings_.database.get();
    const bool proves = settings_.algorithm == Algorithm::alphabeta ||
                        settings_.algorithm == Algorithm::mtdf ||
                        settings_.algorithm == Algorithm::champion;
    if (database == nullptr || !proves || settings_.techniques.pure) return nullptr;
    if (eval::per_seed(settings_.eval) == 0) return nullptr;
    return database->rules() == rules && database->pits() == width ? database : nullptr;
}

Report Engine::think(const Rules& rules, const Board& board, const StopToken& stop,
                     const OnDepth& on_depth) {
    return search(rules, board, stop, on_depth, false);
}

Report Engine::analyze(const Rules& rules, const Board& board, const StopToken& stop,
                       const OnDepth& on_depth) {
    return search(rules, board, stop, on_depth, true);
}

Report Engine::search(const Rules& rules, const Board& board, const StopToken& stop,
                      const OnDepth& on_depth, bool all_values) {
    assert(!movable_pits(board).empty());
    random_state_ = mix(random_state_, 0);
    // What the table knows holds under the rules it was found by.
    if (rules != rules_ && table_) table_->clear();
    rules_ = rules;
    if (table_) table_->new_search();
    const endgame::Database* database = database_for(rules, board.width);
    const Job job{settings_, rules,    board,      table_.get(),  database,
                  stop,      on_depth, all_values, random_state_, Clock::now()};
    Report report = run(job);
    report.by_database = database != nullptr && database->covers(seeds_in_pits(board));
    return report;
}

}  // namespace kalah::search
