#include "files/database_files.hpp"

#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "endgame/reference_builder.hpp"
#include "endgame/reference_value.hpp"
#include "files/open_file.hpp"

namespace kalah::files {
namespace {

/// In MB with one decimal.
std::string megabytes(std::uint64_t bytes) {
    const std::uint64_t tenths = (bytes + 99'999) / 100'000;
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " MB";
}

/// A level from an earlier build, every part of it checked unless the work is stopped.
Result<std::shared_ptr<const LevelFile>> checked_level(const DatabaseLocation& place, int seeds,
                                                       int threads, Work& work) {
    auto level = LevelFile::open(place.path(seeds), {place.rules, place.pits, seeds});
    if (!level) return level;
    if (!all_parts_fit(**level, threads, work))
        return Error{place.path(seeds) + ": damaged; remove it to build it again"};
    return level;
}

}  // namespace

bool all_parts_fit(const LevelFile& level, int threads, Work& work) {
    std::atomic<bool> damaged{false};
    const auto parts = parts_of(level.header().name().pits, level.header().name().seeds);
    endgame::run_parallel(threads, parts.size(), work, [&](std::size_t part, int) {
        if (!level.check_part(part)) damaged = true;
        work.add(parts[part].size);
    });
    return !damaged;
}

std::string default_directory() {
    const char* data = std::getenv("XDG_DATA_HOME");
    if (data != nullptr && *data != '\0') return std::string(data) + "/kalah";
    const char* home = std::getenv("HOME");
    if (home != nullptr && *home != '\0') return std::string(home) + "/.local/share/kalah";
    return "";
}

int highest_level(const DatabaseLocation& place) {
    int seeds = 0;
    while (seeds <= kMostSeeds && ::access(place.path(seeds).c_str(), F_OK) == 0) ++seeds;
    return seeds - 1;
}

bool has_levels(const std::string& directory) {
    const std::string ending = std::filesystem::path(file_name({})).extension();
    std::error_code code;
    for (std::filesystem::directory_iterator entry(directory, code), end; !code && entry != end;
         entry.increment(code))
        if (entry->path().extension() == ending) return true;
    return false;
}

Result<BuildEstimate> plan(const Build& build) {
    const DatabaseLocation& place = build.place;
    if (!endgame::has_databases(place.rules))
        return Error{"no databases under majority stop: there the stores decide as well"};
    BuildEstimate needs;
    needs.first = highest_level(place) + 1;
    for (int seeds = needs.first; seeds <= build.max_seeds; ++seeds) {
        needs.positions += level_size(place.pits, seeds);
        needs.disk += file_size(place.pits, seeds);
    }
    if (needs.positions == 0) return needs;

    needs.memory = endgame::Builder::memory(place.pits, build.max_seeds, build.threads);
    if (needs.memory + needs.positions <= build.memory)
        needs.memory += needs.positions;
    else
        needs.kept = LevelWriter::Kept::in_file;
    if (needs.memory > build.memory)
        return Error{"needs at least " + megabytes(needs.memory) + " of memory, " +
                     megabytes(build.memory) + " may be used; fewer threads need less"};

    std::error_code code;
    std::filesystem::create_directories(place.directory, code);
    if (code) return Error{place.directory + ": " + code.message()};
    struct statvfs disk {};
    if (::statvfs(place.directory.c_str(), &disk) != 0) return Error{reason(place.directory)};
    const std::uint64_t free = std::uint64_t{disk.f_bavail} * disk.f_frsize;
    if (needs.disk > free)
        return Error{"needs " + megabytes(needs.disk) + " of disk, " + megabytes(free) +
                     " are free in " + place.directory};
    return needs;
}

Result<bool> build_files(const Build& build, const BuildEstimate& needs,
                         const ProgressCallback& watch) {
    const DatabaseLocation& place = build.place;
    if (needs.positions == 0) {
        const auto there = open_database(place, build.max_seeds);
        if (!there) return Error{there.error().message + "; remove it to build it again"};
        return true;
    }
    const DirectoryLock lock(place.directory);
    if (!lock.held()) return Error{place.directory + ": another build is under way there"};

    endgame::AnyBuilder builder(place.rules, place.pits, build.max_seeds, build.threads);
    std::vector<std::shared_ptr<const void>> levels;  // kept for the levels above
    const ProgressCallback until_built = [&](std::uint64_t) { return watch(0); };
    Work checks(until_built, 0);
    for (int seeds = 0; seeds < needs.first; ++seeds) {
        const auto level = checked_level(place, seeds, build.threads, checks);
        if (!level) return level.error();
        if (checks.stopped()) return false;
        // The builder writes only to the level it builds.
        builder.set_level(seeds, const_cast<Value*>((*level)->values()));
        levels.push_back(*level);
    }
    Work work(watch, 0);
    for (int seeds = needs.first; seeds <= build.max_seeds; ++seeds) {
        const auto level =
            LevelWriter::create(place.directory, {place.rules, place.pits, seeds}, needs.kept);
        if (!level) return level.error();
        builder.set_level(seeds, (*level)->values());
        builder.build_level(seeds, work);
        if (work.stopped()) return false;
        if (const auto error = (*level)->finish(this_writer())) return Error{*error};
        levels.push_back(*level);
    }
    return true;
}

}  // namespace kalah::files

namespace kalah {

Result<std::shared_ptr<const EndgameDatabase>> EndgameDatabase::open(const std::string& directory,
                                                                     const Rules& rules, int pits,
                                                                     int max_seeds) {
    const files::DatabaseLocation place{directory, rules, pits};
    const int highest = std::min(files::highest_level(place), max_seeds);
    if (highest < 0)
        return Error{directory + ": no database for " + to_text(rules) + " with " +
                     std::to_string(pits) + " pits"};
    std::vector<std::shared_ptr<const endgame::LevelSource>> levels;
    for (int seeds = 0; seeds <= highest; ++seeds) {
        const auto level = files::LevelFile::open(place.path(seeds), {rules, pits, seeds});
        if (!level) return level.error();
        levels.push_back(*level);
    }
    return std::make_shared<const EndgameDatabase>(
        std::make_unique<const endgame::Levels>(rules, pits, std::move(levels), files::kPartBits));
}

}  // namespace kalah
