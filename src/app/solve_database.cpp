#include "app/solve_database.hpp"

#include <fmt/core.h>

#include "app/db_options.hpp"
#include "app/interrupt.hpp"
#include "app/progress.hpp"

namespace kalah::app {
namespace {

Result<SolveDatabase> opened(const endgame::Place& place, int most_seeds, double seconds) {
    auto database = endgame::open_database(place, most_seeds);
    if (!database) return database.error();
    return SolveDatabase{*database, place.directory, seconds};
}

Result<SolveDatabase> built_in(const endgame::Place& place, int seeds, std::uint64_t memory,
                               int threads) {
    const endgame::Build build{place, seeds, threads, memory};
    const auto needs = endgame::plan(build);
    if (!needs) return needs.error();
    fmt::print(stderr, "building a database up to {} seeds in {} ({})\n", seeds, place.directory,
               size_text(needs->disk));
    Progress progress("positions", needs->positions);
    const auto done = endgame::build_files(build, *needs, progress.watch());
    const double seconds = progress.finish();
    if (!done) return done.error();
    if (!*done) return SolveDatabase{};
    return opened(place, seeds, seconds);
}

Result<SolveDatabase> built_in_memory(const endgame::Place& place, int seeds, int threads) {
    const std::uint64_t positions = endgame::database_size(place.pits, seeds);
    fmt::print(stderr, "building a database up to {} seeds in memory ({})\n", seeds,
               size_text(positions));
    Progress progress("positions", positions);
    auto database = endgame::build(place.rules, place.pits, seeds, threads, progress.watch());
    return SolveDatabase{std::move(database), "memory", progress.finish()};
}

}  // namespace

Result<SolveDatabase> database_for(const Setting& setting, const solve::Plan& plan,
                                   const std::optional<std::string>& directory,
                                   std::uint64_t memory, int threads) {
    if (plan.database_seeds < 0) return SolveDatabase{};
    const endgame::Place place{directory.value_or(default_db_directory()), setting.rules,
                               setting.start.width};
    const int there = place.directory.empty() ? -1 : endgame::highest_level(place);
    // More than the board has would never be asked for.
    if (there >= plan.database_seeds) return opened(place, seeds_in_pits(setting.start), 0);
    if (directory) return built_in(place, plan.database_seeds, memory, threads);
    return built_in_memory(place, plan.database_seeds, threads);
}

}  // namespace kalah::app
