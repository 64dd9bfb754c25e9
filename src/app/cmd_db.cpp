#include <filesystem>

#include <fmt/core.h>

#include "app/command.hpp"
#include "app/db_options.hpp"
#include "app/terminal/interrupt.hpp"
#include "app/terminal/progress.hpp"
#include "endgame/reference_value.hpp"
#include "files/pack.hpp"
#include "report/text.hpp"
#include "system/json.hpp"

namespace kalah::app {
namespace {

struct BuildOptions {
    DbOptions db;
    std::uint64_t seeds = 0;
    int threads = processor_cores();
    std::optional<std::uint64_t> memory;
};

void announce(const files::Build& build, const files::BuildEstimate& needs) {
    const bool in_memory = needs.kept == files::LevelWriter::Kept::in_memory;
    fmt::print(stderr, "{} to {}: {}, {} of disk, {} of memory{}\n", needs.first,
               report::counted(build.max_seeds, "seed"),
               report::counted(needs.positions, "position"), bytes_text(needs.disk),
               bytes_text(needs.memory), in_memory ? "" : " (values paged from files)");
}

/// Prints what was built: everything or, after an interruption, the complete levels.
void print_build_json(const files::Build& build, int seeds, std::uint64_t built, double seconds) {
    print_json(Json()
                   .set("directory", build.place.directory)
                   .set("rules", to_text(build.place.rules))
                   .set("pits", build.place.pits)
                   .set("seeds", seeds)
                   .set("built", built)
                   .set("seconds", seconds)
                   .set("complete", seeds >= build.max_seeds));
}

void print_build_text(const files::Build& build, std::uint64_t built, double seconds) {
    const double rate = seconds > 0 ? static_cast<double>(built) / seconds : 0.0;
    if (built == 0)
        fmt::print("{} has all levels up to {}\n", build.place.directory,
                   report::counted(build.max_seeds, "seed"));
    else
        fmt::print("{} in {:.2f} s, {:.1f} million/s\n", report::counted(built, "position"),
                   seconds, rate / 1e6);
}

/// Reports an interrupted build: complete levels are on disk, the rest was not kept.
void build_stopped(const BuildOptions& options, const files::Build& build, int first,
                   double seconds) {
    const int seeds = files::highest_level(build.place);
    const int pits = build.place.pits;
    const auto up_to = [pits](int n) { return n < 0 ? 0 : endgame::database_size(pits, n); };
    if (options.db.common.json)
        print_build_json(build, seeds, up_to(seeds) - up_to(first - 1), seconds);
    throw failure(
        fmt::format("interrupted; complete up to {} seed{}, run the same command to continue",
                    seeds, seeds == 1 ? "" : "s"));
}

void act_build(const BuildOptions& options) {
    const auto place = or_usage_error(chosen_place(options.db));
    if (!endgame::has_databases(place.rules))
        throw usage_error("majority stop: databases do not support it, because the stores matter");
    const std::uint64_t memory = options.memory.value_or(available_memory());
    const files::Build build{place, static_cast<int>(options.seeds), options.threads, memory};
    const auto needs = or_failure(files::plan(build));
    if (needs.positions > 0) announce(build, needs);

    stop_on_signals();
    Progress progress("positions", needs.positions);
    const auto done = files::build_files(build, needs, progress.watch());
    const double seconds = progress.finish();
    if (!done) throw failure(done.error().message);
    if (!*done) return build_stopped(options, build, needs.first, seconds);
    if (options.db.common.json)
        print_build_json(build, build.max_seeds, needs.positions, seconds);
    else
        print_build_text(build, needs.positions, seconds);
}

void declare_build(Arguments& arguments, BuildOptions& options) {
    arguments.field(required(number_field("seeds", options.seeds, {1, EndgameDatabase::kMostSeeds},
                                          "maximum number of seeds in the pits")));
    declare_threads(arguments, options.threads);
    declare_memory(arguments, options.memory);
    declare_db(arguments, options.db);
}

struct PackOptions {
    DbOptions db;
    std::optional<std::string> file;
    std::uint64_t seeds = EndgameDatabase::kMostSeeds;
    std::uint64_t effort = 1;
    bool replace = false;
    int threads = processor_cores();
};

struct UnpackOptions {
    std::optional<std::string> file;
    std::optional<std::string> directory;
    bool json = false;
};

void report_packing(bool json, const files::Packing& packing, double seconds) {
    if (!packing.complete) throw failure("interrupted");
    const double ratio = static_cast<double>(packing.plain) / static_cast<double>(packing.packed);
    if (json)
        print_json(Json()
                       .set("rules", to_text(packing.place.rules))
                       .set("pits", packing.place.pits)
                       .set("seeds", packing.levels - 1)
                       .set("bytes", packing.plain)
                       .set("packed", packing.packed)
                       .set("seconds", seconds));
    else
        fmt::print("{} with {} up to {}: {} of values, {} packed, {:.2f} to 1\n",
                   to_text(packing.place.rules), report::counted(packing.place.pits, "pit"),
                   report::counted(packing.levels - 1, "seed"), bytes_text(packing.plain),
                   bytes_text(packing.packed), ratio);
}

void act_pack(const PackOptions& options) {
    const auto place = or_usage_error(chosen_place(options.db));
    std::error_code none;
    if (!options.replace && std::filesystem::exists(*options.file, none))
        throw failure(printable(*options.file) +
                      ": is already there: name another file, or give --replace");
    const auto seeds = static_cast<int>(options.seeds);
    const int last = std::min(files::highest_level(place), seeds);
    stop_on_signals();
    Progress progress("bytes", last < 0 ? 0 : endgame::database_size(place.pits, last));
    const auto packing =
        or_failure(files::pack(place, seeds, *options.file, static_cast<int>(options.effort),
                               options.threads, progress.watch()));
    report_packing(options.db.common.json, packing, progress.finish());
}

void act_unpack(const UnpackOptions& options) {
    const std::string directory = options.directory.value_or(default_db_directory());
    if (directory.empty())
        throw usage_error("no directory: name one, or set XDG_DATA_HOME or HOME");
    stop_on_signals();
    Progress progress("bytes");
    const auto packing = or_failure(files::unpack(*options.file, directory, progress.watch()));
    report_packing(options.json, packing, progress.finish());
}

void declare_pack(Arguments& arguments, PackOptions& options) {
    arguments.positional("file", options.file, "file to write", Arguments::Need::required);
    arguments.field(number_field("seeds", options.seeds, {0, EndgameDatabase::kMostSeeds},
                                 "only levels up to this many seeds (default: all)"));
    arguments.field(flag_field("replace", options.replace, "replace the file that is there"));
    arguments.field(number_field("effort", options.effort, {1, files::kBestEffort},
                                 "zstd level, from 1 (fast, default) to 19 (small)"));
    declare_threads(arguments, options.threads);
    declare_db(arguments, options.db);
}

void declare_unpack(Arguments& arguments, UnpackOptions& options) {
    arguments.positional("file", options.file, "file written by 'kalah db pack'",
                         Arguments::Need::required);
    arguments.field(text_field(
        "db", "DIR", options.directory,
        "directory of databases (default: $XDG_DATA_HOME/kalah or ~/.local/share/kalah)"));
    declare_json(arguments, options.json);
}

}  // namespace

void add_db_commands(Program& program) {
    program.add_family("db", "build, verify and query databases of positions with few seeds");
    program.add<BuildOptions>(
        {"db build", "compute the exact value of every position with few seeds",
         "Example:\n"
         "  kalah db build --seeds 20 --rules empty-capture\n"
         "One byte per position: 20 seeds on 6 pits take 226 MB, 24 take 1.25 GB. Each level is\n"
         "written completely or not at all; run an interrupted build again to continue it. With\n"
         "less memory than positions, values are paged from the files. Players, 'kalah analyze'\n"
         "and 'kalah solve' find databases in the default directory by themselves."},
        declare_build, act_build);
    add_db_verify(program);
    add_db_info(program);
    add_db_probe(program);
    program.add<PackOptions>(
        {"db pack", "pack a database into one small file",
         "Example:\n"
         "  kalah db pack standard-20.kalahpack --seeds 20\n"
         "The file holds the database of one rule set and one board width, and\n"
         "says which; 'kalah db unpack' restores it."},
        declare_pack, act_pack);
    program.add<UnpackOptions>({"db unpack", "unpack a database",
                                "Example:\n"
                                "  kalah db unpack standard-20.kalahpack\n"
                                "Checksums are verified; the files are restored byte for byte."},
                               declare_unpack, act_unpack);
}

}  // namespace kalah::app
