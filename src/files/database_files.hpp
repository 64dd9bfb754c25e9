// Directories of level files: opening them as a database, and building what is missing of one. A
// build that was killed goes on with the first level that is not complete; only one can run in a
// directory at a time.
#pragma once

#include <memory>
#include <string>

#include "endgame/parallel.hpp"
#include "files/level_file.hpp"
#include "kalah/endgame_database.hpp"
#include "kalah/progress.hpp"
#include "kalah/result.hpp"

namespace kalah::files {

/// A set of levels on disk.
struct DatabaseLocation {
    std::string directory;
    Rules rules;
    int pits = 6;

    [[nodiscard]] std::string path(int seeds) const {
        return directory + "/" + file_name({rules, pits, seeds});
    }
};

/// $XDG_DATA_HOME/kalah, else ~/.local/share/kalah, where databases are if nobody says otherwise;
/// empty if neither is known.
[[nodiscard]] std::string default_directory();

/// The highest level such that none below is missing; -1 if there is no level 0.
[[nodiscard]] int highest_level(const DatabaseLocation& place);

/// Whether there is a level of any database.
[[nodiscard]] bool has_levels(const std::string& directory);

[[nodiscard]] inline Result<std::shared_ptr<const EndgameDatabase>> open_database(
    const DatabaseLocation& place, int max_seeds = kMostSeeds) {
    return EndgameDatabase::open(place.directory, place.rules, place.pits, max_seeds);
}

/// Compares the values of a level with their checksums, all of them unless the work is stopped;
/// reports values.
[[nodiscard]] bool all_parts_fit(const LevelFile& level, int threads, Work& work);

struct Build {
    DatabaseLocation place;
    int max_seeds = 0;
    int threads = 1;
    std::uint64_t memory = 0;  // that may be used, in bytes
};

/// What a build will take, before anything is done.
struct BuildEstimate {
    int first = 0;                // level to be built
    std::uint64_t positions = 0;  // to be computed
    std::uint64_t disk = 0;
    std::uint64_t memory = 0;
    LevelWriter::Kept kept = LevelWriter::Kept::in_memory;
};
/// The error says what is missing: memory, disk, or databases for these rules. Makes the directory.
[[nodiscard]] Result<BuildEstimate> plan(const Build& build);

/// Builds the levels that are missing; reports positions. The value is false if the watch stopped
/// it: complete levels stay.
[[nodiscard]] Result<bool> build_files(const Build& build, const BuildEstimate& needs,
                                       const ProgressCallback& watch = no_progress);

}  // namespace kalah::files
