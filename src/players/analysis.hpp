// Analyses of positions and reviews of games, for the terminal and the server alike: what every
// move is worth, and what each move of a game cost. No threads, no callbacks from elsewhere, no
// text for people: the caller decides on which thread a slice runs, and for how long. An object is
// used by one thread at a time; its stop token may be requested from any.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "kalah/engine.hpp"
#include "kalah/game.hpp"
#include "kalah/solver.hpp"
#include "kalah/stop_token.hpp"

namespace kalah::players {

/// The settings of an engine, with its database opened: called when the engine is made, on the
/// thread of that slice. Opening a database takes some hundred milliseconds.
using PrepareEngine = std::function<EngineOptions()>;

/// An engine that is made when it is first used and can be released between two slices: its table
/// is most of what an analysis keeps in memory (64 MiB for the champion).
class AnalysisEngine {
  public:
    explicit AnalysisEngine(PrepareEngine prepare) : prepare_(std::move(prepare)) {}

    /// Prepared now if they were not; null if memory runs out.
    [[nodiscard]] const EngineOptions* options();
    /// Makes it now if it was not, which can take a tenth of a second; false if memory runs out.
    [[nodiscard]] bool make();
    /// At most `time`, and at most so many nodes if the settings do not say fewer. Nothing if
    /// memory runs out.
    std::optional<SearchReport> analyse(const Rules& rules, const Board& board,
                                        std::chrono::milliseconds time,
                                        std::optional<std::uint64_t> nodes, const StopToken& stop,
                                        const Engine::OnDepth& on_depth);
    [[nodiscard]] bool is_made() const { return engine_ != nullptr; }
    void release() {
        engine_.reset();
        options_.reset();
    }

  private:
    PrepareEngine prepare_;
    std::optional<EngineOptions> options_ = {};  // as they were prepared
    std::unique_ptr<Engine> engine_;
};

/// The last position of a game, for a long time in slices. A slice continues where the one before
/// stopped as long as the engine is kept.
class PositionAnalysis {
  public:
    enum class State : std::uint8_t {
        paused,    // stopped before its time: run() continues
        finished,  // all its time is used, or there is nothing left to find
        failed,    // memory ran out
    };

    /// The game is not over, and its mover has seeds to sow.
    PositionAnalysis(Game game, PrepareEngine prepare, std::chrono::milliseconds time)
        : game_(std::move(game)), engine_(std::move(prepare)), time_(time) {}

    /// Runs until `stop` or the end. `on_depth` gets each report that is deeper than all before.
    State run(const StopToken& stop, const Engine::OnDepth& on_depth = {});

    /// Nothing while no depth is finished.
    [[nodiscard]] const std::optional<SearchReport>& deepest() const { return deepest_; }
    [[nodiscard]] bool has_engine() const { return engine_.is_made(); }
    /// Gives back its memory; the next slice begins with an empty table.
    void release() { engine_.release(); }

  private:
    Game game_;
    AnalysisEngine engine_;
    std::chrono::milliseconds time_;
    std::chrono::nanoseconds used_{0};
    std::optional<SearchReport> deepest_;
};

/// What says that a position has its value.
enum class ValueSource : std::uint8_t {
    none,      // nothing was found
    result,    // the game is over
    database,  // of endgames
    solver,
    search,  // of an engine: an estimate, unless it reached the end of the game
};
/// "database"
[[nodiscard]] std::string_view name(ValueSource source);

/// What a review says about one position of a game.
struct ReviewedPosition {
    std::size_t ply = 0;               // moves played before it
    std::optional<double> score = {};  // in seeds, for south; nothing if nothing was found
    bool exact = false;                // proved, or the result of a game that is over
    std::optional<int> best = {};      // pit from 0; the move played if none is better
    std::vector<int> line = {};        // best play from here, pits from 0
    std::optional<double> cost = {};   // of the move played here, in seeds for its mover; >= 0
    bool cost_exact = false;           // the values of both moves are proved
    ValueSource source = ValueSource::none;
};

/// From a report of Engine::analyse. Of a position where the game is over the report is not used.
[[nodiscard]] ReviewedPosition reviewed(const Game& game, std::size_t ply,
                                        const SearchReport& report, EvalId eval);

/// A score in seeds for south.
[[nodiscard]] double for_south(const Score& score, EvalId eval, Side mover);

/// For each position of a review: the solver gets so many nodes and half of the time, the engine,
/// if the solver has not proved the value of every move by then, the rest of the time and what its
/// settings allow. By nodes alone, the same game is always judged alike.
struct ReviewLimits {
    std::chrono::milliseconds time;
    std::uint64_t solver_nodes = 0;  // 0: no solver
};

/// Positions of a game, the last first: what the tables learned from a position helps with the one
/// before it. A position is searched in slices of so many nodes, or anew after a stop by an engine
/// without a table: the same game is judged alike however often it is stopped, unless its time is
/// over first or its engine was released.
class GameReview {
  public:
    static constexpr std::uint64_t kSliceNodes = 100'000;  // some 20 ms
    static constexpr std::size_t kSolverTable = std::size_t{16} << 20;

    /// Every position, by a solver with the engine's database, and an engine with the evaluation
    /// `eval`.
    GameReview(Game game, PrepareEngine prepare, EvalId eval, ReviewLimits limits);
    /// Only the positions after so many moves each, in rising order.
    GameReview(Game game, PrepareEngine prepare, EvalId eval, ReviewLimits limits,
               std::vector<std::size_t> plies);

    /// Looks at the next position. Nothing if `stop` came first: the next call continues.
    [[nodiscard]] std::optional<ReviewedPosition> next(const StopToken& stop);
    [[nodiscard]] bool is_done() const { return plies_.empty(); }

    [[nodiscard]] bool has_engine() const { return engine_.is_made() || solver_; }
    /// Gives back its memory. A position that is not finished is searched anew, within its time.
    void release();

  private:
    /// True if the position needs no other one.
    bool run_slice(const Board& board, const StopToken& stop);
    /// True if the solver is done with the position, whether it has proved its values or not.
    bool run_solver(const Board& board);
    bool run_engine(const Board& board, const StopToken& stop);
    [[nodiscard]] ReviewedPosition proved(std::size_t ply);
    /// Best play from a position in which `best` is a best move.
    [[nodiscard]] std::vector<int> line_from(std::size_t ply, int best);

    Game game_;
    std::vector<std::size_t> plies_;  // to look at
    AnalysisEngine engine_;
    EvalId eval_;
    ReviewLimits limits_;
    std::optional<Solver> solver_;
    struct Position {  // that is looked at
        std::chrono::nanoseconds used{0};
        std::uint64_t nodes = 0;  // of the engine
        SearchReport deepest = {};
        std::uint64_t solver_nodes = 0;
        std::vector<MoveBounds> values = {};  // of all moves, if the solver has proved them
        bool gave_up = false;                 // the solver
    };
    Position position_;
    std::optional<ReviewedPosition> later_ = {};  // the one before this in the review
};

}  // namespace kalah::players
