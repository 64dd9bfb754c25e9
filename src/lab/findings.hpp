// What an experiment has come to so far, read from its store: all that a report is made of. Plain
// values.
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
    bool finished = false;
    std::vector<arena::TournamentGame> games = {};
    std::vector<GameRecord> records = {};  // like games
};

struct Findings {
    Design design = {};
    std::map<std::string, std::string> notes = {};           // of conditions
    std::map<std::string, std::vector<double>> values = {};  // in the order of trials
    std::map<std::string, PlayedMatch> matches = {};
    bool complete = false;

    /// Empty if there are none.
    [[nodiscard]] const std::vector<double>& of(const std::string& key) const;
    [[nodiscard]] bool has(const std::string& key) const { return !of(key).empty(); }
    [[nodiscard]] const PlayedMatch& match(const std::string& key) const;
    [[nodiscard]] std::string note(const std::string& key) const;
};

[[nodiscard]] double mean(const std::vector<double>& values);
[[nodiscard]] double median(std::vector<double> values);
/// Half of the 95 % interval of the mean of independent values; 0 with fewer than two.
[[nodiscard]] double mean_error(const std::vector<double>& values);

struct Tally {
    int wins = 0;
    int draws = 0;
    int losses = 0;
    [[nodiscard]] int games() const { return wins + draws + losses; }
    /// Draws count half.
    [[nodiscard]] double score_percent() const {
        return games() == 0 ? 0 : 100.0 * (wins + 0.5 * draws) / games();
    }
    /// As the thesis counts: draws do not. 0 without any.
    [[nodiscard]] double win_percent() const {
        return wins + losses == 0 ? 0 : 100.0 * wins / (wins + losses);
    }
};
[[nodiscard]] Tally tally(const PlayedMatch& match, int entrant, int opponent);

}  // namespace kalah::lab
