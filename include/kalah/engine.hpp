// Engine: chooses a move or values all of them, by search within limits. It never prints, opens no
// file and starts no thread unless EngineOptions::threads asks for helpers. One engine serves one
// thread at a time; any thread may request the stop. Engines share nothing but a database.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "kalah/board.hpp"
#include "kalah/endgame_database.hpp"
#include "kalah/eval.hpp"
#include "kalah/export.hpp"
#include "kalah/result.hpp"
#include "kalah/rules.hpp"
#include "kalah/stop_token.hpp"

namespace kalah {

namespace search {
class TranspositionTable;
}

enum class SearchAlgorithm : std::uint8_t { minimax, alphabeta, knowledge, mtdf, champion };

enum class MoveOrder : std::uint8_t {
    left,      // from pit 1 on: no ordering
    right,     // the pit next to the store first
    tactical,  // table move, extra turns and captures, then from the right
    valued,    // table move, extra turns, then by the evaluation of the position after the move
};

inline constexpr int kMaxSearchDepth = 120;  // sowings

/// What alpha-beta may use; src/search/alphabeta.hpp explains each.
struct SearchTechniques {
    MoveOrder order = MoveOrder::left;
    bool etc = false;
    bool futility = false;
    bool quiet = false;
    bool pure = false;
};

/// Knowledge-based pruning stops following a move that has cost its player more than
/// max(limit - fall x ply, least). The numbers are in quarters of a seed, the unit of the thesis's
/// utilities, whatever unit the evaluation uses.
struct PruningLimits {
    int limit = 60;
    int least = 20;
    int fall = 1;
    /// What the cost is counted from: the position where the search began (figure 5 of the thesis),
    /// or the position before the move (the other reading of its text).
    enum class From : std::uint8_t { root, node } from = From::root;
};
inline constexpr int kMaxPruningLimit = 10'000;  // of each number
inline constexpr int kMaxBonus = 100;

/// Which of several equally good moves is chosen.
enum class Ties : std::uint8_t { first, random };

/// Any combination; a limit that is not set does not apply.
struct SearchLimits {
    std::optional<std::chrono::milliseconds> time = {};
    std::optional<std::uint64_t> nodes = {};
    std::optional<int> depth = {};
};

struct EngineOptions {
    SearchAlgorithm algorithm = SearchAlgorithm::alphabeta;
    EvalId eval = EvalId::simple;
    SearchLimits limits = {};
    int step = 1;  // of iterative deepening
    /// False: the depth limit is searched at once, without the smaller depths.
    bool deepening = true;
    SearchTechniques techniques = {};
    PruningLimits pruning = {};     // of the knowledge-based search
    std::optional<int> bonus = {};  // for moving again, if not the evaluation's own; 0..kMaxBonus
    /// 0..kMaxWeight each. With others than the thesis's, searches take several times as long.
    KnowledgeWeights weights = {};
    std::size_t table_bytes = 0;  // transposition table; 0 = none
    /// For searches that prove (alphabeta, mtdf, champion); null = none. Shared by engines.
    std::shared_ptr<const EndgameDatabase> database = {};
    int threads = 1;  // champion only; 1 in builds without threads
    Ties ties = Ties::first;
    std::uint64_t seed = 1;  // of random choices among ties
};

/// A value from the mover's point of view. If it is exact, no line was cut off by depth, and it is
/// the final store difference in seeds. Otherwise it is an estimate in the evaluation's own unit.
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

struct SearchReport {
    int pit = 0;    // the move to play
    int depth = 0;  // the last finished depth; 0: none finished, the move is merely legal
    Score score = {};
    std::vector<int> line = {};
    std::uint64_t nodes = 0;
    double seconds = 0;
    /// Of the knowledge-based search: the depth at which its pruning left nothing to search and
    /// plain alpha-beta took over.
    std::optional<int> takeover = {};
    bool by_database = false;  // the endgame database covers the position
    /// Of an analysis: all legal moves, best first; of equal ones `pit`, then from pit 1 on.
    std::vector<MoveReport> moves = {};
};

class KALAH_API Engine {
  public:
    /// Allocates and touches the transposition table, so that no search pays for fresh memory
    /// (25 ms for 64 MiB). Error "no_memory" with args {"bytes"} if the table does not fit.
    [[nodiscard]] static Result<Engine> create(const EngineOptions& options);
    Engine(Engine&&) noexcept;
    Engine& operator=(Engine&&) noexcept;
    ~Engine();

    /// Called after each finished depth, on the searching thread.
    using OnDepth = std::function<void(const SearchReport&)>;

    /// The move to play, within the limits of the options. The mover must have a seed to sow. If
    /// depth is the only limit, the engine searches that depth at once, except with algorithms that
    /// depend on their table (mtdf, champion). All other searches deepen step by step, unless the
    /// options say otherwise. After a requested stop, returns the last finished depth within about
    /// a millisecond.
    SearchReport best_move(const Rules& rules, const Board& board, const StopToken& stop,
                           const OnDepth& on_depth = {});
    /// The same with a value for every legal move, each from a full window. Costs several times as
    /// much at equal depth.
    SearchReport analyse(const Rules& rules, const Board& board, const StopToken& stop,
                         const OnDepth& on_depth = {});

    /// Sets the limits of later searches.
    void limit(const SearchLimits& limits) { options_.limits = limits; }

    /// The database that searches use in a game with these rules and `width` pits per side. Null if
    /// there is none, if it is for other rules or another width, or if the options do not use it.
    [[nodiscard]] const EndgameDatabase* database_for(const Rules& rules, int width) const;

    /// Clears the table and restarts the random numbers.
    void new_game();
    /// Restarts the random numbers alone.
    void reseed(std::uint64_t seed) { random_state_ = seed; }
    [[nodiscard]] const EngineOptions& options() const { return options_; }

  private:
    Engine(const EngineOptions& options, std::unique_ptr<search::TranspositionTable> table);
    SearchReport search(const Rules& rules, const Board& board, const StopToken& stop,
                        const OnDepth& on_depth, bool all_values);

    EngineOptions options_;
    Rules rules_ = {};  // of the last search
    std::unique_ptr<search::TranspositionTable> table_;
    std::uint64_t random_state_;
};

}  // namespace kalah
