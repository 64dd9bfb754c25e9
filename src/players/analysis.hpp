// Analyses of positions and reviews of games, for the terminal and the server alike: what every
// move is worth, and what each move of a game cost. No threads, no callbacks from elsewhere, no
// text for people: the caller decides on which thread a slice runs, and for how long. An object is
// used by one thread at a time; its stop token may be requested from any.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <vector>

#include "kalah/game.hpp"
#include "kalah/stop_token.hpp"
#include "players/value_chain.hpp"

namespace kalah::players {

/// Whom an analysis asks.
enum class Asks : std::uint8_t { chain, engine };

/// The last position of a game, for a long time in slices. A slice continues where the one before
/// stopped as long as the tables are kept. Engine and solver take turns, the engine first, for as
/// long as either has worked already: an estimate soon, then bounds, then the proof.
class PositionAnalysis {
  public:
    enum class State : std::uint8_t {
        paused,    // stopped before its time: run() continues
        finished,  // all its time is used, or there is nothing left to find
        failed,    // memory ran out
    };

    /// The game is not over, and its mover has seeds to sow. The engine's evaluation is `eval`.
    PositionAnalysis(Game game, Prepare prepare, EvalId eval, std::chrono::milliseconds time,
                     Asks asks = Asks::chain);

    using OnChange = std::function<void(const PositionValues&)>;
    /// Runs until `stop` or the end. `on_change` hears of every depth that is deeper than all
    /// before, and of bounds that have moved.
    State run(const StopToken& stop, const OnChange& on_change = {});

    /// Nothing while nothing is known.
    [[nodiscard]] std::optional<PositionValues> values() const;
    [[nodiscard]] bool has_memory() const { return chain_.has_memory(); }
    /// Gives back its memory; the next slice begins with empty tables.
    void release() { chain_.release(); }

  private:
    /// A turn of the engine, and of the solver. False if memory ran out.
    bool think(const StopToken& stop, const OnChange& on_change);
    void solve(const StopToken& stop, const OnChange& on_change);
    void tell(const OnChange& on_change) const;
    [[nodiscard]] bool is_done() const;
    [[nodiscard]] std::chrono::nanoseconds left() const {
        return time_ - engine_time_ - solver_time_;
    }

    Game game_;
    ValueChain chain_;
    EvalId eval_;
    std::chrono::nanoseconds time_;
    Asks asks_;
    bool begun_ = false;
    bool engine_is_done_ = false;  // it has met another limit than the time, or the game's end
    std::chrono::nanoseconds engine_time_{0};
    std::chrono::nanoseconds solver_time_{0};
};

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

/// From what is known of the position, best line included. Of a position where the game is over the
/// values are not used.
[[nodiscard]] ReviewedPosition reviewed(const Game& game, std::size_t ply,
                                        const PositionValues& values);

/// A mover's score, for south.
[[nodiscard]] double for_south(double score, Side mover);

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

    /// Every position, by a chain whose engine has the evaluation `eval`.
    GameReview(Game game, Prepare prepare, EvalId eval, ReviewLimits limits);
    /// Only the positions after so many moves each, in rising order.
    GameReview(Game game, Prepare prepare, EvalId eval, ReviewLimits limits,
               std::vector<std::size_t> plies);

    /// Looks at the next position. Nothing if `stop` came first: the next call continues.
    [[nodiscard]] std::optional<ReviewedPosition> next(const StopToken& stop);
    [[nodiscard]] bool is_done() const { return plies_.empty(); }

    [[nodiscard]] bool has_memory() const { return chain_.has_memory(); }
    /// Gives back its memory. A position that is not finished is searched anew, within its time.
    void release();

  private:
    /// True if the position needs no other one.
    bool run_slice(const StopToken& stop);
    /// True if the solver is done with the position, whether it has proved its values or not.
    bool run_solver();
    bool run_engine(const StopToken& stop);
    [[nodiscard]] ReviewedPosition found(std::size_t ply);

    Game game_;
    std::vector<std::size_t> plies_;  // to look at
    ValueChain chain_;
    ReviewLimits limits_;
    struct Position {  // that is looked at
        bool begun = false;
        std::chrono::nanoseconds used{0};
        std::uint64_t nodes = 0;         // of the engine
        std::uint64_t solver_nodes = 0;  // since its table was made
    };
    Position position_;
    std::optional<ReviewedPosition> later_ = {};  // the one before this in the review
};

}  // namespace kalah::players
