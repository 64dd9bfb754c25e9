// The ladder: how strong is a player, measured against the program's ten levels? Their distances
// are known from long matches; the player's games are rated together with these matches
// (rating.hpp), so the interval covers the chance in both. Plays nothing: says which level to play
// next. One thread at a time.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

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

/// The player's games against one level.
struct LadderScore {
    int wins = 0;
    int draws = 0;
    int losses = 0;
    [[nodiscard]] int games() const { return wins + draws + losses; }
    [[nodiscard]] double points() const { return wins + 0.5 * draws; }
};

class Ladder {
  public:
    explicit Ladder(const LevelSteps& steps) : steps_(steps) {}

    /// A game of the player against a level (from 0), by the player's margin in seeds.
    void add(std::size_t level, int margin);
    [[nodiscard]] const std::array<LadderScore, kLevels>& scores() const { return scores_; }
    [[nodiscard]] int games() const;
    [[nodiscard]] LadderEstimate estimate() const;

    /// The levels of the next pairs of games, which can be played at the same time: those where a
    /// game says most about the player, in turn. Few at first, while the estimate moves; more
    /// later. Depends only on the games so far.
    [[nodiscard]] std::vector<std::size_t> next_pairs() const;

  private:
    LevelSteps steps_;
    std::array<LadderScore, kLevels> scores_ = {};
};

}  // namespace kalah::arena
