// Analyses of positions and reviews of games, for the terminal and the server alike: what every
// move is worth, and what each move of a game cost. No threads, no callbacks from elsewhere, no
// text for people: the caller decides on which thread a slice runs, and for how long. An object is
// used by one thread at a time; its stop token may be requested from any.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "kalah/engine.hpp"
#include "kalah/game.hpp"
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

    /// Made now if it was not; null if memory runs out.
    [[nodiscard]] const EngineOptions* options();
    /// At most `time`, and at most so many nodes if the settings do not say fewer. Nothing if
    /// memory runs out.
    std::optional<SearchReport> analyse(const Rules& rules, const Board& board,
                                        std::chrono::milliseconds time,
                                        std::optional<std::uint64_t> nodes, const StopToken& stop,
                                        const Engine::OnDepth& on_depth);
    [[nodiscard]] bool is_made() const { return engine_ != nullptr; }
    void release() { engine_.reset(); }

  private:
    PrepareEngine prepare_;
    EngineOptions options_ = {};  // as they were prepared
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

/// What a review says about one position of a game.
struct ReviewedPosition {
    std::size_t ply = 0;               // moves played before it
    std::optional<double> score = {};  // in seeds, for south; nothing if nothing was found
    bool exact = false;                // proved, or the result of a game that is over
    std::optional<int> best = {};      // pit from 0
    std::vector<int> line = {};        // best play from here, pits from 0
    std::optional<double> cost = {};   // of the move played here, in seeds for its mover; >= 0
};

/// From a report of Engine::analyse. Of a position where the game is over the report is not used.
[[nodiscard]] ReviewedPosition reviewed(const Game& game, std::size_t ply,
                                        const SearchReport& report, EvalId eval);

/// A score in seeds for south.
[[nodiscard]] double for_south(const Score& score, EvalId eval, Side mover);

/// All positions of a game, the last first: what the table learned from a position helps with the
/// one before it. A position is searched in slices of so many nodes, or anew after a stop by an
/// engine without a table: the same game is judged alike however often it is stopped, unless its
/// time is over first or its engine was released.
class GameReview {
  public:
    static constexpr std::uint64_t kSliceNodes = 100'000;  // some 20 ms

    /// Each position for at most `time`, by an engine with the evaluation `eval`.
    GameReview(Game game, PrepareEngine prepare, EvalId eval, std::chrono::milliseconds time)
        : game_(std::move(game)),
          left_(game_.played().size() + 1),
          engine_(std::move(prepare)),
          eval_(eval),
          time_(time) {}

    /// Looks at the next position. Nothing if `stop` came first: the next call continues.
    [[nodiscard]] std::optional<ReviewedPosition> next(const StopToken& stop);
    [[nodiscard]] bool is_done() const { return left_ == 0; }

    [[nodiscard]] bool has_engine() const { return engine_.is_made(); }
    /// Gives back its memory. A position that is not finished is searched anew, within its time.
    void release() {
        engine_.release();
        position_.nodes = 0;
    }

  private:
    /// True if the position needs no other one.
    bool run_slice(const Board& board, const StopToken& stop);

    Game game_;
    std::size_t left_;  // positions to look at
    AnalysisEngine engine_;
    EvalId eval_;
    std::chrono::milliseconds time_;
    struct Position {  // that is looked at
        std::chrono::nanoseconds used{0};
        std::uint64_t nodes = 0;
        SearchReport deepest = {};
    };
    Position position_;
};

}  // namespace kalah::players
