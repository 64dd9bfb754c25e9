// Databases of commands: chooses the one that the db commands work on, and opens or builds the one
// that a solver gets.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "app/options.hpp"
#include "files/database_files.hpp"
#include "kalah/endgame_database.hpp"
#include "kalah/result.hpp"
#include "solve/plan.hpp"

namespace kalah::app {

struct DbOptions {
    CommonOptions common;
    std::optional<std::string> directory;
    std::uint64_t pits = 6;
};
void declare_db(Arguments& arguments, DbOptions& options);

/// $XDG_DATA_HOME/kalah, else ~/.local/share/kalah; empty if neither is known.
[[nodiscard]] std::string default_db_directory();

[[nodiscard]] Result<files::DatabaseLocation> chosen_place(const DbOptions& options);

/// The solver's plan for a game, with at least `seeds` seeds in the database (0: chosen
/// automatically).
[[nodiscard]] Result<solve::Plan> chosen_plan(std::uint64_t seeds, const Setting& setting,
                                              std::uint64_t memory, int threads);

struct SolveDatabase {
    std::shared_ptr<const EndgameDatabase> database;  // null: none, or interrupted
    std::string where;                                // a directory, or "memory"
    double seconds = 0;                               // spent on building it
};

/// Opens the database of a directory, if it is large enough; otherwise builds one, in the directory
/// if the user named it, else in memory, and says so on standard error.
[[nodiscard]] Result<SolveDatabase> database_for(const Setting& setting, const solve::Plan& plan,
                                                 const std::optional<std::string>& directory,
                                                 std::uint64_t memory, int threads);

/// "1.25 GB"
[[nodiscard]] std::string bytes_text(std::uint64_t bytes);

// In cmd_db_check.cpp; the others are in cmd_db.cpp.
void add_db_info(Program& program);
void add_db_probe(Program& program);
void add_db_verify(Program& program);

}  // namespace kalah::app
