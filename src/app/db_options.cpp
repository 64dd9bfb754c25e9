#include "app/db_options.hpp"

#include <fmt/core.h>

#include "app/terminal/interrupt.hpp"
#include "app/terminal/progress.hpp"
#include "endgame/reference_value.hpp"
#include "report/text.hpp"

namespace kalah::app {
namespace {

Result<SolveDatabase> opened(const files::DatabaseLocation& place, int most_seeds, double seconds) {
    auto database = files::open_database(place, most_seeds);
    if (!database) return database.error();
    return SolveDatabase{*database, place.directory, seconds};
}

Result<SolveDatabase> built_in(const files::DatabaseLocation& place, int seeds,
                               std::uint64_t memory, int threads) {
    const files::Build build{place, seeds, threads, memory};
    const auto needs = files::plan(build);
    if (!needs) return needs.error();
    fmt::print(stderr, "building a database up to {} in {} ({})\n", report::counted(seeds, "seed"),
               place.directory, bytes_text(needs->disk));
    Progress progress("positions", needs->positions);
    const auto done = files::build_files(build, *needs, progress.watch());
    const double seconds = progress.finish();
    if (!done) return done.error();
    if (!*done) return SolveDatabase{};
    return opened(place, seeds, seconds);
}

Result<SolveDatabase> built_in_memory(const files::DatabaseLocation& place, int seeds,
                                      std::uint64_t memory, int threads) {
    const std::uint64_t needed = EndgameDatabase::memory(place.pits, seeds, threads);
    if (needed > memory)
        return Error{fmt::format("a database up to {} needs {} of memory, but only {} may be used",
                                 report::counted(seeds, "seed"), bytes_text(needed),
                                 bytes_text(memory))};
    const std::uint64_t positions = endgame::database_size(place.pits, seeds);
    fmt::print(stderr, "building a database up to {} in memory ({})\n",
               report::counted(seeds, "seed"), bytes_text(positions));
    Progress progress("positions", positions);
    const auto database =
        EndgameDatabase::build(place.rules, place.pits, seeds, threads, progress.watch());
    const double seconds = progress.finish();
    if (database) return SolveDatabase{*database, "memory", seconds};
    if (database.error().code == "stopped") return SolveDatabase{nullptr, "memory", seconds};
    return database.error();
}

}  // namespace

std::string bytes_text(std::uint64_t bytes) {
    const auto size = static_cast<double>(bytes);
    if (bytes >= 1'000'000'000) return fmt::format("{:.2f} GB", size / 1e9);
    if (bytes >= 1'000'000) return fmt::format("{:.1f} MB", size / 1e6);
    return fmt::format("{:.1f} kB", size / 1e3);
}

void declare_db(Arguments& arguments, DbOptions& options) {
    arguments.field(text_field(
        "db", "DIR", options.directory,
        "directory of databases (default: $XDG_DATA_HOME/kalah or ~/.local/share/kalah)"));
    arguments.field(number_field("pits", options.pits, {1, EndgameDatabase::kMostPits},
                                 "pits per side (default: 6)"));
    declare_common(arguments, options.common);
}

std::string default_db_directory() {
    return files::default_directory();
}

Result<files::DatabaseLocation> chosen_place(const DbOptions& options) {
    const auto preset = chosen_rules(options.common);
    if (!preset) return preset.error();
    if (options.directory && options.directory->empty())
        return Error{"the name of the directory is empty"};
    const std::string directory = options.directory.value_or(default_db_directory());
    if (directory.empty()) return Error{"no directory: name one, or set XDG_DATA_HOME or HOME"};
    return files::DatabaseLocation{directory, preset->rules, static_cast<int>(options.pits)};
}

Result<solve::Plan> chosen_plan(std::uint64_t seeds, const Setting& setting, std::uint64_t memory,
                                int threads) {
    solve::Plan plan = solve::plan_for(setting.rules, setting.start, memory, threads);
    if (seeds == 0) return plan;
    if (!endgame::has_databases(setting.rules))
        return Error{
            "--db-seeds: databases do not support majority stop, because the stores matter"};
    if (setting.start.width > EndgameDatabase::kMostPits)
        return Error{
            fmt::format("--db-seeds: databases have at most {} pits", EndgameDatabase::kMostPits)};
    // No search asks for more seeds than the board has.
    plan.database_seeds = std::min(static_cast<int>(seeds), seeds_in_pits(setting.start));
    return plan;
}

Result<SolveDatabase> database_for(const Setting& setting, const solve::Plan& plan,
                                   const std::optional<std::string>& directory,
                                   std::uint64_t memory, int threads) {
    if (plan.database_seeds < 0) return SolveDatabase{};
    const files::DatabaseLocation place{directory.value_or(default_db_directory()), setting.rules,
                                        setting.start.width};
    const int there = place.directory.empty() ? -1 : files::highest_level(place);
    // No search asks for more seeds than the board has.
    if (there >= plan.database_seeds) {
        auto database = opened(place, seeds_in_pits(setting.start), 0);
        if (database || directory) return database;
        // The user did not ask for the usual directory: a bad database there is no error.
        fmt::print(stderr, "{}; continuing without it\n", database.error().message);
    }
    if (directory) return built_in(place, plan.database_seeds, memory, threads);
    return built_in_memory(place, plan.database_seeds, memory, threads);
}

}  // namespace kalah::app
