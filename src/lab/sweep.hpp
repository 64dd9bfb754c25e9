// Sweep: one player with one or two of its settings varied over a grid, each cell compared with a
// reference player: on positions (nodes, values, moves, seeds lost by exact values) or in matches.
// Everything a report needs is in the parameters of its store. Plain values; pure functions.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lab/experiment.hpp"

namespace kalah::lab {

/// A setting of a player with the values to be tried.
struct SweptKey {
    std::string name;
    std::vector<std::string> values;
};
/// "limit=8,24,60" or "bonus=0..12".
[[nodiscard]] Result<SweptKey> parse_swept_key(std::string_view text);

struct SweepPlan {
    std::string player;             // whose settings are varied
    std::string against;            // the reference
    std::vector<std::string> vary;  // one or two, as parse_swept_key reads them
    std::string rules = "empty-capture";
    std::string board = "6x4";
    int positions = 0;       // either these ..
    int games = 0;           // .. or these, of each cell against the reference
    bool exact = false;      // positions: also the seeds that moves lose, by the solver
    int least_sowings = 14;  // random moves before a position
    int most_sowings = 35;
};
/// What is wrong with the plan; reads the players of all cells.
[[nodiscard]] std::optional<Error> validate(const SweepPlan& plan);

/// A cell of the grid: its settings, "limit=8,least=4", and its player.
struct SweepCell {
    std::string key;
    std::string player;
};
/// By rows: the first key varies slowest. The plan must be valid.
[[nodiscard]] std::vector<SweepCell> cells_of(const SweepPlan& plan);

inline constexpr const char* kSweep = "sweep";  // as experiments are named

/// The plan must be valid.
[[nodiscard]] Experiment sweep(const SweepPlan& plan);
/// The sweep that a store with these parameters holds.
[[nodiscard]] Result<Experiment> sweep_in(const Parameters& parameters);
[[nodiscard]] std::vector<report::Section> sweep_sections(const Results& results);
[[nodiscard]] std::vector<Answer> sweep_answers(const Results& results);
/// The plan that a store was made with.
[[nodiscard]] SweepPlan plan_in(const Parameters& parameters);

}  // namespace kalah::lab
