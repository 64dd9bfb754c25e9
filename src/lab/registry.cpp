#include "lab/registry.hpp"

#include <algorithm>
#include <array>

#include "players/spec.hpp"

namespace kalah::lab {

std::span<const Experiment> experiments() {
    static const std::array<Experiment, 12> kAll{
        utility_cost(),       depths(),       five_part_values(), five_part_time(),
        five_part_strength(), again_time(),   again_turns(),      multilap(),
        exactness(),          improvements(), pruning(),          thesis()};
    return kAll;
}

std::string source_text(const Experiment& experiment) {
    return std::string(experiment.publication.name) + ", " + std::string(experiment.place);
}

arena::Plan plan_of(const Design& design, arena::Kind kind, const char* rules, const char* openings,
                    int games) {
    arena::Plan plan;
    plan.kind = kind;
    plan.boards = {"6x6"};
    plan.rules = rules;
    plan.openings = openings;
    plan.games = games;
    plan.seed = design.seed;
    return plan;
}

bool depends_on_speed(const Workload& work) {
    const auto limited = [](const arena::Entrant& entrant) {
        const auto spec = players::parse_player(entrant.spec);
        return spec && spec->settings.limits.time;
    };
    return std::any_of(work.tasks.begin(), work.tasks.end(),
                       [](const Task& task) { return task.timed; }) ||
           std::any_of(work.matches.begin(), work.matches.end(), [&](const Match& match) {
               return std::any_of(match.plan.entrants.begin(), match.plan.entrants.end(), limited);
           });
}

double estimated_seconds(const Workload& work, int cores) {
    double alone = 0;
    double shared = 0;
    for (const Task& task : work.tasks) (task.timed ? alone : shared) += task.seconds;
    for (const Match& match : work.matches) {
        const auto entrants = static_cast<double>(match.plan.entrants.size());
        const double pairings = match.plan.kind == arena::Kind::round_robin
                                    ? entrants * (entrants - 1) / 2
                                    : entrants - 1;
        shared += pairings * match.plan.games * match.seconds_a_game;
    }
    return alone + shared / cores;
}

}  // namespace kalah::lab
