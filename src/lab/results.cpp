#include "lab/results.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "arena/statistics.hpp"

namespace kalah::lab {
namespace {

constexpr std::array<std::string_view, 5> kScales{"tiny", "quick", "depth", "sound", "paper"};

}  // namespace

std::string_view name(Scale scale) {
    return kScales[static_cast<std::size_t>(scale)];
}

std::optional<Scale> parse_scale(std::string_view text) {
    for (std::size_t i = 0; i < kScales.size(); ++i)
        if (kScales[i] == text) return static_cast<Scale>(i);
    return std::nullopt;
}

std::optional<int> PlayedMatch::entrant(std::string_view name) const {
    for (std::size_t i = 0; i < plan.entrants.size(); ++i)
        if (plan.entrants[i].name == name) return static_cast<int>(i);
    return std::nullopt;
}

const std::map<int, double>& Results::trials(const std::string& key) const {
    static const std::map<int, double> kNone;
    const auto found = values.find(key);
    return found == values.end() ? kNone : found->second;
}

std::vector<double> Results::of(const std::string& key) const {
    std::vector<double> all;
    for (const auto& [trial, value] : trials(key)) all.push_back(value);
    return all;
}

const PlayedMatch& Results::match(const std::string& key) const {
    static const PlayedMatch kNone;
    const auto found = matches.find(key);
    return found == matches.end() ? kNone : found->second;
}

std::string Results::note(const std::string& key) const {
    const auto found = notes.find(key);
    return found == notes.end() ? "?" : found->second;
}

std::string Results::parameter(const std::string& key) const {
    const auto found = parameters.find(key);
    return found == parameters.end() ? "(not noted)" : found->second;
}

double mean(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

double median(std::vector<double> values) {
    if (values.empty()) return 0;
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double mean_variance(const std::vector<double>& values) {
    if (values.size() < 2) return 0;
    const double middle = mean(values);
    const auto count = static_cast<double>(values.size());
    double squares = 0;
    for (const double value : values) squares += (value - middle) * (value - middle);
    return squares / (count - 1) / count;
}

double mean_error(const std::vector<double>& values) {
    if (values.size() < 2) return 0;
    return arena::student95(double(values.size() - 1)) * std::sqrt(mean_variance(values));
}

bool is_between(const arena::TournamentGame& game, int entrant, int opponent) {
    return game.entrants == std::array{entrant, opponent} ||
           game.entrants == std::array{opponent, entrant};
}

Tally tally(const PlayedMatch& match, int entrant, int opponent) {
    Tally result;
    for (const arena::TournamentGame& game : match.games) {
        if (!is_between(game, entrant, opponent)) continue;
        const int margin = game.margin_of(entrant);
        ++(margin > 0 ? result.wins : margin == 0 ? result.draws : result.losses);
    }
    return result;
}

}  // namespace kalah::lab
