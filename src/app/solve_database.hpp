// The database that a solver gets: one that is there, or one built for it.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/options.hpp"
#include "kalah/endgame_database.hpp"
#include "kalah/result.hpp"
#include "solve/plan.hpp"

namespace kalah::app {

/// The plan for a game, with at least so many seeds in the database if the user wants them (0: as
/// the game deserves).
[[nodiscard]] Result<solve::Plan> chosen_plan(std::uint64_t seeds, const Setting& setting,
                                              std::uint64_t memory, int threads);

struct SolveDatabase {
    std::shared_ptr<const EndgameDatabase> database;  // null: none, or interrupted
    std::string where;                                // a directory, or "memory"
    double seconds = 0;                               // it took to build
};

/// What a directory holds, if it is enough; else one is built: in the directory, if the user named
/// it, else in memory. Says so on standard error.
[[nodiscard]] Result<SolveDatabase> database_for(const Setting& setting, const solve::Plan& plan,
                                                 const std::optional<std::string>& directory,
                                                 std::uint64_t memory, int threads);

}  // namespace kalah::app
