// Puzzle: a position with exactly one good turn, what good means there, what the turn is about and
// how hard it is to find. Plain values; turns are proved in proof.hpp, files are in collection.hpp.
// Pure functions, any thread.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kalah/board.hpp"
#include "kalah/rules.hpp"

namespace kalah::puzzles {

/// Of all turns, exactly one
enum class Goal : std::uint8_t {
    win,   // wins
    draw,  // does not lose: it draws
    best,  // wins by kBestBy seeds more than any other
};
inline constexpr int kBestBy = 4;

/// What the right turn is about; the first that fits.
enum class Theme : std::uint8_t {
    chain,     // three moves or more
    capture,   // captures kManySeeds or more
    starving,  // the opponent runs out of seeds, and the mover's seeds left on the board decide
    defence,   // averts a capture of kManySeeds or more
    counting,  // an endgame of at most kEndgameSeeds in the pits
};
inline constexpr int kManySeeds = 4;
inline constexpr int kEndgameSeeds = 12;

enum class Difficulty : std::uint8_t { easy, medium, hard };

inline constexpr std::array<std::pair<std::string_view, Goal>, 3> kGoals{
    {{"win", Goal::win}, {"draw", Goal::draw}, {"best", Goal::best}}};
inline constexpr std::array<std::pair<std::string_view, Theme>, 5> kThemes{
    {{"chain", Theme::chain},
     {"capture", Theme::capture},
     {"starving", Theme::starving},
     {"defence", Theme::defence},
     {"counting", Theme::counting}}};
inline constexpr std::array<std::pair<std::string_view, Difficulty>, 3> kDifficulties{
    {{"easy", Difficulty::easy}, {"medium", Difficulty::medium}, {"hard", Difficulty::hard}}};

/// "win", "chain", "easy"
[[nodiscard]] std::string_view name(Goal goal);
[[nodiscard]] std::string_view name(Theme theme);
[[nodiscard]] std::string_view name(Difficulty difficulty);

/// One more than the highest level: no level finds the turn.
inline constexpr int kBeyondLevels = 11;

struct Puzzle {
    Rules rules = {};
    Board board = {};  // south to move
    Goal goal = Goal::win;
    Theme theme = Theme::chain;
    int level = 1;               // the lowest that finds the turn; kBeyondLevels: none does
    int value = 0;               // of the right turn: the final store difference
    int second = 0;              // of the best other turn
    std::vector<int> turn = {};  // the right one, in one order of its moves
    bool operator==(const Puzzle&) const = default;
};

/// Levels 1 to 4 are easy, 5 to 7 medium.
[[nodiscard]] Difficulty difficulty_of(const Puzzle& puzzle);

/// Whether a turn of this value is as good as the right one.
[[nodiscard]] bool reaches(const Puzzle& puzzle, int value);

/// The goal of a position whose best turn and best other turn have these values; nothing if the
/// best turn does not stand out.
[[nodiscard]] std::optional<Goal> goal_of(int value, int second);

/// Eight hexadecimal digits made from rules and position: the name of the puzzle for good.
[[nodiscard]] std::string id_of(const Puzzle& puzzle);

/// "3-6-1"
[[nodiscard]] std::string turn_text(const std::vector<int>& turn);

}  // namespace kalah::puzzles
