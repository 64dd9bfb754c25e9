// The arguments of matches and tournaments: who plays, on which boards, from which openings, under
// which terms. They become a Plan, which a file may have begun.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/options.hpp"
#include "arena/plan.hpp"

namespace kalah::app {

struct ArenaOptions {
    CommonOptions common;
    arena::Plan scratch = {};  // checks each option as it is read
    std::vector<std::pair<std::string, std::string>> given = {};  // keys of plan_fields() and texts
    std::uint64_t concurrency = 0;
    std::optional<std::string> store = {};
};
/// Declares the options of plans, without those whose keys are in `left_out`.
void declare_arena(Arguments& arguments, ArenaOptions& options,
                   const std::vector<std::string>& left_out);

/// The plan that options make of another one: what was given replaces what was there. Reads the
/// file of openings.
[[nodiscard]] Result<arena::Plan> planned(const ArenaOptions& options, arena::Plan plan);

/// "SPEC" or "NAME=SPEC"; without a name the specification is the name.
[[nodiscard]] arena::Entrant parse_entrant(const std::string& text);
/// Entrants without names of their own, whose specifications stand already in the list, get a
/// number behind them.
void name_apart(std::vector<arena::Entrant>& entrants);

}  // namespace kalah::app
