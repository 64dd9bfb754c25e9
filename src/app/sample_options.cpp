#include "app/sample_options.hpp"

#include <algorithm>

#include "app/command.hpp"
#include "samples/games.hpp"
#include "system/files.hpp"

namespace kalah::app {
namespace {

constexpr const char* kUsualLevels = "1..8";
constexpr std::uint64_t kMostOpening = 100;

/// "3", "1..8" or "2,5..7" as numbers.
std::vector<std::uint64_t> level_numbers(std::string_view text) {
    const std::uint64_t most = players::levels().size();
    const auto number = [&](std::string_view digits) {
        const auto parsed = parse_number(digits, 1, most);
        if (!parsed)
            throw usage_error("--levels " + in_quotes(text) + ": expected levels from 1 to " +
                              std::to_string(most) + ", such as 2,5..7");
        return *parsed;
    };
    std::vector<std::uint64_t> numbers;
    for (std::string_view rest = text;;) {
        const std::size_t comma = std::min(rest.find(','), rest.size());
        const std::string_view part = rest.substr(0, comma);
        const std::size_t dots = part.find("..");
        const std::uint64_t first = number(part.substr(0, dots));
        const std::uint64_t last =
            dots == std::string_view::npos ? first : number(part.substr(dots + 2));
        if (last < first)
            throw usage_error("--levels " + in_quotes(text) + ": " + std::string(part) +
                              " goes down; write the lower level first");
        for (std::uint64_t level = first; level <= last; ++level) numbers.push_back(level);
        if (comma == rest.size()) return numbers;
        rest.remove_prefix(comma + 1);
    }
}

}  // namespace

void declare_sampled_players(Arguments& arguments, std::vector<std::string>& players,
                             std::optional<std::string>& levels, int& opening) {
    arguments.options("--players", "PLAYER", players,
                      "who plays, see 'kalah players'; both sides are drawn from them");
    arguments.field(text_field("levels", "2,5..7", levels,
                               "these levels play (default: 1..8 if no players are given)"));
    arguments.field(number_field("opening", opening, {0, kMostOpening},
                                 "random sowings at the start of each game (default: 6)"));
}

std::vector<std::string> chosen_names(const std::vector<std::string>& players,
                                      const std::optional<std::string>& levels) {
    std::vector<std::string> names = players;
    if (levels || players.empty())
        for (const std::uint64_t level : level_numbers(levels.value_or(kUsualLevels)))
            names.push_back("level" + std::to_string(level));
    if (names.size() > 255) throw usage_error("--players: at most 255");
    return names;
}

std::vector<players::Spec> repeatable_players(const std::string& argument,
                                              const std::vector<std::string>& names,
                                              const Setting& setting) {
    players::PlayerResources resources("", read_file);
    std::vector<players::Spec> chosen;
    for (const std::string& name : names) {
        const auto spec = or_usage_error(chosen_player(argument, name, setting));
        const std::string named = argument + " " + in_quotes(name) + ": ";
        if (spec.kind == players::Kind::human)
            throw usage_error(named + "people play in 'kalah play'");
        if (const auto wrong = samples::not_repeatable(spec))
            throw usage_error(named + wrong->message);
        chosen.push_back(or_failure(equipped(argument, resources, spec, setting)));
    }
    return chosen;
}

}  // namespace kalah::app
