// The finished games of a data set that is being made, in a file of its folder: the same command
// goes on with them, however the run before it ended. Text; each game is one line with a checksum:
//
//     kalah-data-games 1 COMMAND
//     number duplicates samples | of each sample: position, facts, label | checksum
//
// A line that is cut off or damaged, and all lines after it, are forgotten.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "base/descriptor.hpp"
#include "kalah/result.hpp"
#include "samples/positions.hpp"

namespace kalah::samples {

/// What a game has for the data set.
struct ChosenGame {
    std::uint64_t number = 0;
    std::uint64_t duplicates = 0;  // positions that were drawn again
    std::vector<Sample> samples = {};
    std::vector<std::optional<Label>> labels = {};  // of each sample; nothing: not solved
};

class KeptGames {
  public:
    static constexpr const char* kFile = "unfinished.games";

    /// Those of the folder; none if there are none yet, or if `anew` and they are of another
    /// command. That is an error otherwise, and so is another run that uses the folder. `command`
    /// is one line that says all that the games depend on.
    [[nodiscard]] static Result<std::unique_ptr<KeptGames>> open(const std::string& folder,
                                                                 const std::string& command,
                                                                 int width, bool anew);

    [[nodiscard]] const ChosenGame* find(std::uint64_t number) const;
    [[nodiscard]] std::size_t found() const { return games_.size(); }  // when it was opened
    /// Any thread. A game that could not be written is a fault.
    void add(const ChosenGame& game);
    /// What went wrong, or nothing.
    [[nodiscard]] std::optional<std::string> fault() const;
    /// When the data set is complete.
    void remove() const;

  private:
    KeptGames(std::string path, int width) : path_(std::move(path)), width_(width) {}

    std::string path_;
    int width_;
    Descriptor file_ = {};
    std::map<std::uint64_t, ChosenGame> games_ = {};
    mutable std::mutex mutex_ = {};
    std::optional<std::string> fault_ = {};
};

}  // namespace kalah::samples
