#include "lab/findings.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "arena/distributions.hpp"

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

const std::vector<double>& Findings::of(const std::string& key) const {
    static const std::vector<double> kNone;
    const auto found = values.find(key);
    return found == values.end() ? kNone : found->second;
}

const PlayedMatch& Findings::match(const std::string& key) const {
    static const PlayedMatch kNone;
    const auto found = matches.find(key);
    return found == matches.end() ? kNone : found->second;
}

std::string Findings::note(const std::string& key) const {
    const auto found = notes.find(key);
    return found == notes.end() ? "?" : found->second;
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

double mean_error(const std::vector<double>& values) {
    if (values.size() < 2) return 0;
    const double middle = mean(values);
    const auto count = static_cast<double>(values.size());
    double squares = 0;
    for (const double value : values) squares += (value - middle) * (value - middle);
    return arena::student95(count - 1) * std::sqrt(squares / (count - 1) / count);
}

Tally tally(const PlayedMatch& match, int entrant, int opponent) {
    Tally result;
    for (const arena::TournamentGame& game : match.games) {
        const bool theirs = (game.entrants[0] == entrant && game.entrants[1] == opponent) ||
                            (game.entrants[0] == opponent && game.entrants[1] == entrant);
        if (!theirs) continue;
        const int margin = game.margin_of(entrant);
        ++(margin > 0 ? result.wins : margin == 0 ? result.draws : result.losses);
    }
    return result;
}

}  // namespace kalah::lab
