// EndgameDatabase: the exact value of every position with few seeds left.
//
//     value = the mover's future seeds minus the opponent's, from here to the end
//
// which does not depend on the stores. A database is built in memory or opened from files. It is
// constant from then on, and all threads share it without locks.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "kalah/board.hpp"
#include "kalah/export.hpp"
#include "kalah/progress.hpp"
#include "kalah/result.hpp"
#include "kalah/rules.hpp"

namespace kalah {

namespace endgame {
class Levels;
}

class KALAH_API EndgameDatabase {
  public:
    static constexpr int kMostPits = 6;
    static constexpr int kMostSeeds = 120;

    /// Computes all positions with at most `max_seeds` seeds in the pits, in memory(...) bytes, on
    /// `threads` threads (1 = the calling thread alone). Six pits, standard rules, one thread:
    /// 12 seeds 0.1 s, 20 seeds some 10 s. Reports positions; the callback runs on the calling
    /// thread. Errors: "no_database" (majority stop, more than kMostPits or kMostSeeds),
    /// "no_memory", "stopped".
    [[nodiscard]] static Result<std::shared_ptr<const EndgameDatabase>> build(
        const Rules& rules, int pits, int max_seeds, int threads,
        const ProgressCallback& progress = no_progress);

    /// Maps the level files of a directory (docs/endgame-format.md), from level 0 up to `max_seeds`
    /// or to the first gap. Each part of a file is checked at its first use. It is an error if
    /// there is no level, or if a file is truncated, foreign or damaged in its header; the message
    /// names the directory or the file. Not in builds without files (KALAH_FILES=OFF).
    [[nodiscard]] static Result<std::shared_ptr<const EndgameDatabase>> open(
        const std::string& directory, const Rules& rules, int pits, int max_seeds = kMostSeeds);

    /// The peak memory of `build`, in bytes.
    [[nodiscard]] static std::uint64_t memory(int pits, int max_seeds, int threads);

    [[nodiscard]] const Rules& rules() const;
    [[nodiscard]] int pits() const;
    [[nodiscard]] int max_seeds() const;
    /// True if the database holds positions with this many seeds in the pits.
    [[nodiscard]] bool covers(int seeds_in_pits) const { return seeds_in_pits <= max_seeds(); }

    /// The value for the mover; the final store difference is this plus the present one. If a side
    /// has no seeds, this is what the sweep gives (sweep `owner`; under other sweeps 0, as the last
    /// mover is not known). Nothing if the position has other pits or more seeds than the database,
    /// or if its part of a file is damaged. Some 100 ns, more when the disk must be read.
    [[nodiscard]] std::optional<int> probe(const Board& board) const;

    /// True if a file was found damaged since the database was opened.
    [[nodiscard]] bool damaged() const;
    /// Checks parts that nobody has used yet, highest levels first, for at most the time `most`, so
    /// that searches need not (15 us for each 64 KiB, more if the disk must be read).
    void check_ahead(std::chrono::milliseconds most) const;

    /// For the library: takes ownership of levels that were built or opened.
    explicit EndgameDatabase(std::unique_ptr<const endgame::Levels> levels);
    ~EndgameDatabase();
    EndgameDatabase(const EndgameDatabase&) = delete;
    EndgameDatabase& operator=(const EndgameDatabase&) = delete;
    /// For the library's searches, which probe inline.
    [[nodiscard]] const endgame::Levels& levels() const { return *levels_; }

  private:
    std::unique_ptr<const endgame::Levels> levels_;
};

}  // namespace kalah
