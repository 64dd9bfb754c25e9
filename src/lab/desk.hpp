// Desk: what a task works with: searches by player specification, exact values, positions. One desk
// a thread; what is large is shared between them.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "kalah/endgame_database.hpp"
#include "kalah/engine.hpp"
#include "kalah/solver.hpp"
#include "kalah/stop_token.hpp"

namespace kalah::lab {

/// Shared by all desks of a run.
struct Shelf {
    std::mutex mutex;
    std::shared_ptr<const EndgameDatabase> database;  // of the exact values
};

class Desk {
  public:
    Desk(Shelf& shelf, const StopToken& stop) : shelf_(shelf), stop_(stop) {}

    /// One search by a player that parse_player knows, without book; the database of the
    /// specification is opened, and the error is that it cannot be. Its seconds are those of the
    /// processor, so that other work on the machine counts less than by the clock: it still takes
    /// caches and memory away. Of a timed task only, as they are the whole program's.
    [[nodiscard]] Result<SearchReport> think(const std::string& player, const Rules& rules,
                                             const Board& board);

    struct MoveValue {
        int pit = 0;
        int value = 0;  // the final store difference for the mover
    };
    /// Every move with its exact value; nothing if stopped. The first call builds a database of
    /// positions up to so many seeds, for all desks, and a table of 64 MB for this one. All boards
    /// must have as many seeds as the first.
    [[nodiscard]] std::optional<std::vector<MoveValue>> exact(const Rules& rules,
                                                              const Board& board,
                                                              int database_seeds);

  private:
    Shelf& shelf_;
    const StopToken& stop_;
    std::unique_ptr<Solver> solver_;
};

/// A position of a game in which so many random moves were played: one that is not over and has at
/// least two moves. The number and the seed decide it.
[[nodiscard]] Board random_position(const Rules& rules, BoardSize size, int sowings,
                                    std::uint64_t seed, std::uint64_t number);

/// Positions of the thesis's game: number 0 is the start of 6x6, the others come after so many
/// random sowings.
[[nodiscard]] Board thesis_position(int sowings, std::uint64_t seed, int number);

/// Rules by the text of a preset that is known to be right.
[[nodiscard]] Rules rules_of(const std::string& text);

}  // namespace kalah::lab
