#include <fmt/core.h>

#include "app/command.hpp"
#include "app/db_options.hpp"
#include "app/interrupt.hpp"
#include "app/json.hpp"
#include "app/progress.hpp"
#include "endgame/by_rules.hpp"

namespace kalah::app {
namespace {

struct Options {
    DbOptions db;
    std::uint64_t seeds = 0;
    std::uint64_t threads = 0;
    std::optional<std::string> memory;
};

void announce(const endgame::Build& build, const endgame::Needs& needs) {
    const bool in_memory = needs.kept == endgame::LevelWriter::Kept::in_memory;
    fmt::print(stderr, "{} to {} seeds: {} positions, {} of disk, {} of memory{}\n", needs.first,
               build.max_seeds, needs.positions, size_text(needs.disk), size_text(needs.memory),
               in_memory ? "" : " (values paged from files)");
}

void print_result(const Options& options, const endgame::Build& build, const endgame::Needs& needs,
                  double seconds) {
    const double rate = seconds > 0 ? static_cast<double>(needs.positions) / seconds : 0.0;
    if (options.db.common.json) {
        fmt::print("{}\n", Json()
                               .set("directory", build.place.directory)
                               .set("rules", to_text(build.place.rules))
                               .set("pits", build.place.pits)
                               .set("seeds", build.max_seeds)
                               .set("built", needs.positions)
                               .set("seconds", seconds)
                               .set("complete", true)
                               .line());
    } else if (needs.positions == 0) {
        fmt::print("{} has all levels up to {} seeds\n", build.place.directory, build.max_seeds);
    } else {
        fmt::print("{} positions in {:.2f} s, {:.1f} million/s\n", needs.positions, seconds,
                   rate / 1e6);
    }
}

int act(const Options& options) {
    const auto place = chosen_place(options.db);
    if (!place) return wrong_usage("db build", place.error().message);
    if (!endgame::has_databases(place->rules))
        return wrong_usage("db build",
                           "no databases under majority stop: there the stores decide as well");
    const auto memory = chosen_memory(options.memory);
    if (!memory) return wrong_usage("db build", memory.error().message);
    const endgame::Build build{*place, static_cast<int>(options.seeds),
                               chosen_threads(options.threads), *memory};
    const auto needs = endgame::plan(build);
    if (!needs) return failed("db build", needs.error().message);
    if (needs->positions > 0) announce(build, *needs);

    catch_interrupts();
    Progress progress("positions", needs->positions);
    const auto done = endgame::build_files(build, *needs, progress.watch());
    const double seconds = progress.finish();
    if (!done) return failed("db build", done.error().message);
    if (!*done) {
        failed("db build",
               fmt::format("interrupted; complete up to {} seeds, the same command goes "
                           "on from there",
                           endgame::highest_level(*place)));
        return interrupted_exit_code();
    }
    print_result(options, build, *needs, seconds);
    return kOk;
}

void declare(Arguments& arguments, Options& options) {
    arguments.number("--seeds", options.seeds, {1, endgame::kMostSeeds},
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
