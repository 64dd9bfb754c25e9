// One function for each file of an experiment. Only the registry needs them.
#pragma once

#include "lab/experiment.hpp"

namespace kalah::lab {

[[nodiscard]] Experiment utility_cost();
[[nodiscard]] Experiment depths();
[[nodiscard]] Experiment five_part_time();
[[nodiscard]] Experiment five_part_strength();
[[nodiscard]] Experiment again_time();
[[nodiscard]] Experiment again_turns();
[[nodiscard]] Experiment thesis();
[[nodiscard]] Experiment improvements();
[[nodiscard]] Experiment exactness();

}  // namespace kalah::lab
