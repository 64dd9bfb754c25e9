// The arguments of matches and tournaments: who plays, on which boards, from which openings, under
// which terms. They become a Plan, which a file may have begun.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/options.hpp"
#include "arena/plan.hpp"

namespace kalah::app {

struct ArenaOptions {
    CommonOptions common;
    std::optional<std::string> board = {};
    std::optional<std::string> openings = {};
    std::uint64_t games = 0;
    std::optional<std::string> seed = {};
    std::optional<std::string> time = {};
    std::optional<std::string> margin = {};
    std::optional<std::string> start_time = {};
    std::optional<std::string> cpu_time = {};
    std::optional<std::string> memory = {};
    bool sandbox = false;
    std::optional<std::string> max_faults = {};
    std::uint64_t concurrency = 0;
    std::optional<std::string> store = {};
};
void declare_arena(Arguments& arguments, ArenaOptions& options);

/// The plan that options make of another one: what was given replaces what was there. Reads the
/// file of openings.
[[nodiscard]] Result<arena::Plan> planned(const ArenaOptions& options, arena::Plan plan);

/// "SPEC" or "NAME=SPEC"; without a name the specification is the name.
[[nodiscard]] arena::Entrant parse_entrant(const std::string& text);
/// Entrants without names of their own, whose specifications stand already in the list, get a
/// number behind them.
void name_apart(std::vector<arena::Entrant>& entrants);

/// "elo0=0,elo1=10", perhaps with alpha and beta.
[[nodiscard]] Result<arena::SprtOptions> parse_sprt(const std::string& text);

}  // namespace kalah::app
