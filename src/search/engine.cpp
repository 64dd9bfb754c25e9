#include "kalah/engine.hpp"

#include <cassert>
#include <new>
#include <string>

#include "search/job.hpp"

namespace kalah {
namespace {

using search::Job;
using search::TranspositionTable;

SearchReport run(const Job& job) {
    switch (job.options.algorithm) {
        case SearchAlgorithm::minimax:
            return run_minimax(job);
        case SearchAlgorithm::knowledge:
            return run_knowledge(job);
        case SearchAlgorithm::alphabeta:
        case SearchAlgorithm::mtdf:
        case SearchAlgorithm::champion:
            break;
    }
    return run_alphabeta(job);
}

}  // namespace

Result<Engine> Engine::create(const EngineOptions& options) {
    std::unique_ptr<TranspositionTable> table;
    if (options.table_bytes > 0) {
        table = TranspositionTable::create(options.table_bytes);
        if (!table) return search::no_table(options.table_bytes);
    }
    return Engine(options, std::move(table));
}

Engine::Engine(const EngineOptions& options, std::unique_ptr<TranspositionTable> table)
    : options_(options), table_(std::move(table)), random_state_(options.seed) {}
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;
Engine::~Engine() = default;

void Engine::new_game() {
    if (table_) table_->clear();
    random_state_ = options_.seed;
}

Error search::no_table(std::size_t size) {
    const std::string bytes = std::to_string(size);
    return coded("no_memory", "no memory for a transposition table of " + bytes + " bytes",
                 {{"bytes", bytes}});
}

const EndgameDatabase* search::database_for(const EngineOptions& options, const Rules& rules,
                                            int width) {
    const EndgameDatabase* database = options.database.get();
    const bool proves = options.algorithm == SearchAlgorithm::alphabeta ||
                        options.algorithm == SearchAlgorithm::mtdf ||
                        options.algorithm == SearchAlgorithm::champion;
    if (database == nullptr || !proves || options.techniques.pure) return nullptr;
    if (value_per_seed(options.eval) == 0) return nullptr;
    return database->rules() == rules && database->pits() == width ? database : nullptr;
}

const EndgameDatabase* Engine::database_for(const Rules& rules, int width) const {
    return search::database_for(options_, rules, width);
}

SearchReport Engine::best_move(const Rules& rules, const Board& board, const StopToken& stop,
                               const OnDepth& on_depth) {
    return search(rules, board, stop, on_depth, false);
}

SearchReport Engine::analyse(const Rules& rules, const Board& board, const StopToken& stop,
                             const OnDepth& on_depth) {
    return search(rules, board, stop, on_depth, true);
}

SearchReport Engine::search(const Rules& rules, const Board& board, const StopToken& stop,
                            const OnDepth& on_depth, bool all_values) {
    assert(!legal_moves(board).empty());
    random_state_ = mix64(random_state_, 0);
    // Table entries are valid only under the rules they were found with.
    if (rules != rules_ && table_) table_->clear();
    rules_ = rules;
    if (table_) table_->new_search();
    const EndgameDatabase* database = database_for(rules, board.width);
    const Job job{options_,
                  rules,
                  board,
                  table_.get(),
                  database != nullptr ? &database->levels() : nullptr,
                  stop,
                  on_depth,
                  all_values,
                  random_state_,
                  search::Clock::now()};
    SearchReport report = run(job);
    report.by_database = database != nullptr && database->covers(seeds_in_pits(board));
    return report;
}

}  // namespace kalah
