#include "puzzles/puzzle.hpp"

#include "base/mix64.hpp"
#include "kalah/notation.hpp"

namespace kalah::puzzles {
namespace {

template <class Names, class Value>
std::string_view name_in(const Names& names, Value value) {
    for (const auto& [name, each] : names)
        if (each == value) return name;
    return "";
}

}  // namespace

std::string_view name(Goal goal) {
    return name_in(kGoals, goal);
}
std::string_view name(Theme theme) {
    return name_in(kThemes, theme);
}
std::string_view name(Difficulty difficulty) {
    return name_in(kDifficulties, difficulty);
}

Difficulty difficulty_of(const Puzzle& puzzle) {
    constexpr int kLastEasy = 4;
    constexpr int kLastMedium = 7;
    if (puzzle.level <= kLastEasy) return Difficulty::easy;
    return puzzle.level <= kLastMedium ? Difficulty::medium : Difficulty::hard;
}

bool reaches(const Puzzle& puzzle, int value) {
    switch (puzzle.goal) {
        case Goal::win:
            return value > 0;
        case Goal::draw:
            return value >= 0;
        case Goal::best:
            return value >= puzzle.value;
    }
    return false;
}

std::optional<Goal> goal_of(int value, int second) {
    if (value > 0 && second <= 0) return Goal::win;
    if (value == 0 && second < 0) return Goal::draw;
    if (value > 0 && value - second >= kBestBy) return Goal::best;
    return std::nullopt;
}

std::string id_of(const Puzzle& puzzle) {
    constexpr std::string_view kHexDigits = "0123456789abcdef";
    std::uint64_t hash = 0;
    for (const char c : to_text(puzzle.rules) + " " + to_text(puzzle.board))
        hash = mix64(hash, static_cast<unsigned char>(c));
    std::string id;
    for (int i = 0; i < 8; ++i, hash >>= 4) id += kHexDigits[hash & 15];
    return id;
}

std::string turn_text(const std::vector<int>& turn) {
    std::string text;
    for (const int pit : turn) text += (text.empty() ? "" : "-") + std::to_string(pit + 1);
    return text;
}

}  // namespace kalah::puzzles
