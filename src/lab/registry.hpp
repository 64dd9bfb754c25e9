// What the files of experiments share: one function for each of them, what the documents are, and
// published values that several experiments compare with.
#pragma once

#include <array>
#include <optional>

#include "lab/experiment.hpp"

namespace kalah::lab {

[[nodiscard]] Experiment utility_cost();
[[nodiscard]] Experiment depths();
[[nodiscard]] Experiment five_part_values();
[[nodiscard]] Experiment five_part_time();
[[nodiscard]] Experiment five_part_strength();
[[nodiscard]] Experiment again_time();
[[nodiscard]] Experiment again_turns();
[[nodiscard]] Experiment thesis();
[[nodiscard]] Experiment improvements();
[[nodiscard]] Experiment pruning();
[[nodiscard]] Experiment exactness();
[[nodiscard]] Experiment multilap();

inline constexpr Publication kThesis{
    "the thesis",
    "document 000: minimax, alpha-beta and knowledge-based alpha-beta pruning in Kalaha, each with "
    "two utilities, in a tournament with 30 seconds a move",
    "Intel Core i5, 4 cores @ 2.80GHz, 8,00 GB, 64-bit Windows 7"};
inline constexpr Publication kFivePart{
    "document 001",
    "\u201CKalah Game-Playing AI\u201D, a course project: a heuristic of five parts", "4.10 GHz"};
inline constexpr Publication kAgain{
    "document 002", "a course project: the difference of the stores with a bonus for moving again",
    "3.7GHz"};
inline constexpr Publication kBrowserGame{
    "document 003", "\u201CKALAHHA\u201D, a browser game with multi-lap sowing and alpha-beta", ""};

/// The thesis, 2.1: typical depths within 30 s; none is given where they "fluctuate".
struct SearchDepth {
    const char* search = nullptr;  // as players are named
    std::optional<int> published;
};
inline constexpr std::array<SearchDepth, 3> kSearchDepths{
    {{"minimax", 10}, {"alphabeta", 12}, {"knowledge", std::nullopt}}};

}  // namespace kalah::lab
