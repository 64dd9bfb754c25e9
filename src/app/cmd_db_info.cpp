#include <fmt/core.h>

#include "app/command.hpp"
#include "app/db_options.hpp"
#include "system/json.hpp"

namespace kalah::app {
namespace {

struct Options {
    DbOptions db;
};

int act(const Options& options) {
    const auto place = chosen_place(options.db);
    if (!place) return wrong_usage("db info", place.error().message);
    const auto database = files::open_database(*place);
    if (!database) return failed("db info", database.error().message);
    const int last = (*database)->max_seeds();

    Json levels = Json::array();
    std::uint64_t bytes = 0;
    if (!options.db.common.json) fmt::print("seeds     positions  checksum\n");
    for (int seeds = 0; seeds <= last; ++seeds) {
        const auto level =
            files::LevelFile::open(place->path(seeds), {place->rules, place->pits, seeds});
        if (!level) return failed("db info", level.error().message);
        const auto& header = (*level)->header();
        const std::uint64_t positions = endgame::level_size(place->pits, seeds);
        const std::string checksum = fmt::format("{:016x}", header.checksum());
        bytes += header.file_size();
        if (options.db.common.json)
            levels.push(
                Json().set("seeds", seeds).set("positions", positions).set("checksum", checksum));
        else
            fmt::print("{:>5}  {:>12}  {}\n", seeds, positions, checksum);
    }
    const std::uint64_t positions = endgame::database_size(place->pits, last);
    if (options.db.common.json)
        fmt::print("{}\n", Json()
                               .set("directory", place->directory)
                               .set("rules", to_text(place->rules))
                               .set("pits", place->pits)
                               .set("seeds", last)
                               .set("positions", positions)
                               .set("bytes", bytes)
                               .set("levels", levels)
                               .line());
    else
        fmt::print("{} with {} pits, up to {} seeds: {} positions, {}\n", to_text(place->rules),
                   place->pits, last, positions, size_text(bytes));
    return kOk;
}

void declare(Arguments& arguments, Options& options) {
    declare_db(arguments, options.db, "--db");
}

}  // namespace

void add_db_info(Program& program) {
    program.add<Options>(
        {"db info", "list the levels of a database",
         "Example:\n"
         "  kalah db info --rules empty-capture\n"
         "Equal checksums mean equal values. Only headers are read; 'kalah db verify --checksums'\n"
         "reads the values too."},
        declare, act);
}

}  // namespace kalah::app
