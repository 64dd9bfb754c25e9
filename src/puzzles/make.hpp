// Makes puzzles: plays games between levels, proves the turns of positions late in them, and keeps
// those with exactly one good turn. What comes out depends on the terms alone. For one thread.
#pragma once

#include <functional>
#include <memory>
#include <span>

#include "kalah/endgame_database.hpp"
#include "kalah/stop_token.hpp"
#include "puzzles/collection.hpp"
#include "puzzles/proof.hpp"
#include "referee/player.hpp"

namespace kalah::puzzles {

struct MakeTerms {
    Rules rules = {};
    BoardSize size = {};
    std::size_t count = 1000;
    std::uint64_t seed = 1;
};

/// Which positions are looked at: seeds in the pits, both ends included.
struct SeedRange {
    int least = 0;
    int most = 0;
};
[[nodiscard]] SeedRange seeds_of(const MakeTerms& terms);

/// What the turn is about; nothing if no theme fits. The solver proves the line that follows it.
[[nodiscard]] std::optional<Theme> theme_of(const Puzzle& puzzle, std::span<const Turn> turns,
                                            Solver& solver);

/// Finds how strong a player must be to find the turn of a puzzle.
class LevelFinder {
  public:
    LevelFinder();
    /// The lowest level that plays a turn as good as the right one; if it overlooks things by
    /// chance, in most of five games.
    [[nodiscard]] int level_of(const Puzzle& puzzle, std::span<const Turn> turns,
                               const StopToken& stop);

  private:
    struct Level {
        std::unique_ptr<Player> player;
        bool oversees = false;  // by chance, which the seed decides
    };
    std::vector<Level> levels_;
};

/// Called after each puzzle that was found, with the number of them.
using OnPuzzle = std::function<void(std::size_t)>;

/// Makes a set. After a requested stop, or if games bring nothing new any more, it has fewer
/// puzzles than wanted. May throw players::NoRoomForTable.
[[nodiscard]] Set make_set(const MakeTerms& terms,
                           const std::shared_ptr<const EndgameDatabase>& database,
                           const StopToken& stop, const OnPuzzle& on_puzzle);

}  // namespace kalah::puzzles
