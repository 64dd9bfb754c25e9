// Results of an experiment so far, read from its store: everything that its report is made of.
// Plain values.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena/plan.hpp"
#include "arena/results.hpp"
#include "referee/record.hpp"
#include "store/store.hpp"

namespace kalah::lab {

enum class Scale : std::uint8_t {
    tiny,   // for tests: limits without a clock, results without meaning
    quick,  // all experiments together in some minutes
    depth,  // as deep as was published
    sound,  // enough games to decide
    paper,  // as published
};
[[nodiscard]] std::string_view name(Scale scale);
[[nodiscard]] std::optional<Scale> parse_scale(std::string_view text);

struct Design {
    Scale scale = Scale::quick;
    std::uint64_t seed = 1;
    std::string directory = {};  // where the store is, for databases beside it
};

struct PlayedMatch {
    arena::Plan plan = {};
    store::TournamentId id = 0;
    std::vector<arena::TournamentGame> games = {};
    std::vector<GameRecord> records = {};  // in the order of `games`
    bool finished = false;

    /// The place of an entrant in the plan; nothing if it does not play here.
    [[nodiscard]] std::optional<int> entrant(std::string_view name) const;
};

/// Limits and sizes of the workload, by name: "positions" -> "24". Stored with the measurements, so
/// that a report does not depend on the version of the program.
using Parameters = std::map<std::string, std::string>;

enum class State : std::uint8_t {
    complete,
    unfinished,
    other_parameters,  // begun with parameters other than this version's: cannot go on
};

struct Results {
    Design design = {};
    std::map<std::string, std::string> notes = {};  // of conditions
    Parameters parameters = {};
    std::map<std::string, std::map<int, double>> values = {};  // by trial
    std::map<std::string, PlayedMatch> matches = {};
    State state = State::unfinished;

    /// By trial; empty if there are none.
    [[nodiscard]] const std::map<int, double>& trials(const std::string& key) const;
    /// The same in the order of trials.
    [[nodiscard]] std::vector<double> of(const std::string& key) const;
    [[nodiscard]] const PlayedMatch& match(const std::string& key) const;
    /// "?" if there is none: stores of earlier versions have fewer.
    [[nodiscard]] std::string note(const std::string& key) const;
    [[nodiscard]] std::string parameter(const std::string& key) const;
};

[[nodiscard]] double mean(const std::vector<double>& values);
[[nodiscard]] double median(std::vector<double> values);
/// The estimated variance of the mean of independent values; 0 with fewer than two.
[[nodiscard]] double mean_variance(const std::vector<double>& values);
/// Half of the 95 % interval of the mean of independent values; 0 with fewer than two.
[[nodiscard]] double mean_error(const std::vector<double>& values);

struct Tally {
    int wins = 0;
    int draws = 0;
    int losses = 0;
    [[nodiscard]] int games() const { return wins + draws + losses; }
    /// As the thesis counts it: without draws. Nothing where nobody won.
    [[nodiscard]] std::optional<double> win_percent() const {
        if (wins + losses == 0) return std::nullopt;
        return 100.0 * wins / (wins + losses);
    }
    /// Draws count half. Nothing without games.
    [[nodiscard]] std::optional<double> score_percent() const {
        if (games() == 0) return std::nullopt;
        return 100.0 * (wins + 0.5 * draws) / games();
    }
};
/// Whether these two played the game.
[[nodiscard]] bool is_between(const arena::TournamentGame& game, int entrant, int opponent);
[[nodiscard]] Tally tally(const PlayedMatch& match, int entrant, int opponent);

}  // namespace kalah::lab
