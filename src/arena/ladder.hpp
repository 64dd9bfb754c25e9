// The ladder: how strong is a player, measured against the program's ten levels? Their distances
// are known from long matches; the player's games are rated together with these matches
// (rating.hpp), so the interval covers the chance in both. Plays nothing: says which level to play
// next. One thread at a time.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "arena/elo.hpp"
#include "arena/rating.hpp"
#include "kalah/board.hpp"

namespace kalah::arena {

inline constexpr std::size_t kLevels = 10;
/// Elo of level2 over level1, and so on.
using LevelSteps = std::array<double, kLevels - 1>;
/// The steps that were measured for a board, under standard rules, with kStepGames games each:
/// those of docs/players.md. Nothing for boards that were not measured.
[[nodiscard]] std::optional<LevelSteps> measured_steps(BoardSize size);
inline constexpr int kStepGames = 400;
/// "6x4, 6x6": the boards that were measured.
[[nodiscard]] std::string_view measured_boards();

/// Ratings are in Elo above level1. A level between two levels is interpolated: 4.5 is in the
/// middle, in Elo, between level4 and level5. Nothing: below level1, or above level10.
struct LadderEstimate {
    double elo = 0;
    double error = 0;  // half of the 95 % interval
    std::optional<double> level = {};
    std::optional<double> low = {};  // the ends of its interval
    std::optional<double> high = {};
    std::array<double, kLevels> levels = {};  // their ratings
    [[nodiscard]] bool above() const { return elo > levels.back(); }
    [[nodiscard]] bool below() const { return elo < levels.front(); }
};

class Ladder {
  public:
    explicit Ladder(const LevelSteps& steps) : steps_(steps) {}

    /// A game of the player, on a side, against a level (from 0): its moves and the player's margin
    /// in seeds. A game that is known already proves nothing and is not counted.
    void add(std::size_t level, Side side, std::string moves, int margin);
    /// The player's distinct games against each level.
    [[nodiscard]] const std::array<Trinomial, kLevels>& scores() const { return scores_; }
    [[nodiscard]] int games() const;
    [[nodiscard]] LadderEstimate estimate() const;

    /// The levels of the next pairs of games, which can be played at the same time: those where a
    /// game says most about the player, in turn. Few at first, while the estimate moves; more
    /// later. Depends only on the games so far.
    [[nodiscard]] std::vector<std::size_t> next_pairs() const;

  private:
    LevelSteps steps_;
    std::array<Trinomial, kLevels> scores_ = {};
    std::set<std::tuple<std::size_t, Side, std::string>> known_;
};

}  // namespace kalah::arena
