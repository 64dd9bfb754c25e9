// Tasks: TaskContext is what a task works with (searches by player specification, exact values,
// positions), TaskRun executes the tasks of an experiment and stores what they give. One context
// per thread; SharedData holds what is large and common to all.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "kalah/endgame_database.hpp"
#include "kalah/engine.hpp"
#include "kalah/solver.hpp"
#include "kalah/stop_token.hpp"
#include "lab/experiment.hpp"
#include "store/measurements.hpp"
#include "trees/search_counts.hpp"

namespace kalah::lab {

/// Shared by all contexts of a run.
struct SharedData {
    std::mutex mutex;
    std::shared_ptr<const EndgameDatabase> database;  // of the exact values
};

class TaskContext {
  public:
    TaskContext(SharedData& shared, const StopToken& stop) : shared_(shared), stop_(stop) {}

    /// One search by a player that parse_player knows, without a book. Opens the database of the
    /// specification; an error if that fails. The seconds are processor time, so that other work on
    /// the machine counts less than by the clock, although it still takes caches and memory away.
    /// They are those of the whole program: use them in a timed task only.
    [[nodiscard]] Result<SearchReport> think(const std::string& player, const Rules& rules,
                                             const Board& board);

    /// Repeats the search until its time is measurable, 10 ms in all; seconds are the mean.
    [[nodiscard]] Result<SearchReport> timed(const std::string& player, const Rules& rules,
                                             const Board& board);

    /// What cut such a search short, without a database.
    [[nodiscard]] Result<trees::SearchCounts> cuts(const std::string& player, const Rules& rules,
                                                   const Board& board);

    struct MoveValue {
        int pit = 0;
        int value = 0;  // the final store difference for the mover
    };
    /// Every move with its exact value; an error if stopped, or if memory is lacking. The first
    /// call builds a database of positions with up to `database_seeds` seeds, for all contexts, and
    /// a table of 64 MB for this one. All boards must have as many seeds as the first.
    [[nodiscard]] Result<std::vector<MoveValue>> exact(const Rules& rules, const Board& board,
                                                       int database_seeds);

  private:
    SharedData& shared_;
    const StopToken& stop_;
    std::unique_ptr<Solver> solver_;
};

/// A position after `sowings` random moves, in which the game is not over and at least two moves
/// are legal. The number and the seed decide it.
[[nodiscard]] Board random_position(const Rules& rules, BoardSize size, int sowings,
                                    std::uint64_t seed, std::uint64_t number);

/// Positions of the thesis's game: number 0 is the start of 6x6, the others come after `sowings`
/// random sowings.
[[nodiscard]] Board thesis_position(int sowings, std::uint64_t seed, int number);

/// The rules of a preset, from a text that is known to be right.
[[nodiscard]] Rules rules_of(const std::string& text);

/// Runs the timed tasks first, one after another, then the others on several threads. A failure in
/// a thread, including lack of memory, is an error of the run.
class TaskRun {
  public:
    /// `on_done` is called after each task, from any thread, one at a time.
    TaskRun(const std::vector<Task>& tasks, store::Measurements& kept, const StopToken& stop,
            std::function<void()> on_done)
        : tasks_(tasks), kept_(kept), stop_(stop), on_done_(std::move(on_done)) {}

    /// Does without threads that cannot be started.
    [[nodiscard]] std::optional<Error> run(int concurrency);

  private:
    /// Runs tasks of one kind until none is left, with its own context.
    void work(bool timed);
    void work_through(bool timed);
    void keep(const Task& task, const std::vector<Value>& values);
    void fail(const Error& error);

    const std::vector<Task>& tasks_;
    store::Measurements& kept_;
    const StopToken& stop_;
    std::function<void()> on_done_;
    SharedData shared_;
    std::atomic<std::size_t> next_{0};
    std::atomic<bool> failed_{false};
    std::atomic<bool> no_memory_{false};
    std::mutex mutex_;
    std::optional<Error> error_;
};

}  // namespace kalah::lab
