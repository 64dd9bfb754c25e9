#include <fmt/core.h>

#include "app/command.hpp"
#include "app/db_options.hpp"
#include "app/interrupt.hpp"
#include "app/progress.hpp"
#include "endgame/verify.hpp"
#include "kalah/notation.hpp"
#include "system/json.hpp"

namespace kalah::app {
namespace {

struct Options {
    DbOptions db;
    std::uint64_t seeds = EndgameDatabase::kMostSeeds;
    std::uint64_t threads = 0;
    bool checksums = false;
};

/// The first level whose values do not fit their checksums, or nothing; -1 if interrupted.
std::optional<int> damaged_level(const files::DatabaseLocation& place, int last, int threads,
                                 const ProgressCallback& watch) {
    endgame::Work work(watch, 0);
    for (int seeds = 0; seeds <= last; ++seeds) {
        const auto level =
            files::LevelFile::open(place.path(seeds), {place.rules, place.pits, seeds});
        if (!level) return seeds;
        const bool fit = files::all_parts_fit(**level, threads, work);
        if (work.stopped()) return -1;
        if (!fit) return seeds;
    }
    return std::nullopt;
}

void print_json(const Options& options, const EndgameDatabase& database, std::uint64_t positions,
                double seconds, bool complete) {
    fmt::print("{}\n", Json()
                           .set("rules", to_text(database.rules()))
                           .set("pits", database.pits())
                           .set("seeds", database.max_seeds())
                           .set("verified", positions)
                           .set("by", options.checksums ? "checksums" : "rules")
                           .set("seconds", seconds)
                           .set("complete", complete)
                           .line());
}

int stopped(const Options& options, const EndgameDatabase& database, std::uint64_t positions,
            double seconds) {
    if (options.db.common.json) print_json(options, database, positions, seconds, false);
    failed("db verify", fmt::format("interrupted after {} positions, all right so far", positions));
    return interrupted_exit_code();
}

int report(const Options& options, const EndgameDatabase& database, std::uint64_t positions,
           double seconds) {
    if (options.db.common.json)
        print_json(options, database, positions, seconds, true);
    else
        fmt::print("{} positions up to {} seeds: {}\n{:.2f} s\n", positions, database.max_seeds(),
                   options.checksums ? "the checksums fit" : "every value is right", seconds);
    return kOk;
}

int act(const Options& options) {
    const auto place = chosen_place(options.db);
    if (!place) return wrong_usage("db verify", place.error().message);
    const auto database = files::open_database(*place, static_cast<int>(options.seeds));
    if (!database) return failed("db verify", database.error().message);
    const int last = (*database)->max_seeds();
    const int threads = chosen_threads(options.threads);
    const std::uint64_t size = endgame::database_size(place->pits, last);
    catch_interrupts();

    Progress checks("bytes", size);
    const auto damaged = damaged_level(*place, last, threads, checks.watch());
    const double seconds = checks.finish();
    if (damaged && *damaged < 0) return stopped(options, **database, 0, seconds);
    if (damaged) return failed("db verify", place->path(*damaged) + ": damaged");
    if (options.checksums) return report(options, **database, size, seconds);

    Progress progress("positions", size);
    const auto verified = endgame::verify(**database, 0, last, threads, progress.watch());
    const double more = progress.finish();
    if (verified.wrong)
        return failed("db verify", fmt::format("{} is kept as {}, but its moves make it {}",
                                               to_text(verified.wrong->board), verified.wrong->kept,
                                               verified.wrong->computed));
    if (!verified.complete) return stopped(options, **database, verified.positions, seconds + more);
    return report(options, **database, verified.positions, seconds + more);
}

void declare(Arguments& arguments, Options& options) {
    arguments.number("--seeds", options.seeds, {0, EndgameDatabase::kMostSeeds},
                     "only levels up to so many (default: all that are there)");
    arguments.flag("--checksums", options.checksums, "only compare the files with their checksums");
    declare_threads(arguments, options.threads);
    declare_db(arguments, options.db, "--db");
}

}  // namespace

void add_db_verify(Program& program) {
    program.add<Options>(
        {"db verify", "compute every value of a database again, by the plain rules",
         "Example:\n"
         "  kalah db verify --seeds 16\n"
         "First the files are compared with their checksums, then every value with those that\n"
         "its moves lead to, played by the reference rules: another way than the builder's."},
        declare, act);
}

}  // namespace kalah::app
