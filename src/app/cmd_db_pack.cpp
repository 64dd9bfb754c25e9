#include <fmt/core.h>

#include "app/command.hpp"
#include "app/db_options.hpp"
#include "app/interrupt.hpp"
#include "app/progress.hpp"
#include "files/pack.hpp"
#include "system/json.hpp"

namespace kalah::app {
namespace {

struct PackOptions {
    DbOptions db;
    std::optional<std::string> file;
    std::uint64_t seeds = EndgameDatabase::kMostSeeds;
    std::uint64_t effort = 1;
    std::uint64_t threads = 0;
};

struct UnpackOptions {
    std::optional<std::string> file;
    std::optional<std::string> directory;
    bool json = false;
};

int report(const char* command, bool json, const Result<files::Packing>& packing, double seconds) {
    if (!packing) return failed(command, packing.error().message);
    if (!packing->complete) {
        failed(command, "interrupted");
        return interrupted_exit_code();
    }
    const double ratio = static_cast<double>(packing->plain) / static_cast<double>(packing->packed);
    if (json)
        fmt::print("{}\n", Json()
                               .set("rules", to_text(packing->place.rules))
                               .set("pits", packing->place.pits)
                               .set("seeds", packing->levels - 1)
                               .set("bytes", packing->plain)
                               .set("packed", packing->packed)
                               .set("seconds", seconds)
                               .line());
    else
        fmt::print("{} with {} pits up to {} seeds: {} of values, {} packed, {:.2f} to 1\n",
                   to_text(packing->place.rules), packing->place.pits, packing->levels - 1,
                   size_text(packing->plain), size_text(packing->packed), ratio);
    return kOk;
}

int act_pack(const PackOptions& options) {
    const auto place = chosen_place(options.db);
    if (!place) return wrong_usage("db pack", place.error().message);
    const auto seeds = static_cast<int>(options.seeds);
    const int last = std::min(files::highest_level(*place), seeds);
    catch_interrupts();
    Progress progress("bytes", last < 0 ? 0 : endgame::database_size(place->pits, last));
    const auto packing = files::pack(*place, seeds, *options.file, static_cast<int>(options.effort),
                                     chosen_threads(options.threads), progress.watch());
    return report("db pack", options.db.common.json, packing, progress.finish());
}

int act_unpack(const UnpackOptions& options) {
    const std::string directory = options.directory.value_or(default_db_directory());
    if (directory.empty())
        return wrong_usage("db unpack", "no directory: give one, or set XDG_DATA_HOME or HOME");
    catch_interrupts();
    Progress progress("bytes");
    const auto packing = files::unpack(*options.file, directory, progress.watch());
    return report("db unpack", options.json, packing, progress.finish());
}

void declare_pack(Arguments& arguments, PackOptions& options) {
    arguments.positional("file", options.file, "the file to write", Arguments::Need::required);
    arguments.number("--seeds", options.seeds, {0, EndgameDatabase::kMostSeeds},
                     "only levels up to so many (default: all that are there)");
    arguments.number("--effort", options.effort, {1, files::kBestEffort},
                     "zstd's level, 1 (fast, the default) to 19 (small)");
    declare_threads(arguments, options.threads);
    declare_db(arguments, options.db, "--db");
}

void declare_unpack(Arguments& arguments, UnpackOptions& options) {
    arguments.positional("file", options.file, "a file that 'kalah db pack' wrote",
                         Arguments::Need::required);
    arguments.option("--out", "DIR", options.directory,
                     "the directory (default $XDG_DATA_HOME/kalah or ~/.local/share/kalah)");
    arguments.flag("--json", options.json, "print for programs: one JSON object");
}

}  // namespace

void add_db_pack(Program& program) {
    program.add<PackOptions>({"db pack", "pack a database into one small file",
                              "Example:\n"
                              "  kalah db pack standard-20.kalahpack --seeds 20"},
                             declare_pack, act_pack);
}

void add_db_unpack(Program& program) {
    program.add<UnpackOptions>({"db unpack", "unpack a database",
                                "Example:\n"
                                "  kalah db unpack standard-20.kalahpack\n"
                                "Every part is checked; the files are those that were packed, byte "
                                "for byte."},
                               declare_unpack, act_unpack);
}

}  // namespace kalah::app
