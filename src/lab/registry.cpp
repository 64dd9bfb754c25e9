#include "lab/registry.hpp"

#include <array>

namespace kalah::lab {

std::span<const Experiment> experiments() {
    static const std::array<Experiment, 9> kAll{
        utility_cost(),       depths(),       five_part_time(),
        five_part_strength(), again_time(),   again_turns(),
        exactness(),          improvements(), thesis()};
    return kAll;
}

const Experiment* find_experiment(std::string_view name) {
    for (const Experiment& experiment : experiments())
        if (experiment.name == name) return &experiment;
    return nullptr;
}

double estimated_seconds(const Work& work, int concurrency) {
    double alone = 0;
    double shared = 0;
    for (const Task& task : work.tasks) (task.timed ? alone : shared) += task.seconds;
    for (const Match& match : work.matches) {
        const auto entrants = static_cast<double>(match.plan.entrants.size());
        const double pairings = match.plan.kind == arena::Kind::round_robin
                                    ? entrants * (entrants - 1) / 2
                                    : entrants - 1;
        // Zero means all openings of first moves.
        const double games = match.plan.games > 0 ? match.plan.games : 12;
        shared += pairings * games * match.seconds_a_game;
    }
    return alone + shared / concurrency;
}

}  // namespace kalah::lab
