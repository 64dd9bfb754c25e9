// Engine: the searches behind one face. Settings in, a report for every finished depth and at the
// end a move out. It never prints. One engine is used by one thread at a time; another one may set
// `stop`.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "base/stop_token.hpp"
#include "endgame/database.hpp"
#include "eval/eval.hpp"
#include "rules/rules.hpp"
#include "search/alphabeta.hpp"
#include "search/root.hpp"

namespace kalah::search {

enum class Algorithm : std::uint8_t { minimax, alphabeta, knowledge, mtdf, champion };

struct Settings {
    Algorithm algorithm = Algorithm::alphabeta;
    eval::Id eval = eval::Id::simple;
    Limits limits = {};
    int step = 1;  // of iterative deepening
    Techniques techniques = {};
    std::size_t table_bytes = 0;  // 0 = no table
    /// For searches that prove (alphabeta, mtdf, champion); null = none. Shared by engines.
    std::shared_ptr<const endgame::Database> database = {};
    int threads = 1;  // champion only
    Ties ties = Ties::first;
    std::uint64_t seed = 1;  // of random choices among ties
};

/// A value from the mover's point of view. Exact: no line was cut off, it is the final store
/// difference in seeds. Else it is an estimate in the evaluation's own unit.
struct Score {
    int value = 0;  // as the search compares it
    int unit = 1;   // what to divide it by
    bool exact = false;
    [[nodiscard]] double points() const {
        return static_cast<double>(value) / static_cast<double>(unit);
    }
};

struct MoveReport {
    int pit = 0;
    Score score = {};
    std::vector<int> line = {};  // begins with the move itself
};

struct Report {
    int pit = 0;    // the move to play
    int depth = 0;  // last finished one; 0: none, the move is just legal
    Score score = {};
    std::vector<int> line = {};
    std::uint64_t nodes = 0;
    double seconds = 0;
    bool by_database = false;            // the endgame database covers the position
    std::vector<MoveReport> moves = {};  // of an analysis: all legal moves, best first
};

class Engine {
  public:
    explicit Engine(const Settings& settings);

    using OnDepth = std::function<void(const Report&)>;

    /// The move to play. The board's mover must have a seed to sow. Limits are those of the
    /// settings. Fixed depth alone means one search of that depth, except for the searches that
    /// live on their table (mtdf, champion); everything else deepens step by step.
    Report think(const Rules& rules, const Board& board, const StopToken& stop,
                 const OnDepth& on_depth = {});
    /// A value for every legal move, each from a full window; deepens step by step.
    Report analyze(const Rules& rules, const Board& board, const StopToken& stop,
                   const OnDepth& on_depth = {});

    /// Of the searches from now on.
    void limit(const Limits& limits) { settings_.limits = limits; }

    /// The database that searches of such a game use: null if there is none, if it is for other
    /// rules or another number of pits, or if the settings have no use for it.
    [[nodiscard]] const endgame::Database* database_for(const Rules& rules, int width) const;

    /// Forgets everything: the table, and where the random numbers stand.
    void new_game();
    /// Where the random numbers stand, alone.
    void reseed(std::uint64_t seed) { random_state_ = seed; }
    [[nodiscard]] const Settings& settings() const { return settings_; }

  private:
    Report search(const Rules& rules, const Board& board, const StopToken& stop,
                  const OnDepth& on_depth, bool all_values);

    Settings settings_;
    Rules rules_ = {};  // of the last search
    std::unique_ptr<Table> table_;
    std::uint64_t random_state_;
};

}  // namespace kalah::search
