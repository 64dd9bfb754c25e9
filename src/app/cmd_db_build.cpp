#include <fmt/core.h>

#include "app/command.hpp"
#include "app/db_options.hpp"
#include "app/interrupt.hpp"
#include "app/progress.hpp"
#include "endgame/reference_value.hpp"
#include "system/json.hpp"

namespace kalah::app {
namespace {

struct Options {
    DbOptions db;
    std::uint64_t seeds = 0;
    std::uint64_t threads = 0;
    std::optional<std::string> memory;
};

void announce(const files::Build& build, const files::BuildEstimate& needs) {
    const bool in_memory = needs.kept == files::LevelWriter::Kept::in_memory;
    fmt::print(stderr, "{} to {} seeds: {} positions, {} of disk, {} of memory{}\n", needs.first,
               build.max_seeds, needs.positions, size_text(needs.disk), size_text(needs.memory),
               in_memory ? "" : " (values paged from files)");
}

/// What was built, all of it or, interrupted, the levels that are complete.
void print_json(const files::Build& build, int seeds, std::uint64_t built, double seconds) {
    fmt::print("{}\n", Json()
                           .set("directory", build.place.directory)
                           .set("rules", to_text(build.place.rules))
                           .set("pits", build.place.pits)
                           .set("seeds", seeds)
                           .set("built", built)
                           .set("seconds", seconds)
                           .set("complete", seeds >= build.max_seeds)
                           .line());
}

void print_text(const files::Build& build, std::uint64_t built, double seconds) {
    const double rate = seconds > 0 ? static_cast<double>(built) / seconds : 0.0;
    if (built == 0)
        fmt::print("{} has all levels up to {} seeds\n", build.place.directory, build.max_seeds);
    else
        fmt::print("{} positions in {:.2f} s, {:.1f} million/s\n", built, seconds, rate / 1e6);
}

/// The levels that are complete are there, the rest was not kept.
int stopped(const Options& options, const files::Build& build, int first, double seconds) {
    const int seeds = files::highest_level(build.place);
    const int pits = build.place.pits;
    const auto up_to = [pits](int n) { return n < 0 ? 0 : endgame::database_size(pits, n); };
    if (options.db.common.json) print_json(build, seeds, up_to(seeds) - up_to(first - 1), seconds);
    failed("db build", fmt::format("interrupted; complete up to {} seeds, the same command goes "
                                   "on from there",
                                   seeds));
    return interrupted_exit_code();
}

int act(const Options& options) {
    const auto place = chosen_place(options.db);
    if (!place) return wrong_usage("db build", place.error().message);
    if (!endgame::has_databases(place->rules))
        return wrong_usage("db build",
                           "no databases under majority stop: there the stores decide as well");
    const auto memory = chosen_memory(options.memory);
    if (!memory) return wrong_usage("db build", memory.error().message);
    const files::Build build{*place, static_cast<int>(options.seeds),
                             chosen_threads(options.threads), *memory};
    const auto needs = files::plan(build);
    if (!needs) return failed("db build", needs.error().message);
    if (needs->positions > 0) announce(build, *needs);

    catch_interrupts();
    Progress progress("positions", needs->positions);
    const auto done = files::build_files(build, *needs, progress.watch());
    const double seconds = progress.finish();
    if (!done) return failed("db build", done.error().message);
    if (!*done) return stopped(options, build, needs->first, seconds);
    if (options.db.common.json)
        print_json(build, build.max_seeds, needs->positions, seconds);
    else
        print_text(build, needs->positions, seconds);
    return kOk;
}

void declare(Arguments& arguments, Options& options) {
    arguments.number("--seeds", options.seeds, {1, EndgameDatabase::kMostSeeds},
                     "all positions with at most so many seeds in the pits",
                     Arguments::Need::required);
    declare_threads(arguments, options.threads);
    declare_memory(arguments, options.memory);
    declare_db(arguments, options.db, "--out");
}

}  // namespace

void add_db_build(Program& program) {
    program.add<Options>(
        {"db build", "compute the exact value of every position with few seeds",
         "Example:\n"
         "  kalah db build --seeds 20 --rules empty-capture\n"
         "A byte a position: 20 seeds on 6 pits take 226 MB, 24 take 1.25 GB. Level by level, "
         "each\n"
         "written completely or not at all; started again, a build goes on where it ended. With\n"
         "less memory than positions the values are paged from the files."},
        declare, act);
}

}  // namespace kalah::app
