// Fresh games between chosen players, for data sets and statistics. Each game begins with some
// sowings at random, so that games of players that always move alike differ, and depends on the
// source and its number alone: the same on any thread, whatever was played before.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "players/spec.hpp"
#include "referee/one_game.hpp"

namespace kalah::samples {

struct GameSource {
    Rules rules = {};
    Board start = {};
    std::vector<players::Spec> players = {};  // with their databases and books opened
    int opening = 6;                          // sowings at random; the game may end among them
    std::uint64_t seed = 1;
};

struct FreshGame {
    GameRecord record;
    PerSide<std::size_t> players = {};  // of the source
};

/// Why games of this player cannot be repeated: it looks at the clock, or searches on several
/// threads.
[[nodiscard]] std::optional<Error> not_repeatable(const players::Spec& spec);

/// Plays games of a source, one at a time; for one thread. Makes players when they are first
/// needed, which may throw players::NoRoomForTable.
class GameMaker {
  public:
    /// The source must outlive it.
    explicit GameMaker(const GameSource& source);
    /// Both players are drawn from those of the source; a player may meet itself. After a requested
    /// stop the game ends as `stopped`.
    [[nodiscard]] FreshGame play(std::uint64_t number, const StopToken& stop);

  private:
    [[nodiscard]] Game opened(std::uint64_t chance) const;
    Player& player(Side side, std::size_t index);

    const GameSource& source_;
    PerSide<std::vector<std::unique_ptr<Player>>> players_;
};

}  // namespace kalah::samples
