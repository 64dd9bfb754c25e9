// Makes a data set: plays games, chooses positions of them and labels those, on several threads.
// The same source, selection and labels give the same data set, whatever the number of threads.
// Writes no files: sheet.hpp does.
#pragma once

#include "kalah/progress.hpp"
#include "samples/kept_games.hpp"
#include "samples/labels.hpp"
#include "samples/positions.hpp"

namespace kalah::samples {

struct DataSet {
    std::vector<Sample> samples;      // by game and ply
    std::vector<std::size_t> wanted;  // by phase
    std::uint64_t games = 0;          // that were played
    std::uint64_t duplicates = 0;     // positions that were drawn again
    std::uint64_t unsolved = 0;       // positions left out: the budget did not suffice
    bool interrupted = false;
};

/// `watch` gets the number of positions that are ready; false stops the work, as `stop` does, and
/// leaves what is ready: then the data set is interrupted. Games that `kept` has are neither played
/// nor labelled again, and it gets the others; a fault of it interrupts the data set, too.
[[nodiscard]] DataSet make_data_set(const GameSource& source, const Selection& selection,
                                    const NewLabeller& labels, int threads, const StopToken& stop,
                                    const ProgressCallback& watch, KeptGames* kept = nullptr);

}  // namespace kalah::samples
