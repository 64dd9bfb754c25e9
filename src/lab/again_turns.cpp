// again-turns: document 002: how many moves a turn has with the bonus for moving again, and
// without.
#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

#include "lab/registry.hpp"
#include "lab/writing.hpp"

namespace kalah::lab {
namespace {

constexpr std::array<int, 4> kDepths{1, 3, 5, 7};
constexpr std::size_t kLongest = 6;  // moves of a turn that are counted apart: this many or more

std::string key_of(int depth) {
    return fmt::format("depth={}", depth);
}

int games(Scale scale) {
    return scale == Scale::tiny ? 4 : scale == Scale::quick ? 100 : 400;
}

Workload workload(const Design& design) {
    Workload all{{{"games of a depth", std::to_string(games(design.scale))}}};
    for (const int depth : kDepths) {
        if (design.scale == Scale::tiny && depth > 3) continue;
        arena::Plan plan = plan_of(design, arena::Kind::match, "empty-capture,majority-stop=yes",
                                   "3-ply", games(design.scale));
        plan.entrants = {{"with the bonus", fmt::format("alphabeta:eval=again,depth={}", depth)},
                         {"without", fmt::format("alphabeta:eval=store,depth={}", depth)}};
        all.matches.push_back({key_of(depth), plan, depth < 7 ? 0.02 : 0.15});
    }
    return all;
}

/// Moves a turn, by entrant: a mean for each game, and how often each length occurs.
struct Turns {
    std::map<std::size_t, double> means;     // by game; without those in which it had no turn
    std::array<double, kLongest> lengths{};  // 1, 2, .., kLongest or more
    double all = 0;

    [[nodiscard]] std::vector<double> mean_values() const {
        std::vector<double> values;
        for (const auto& [game, value] : means) values.push_back(value);
        return values;
    }
    /// In % of the turns.
    [[nodiscard]] double share(std::size_t length) const {
        return all > 0 ? 100 * lengths[length - 1] / all : 0;
    }
    [[nodiscard]] double share_from(std::size_t length) const {
        double sum = 0;
        for (; length <= kLongest; ++length) sum += share(length);
        return sum;
    }
};

std::array<Turns, 2> turns_of(const PlayedMatch& match) {
    std::array<Turns, 2> found;
    for (std::size_t i = 0; i < match.games.size(); ++i) {
        std::array<double, 2> moves{};
        std::array<double, 2> turns{};
        const auto& played = match.records[i].game.played();
        const auto& notes = match.records[i].notes;
        for (std::size_t ply = 0; ply < played.size();) {
            const auto side = static_cast<std::size_t>(played[ply].mover);
            const auto entrant = static_cast<std::size_t>(match.games[i].entrants[side]);
            std::size_t length = 0;
            bool chosen = true;  // a turn that began with forced moves does not count
            bool again = true;
            for (; again && ply < played.size(); ++ply, ++length) {
                chosen = chosen && !by_referee(notes[ply].source);
                again = played[ply].extra_turn;
            }
            if (!chosen) continue;
            moves[entrant] += static_cast<double>(length);
            ++turns[entrant];
            ++found[entrant].all;
            ++found[entrant].lengths[std::min(length, kLongest) - 1];
        }
        for (std::size_t entrant = 0; entrant < 2; ++entrant)
            if (turns[entrant] > 0) found[entrant].means[i] = moves[entrant] / turns[entrant];
    }
    return found;
}

/// With the bonus less without, in each game that both had turns in.
std::vector<double> differences(const std::array<Turns, 2>& turns) {
    std::vector<double> all;
    for (const auto& [game, with] : turns[0].means)
        if (const auto without = turns[1].means.find(game); without != turns[1].means.end())
            all.push_back(with - without->second);
    return all;
}

report::Chart turns_chart(const Results& results, int depth, const std::array<Turns, 2>& turns) {
    std::vector<report::BarGroup> groups;
    report::Table numbers;
    numbers.columns = {{"Moves a turn"}, {"With, % of turns"}, {"Without, % of turns"}};
    for (std::size_t length = 1; length <= kLongest; ++length) {
        const bool last = length == kLongest;
        const std::string words = std::to_string(length) + (last ? " or more" : "");
        const double with = turns[0].share(length);
        const double without = turns[1].share(length);
        groups.push_back(
            {std::to_string(length) + (last ? "+" : ""),
             {{with, report::Tone::a, "", fmt::format("with the bonus, {}: {:.1f} %", words, with)},
              {without, report::Tone::b, "",
               fmt::format("without, {}: {:.1f} %", words, without)}}});
        numbers.rows.push_back({words, fixed(with, 1), fixed(without, 1)});
    }
    const std::string title = fmt::format("Moves a turn at depth {}", depth);
    const std::string source = games_source(results, key_of(depth));
    // One scale for all depths, so that the charts can be compared.
    return {title,
            report::group_chart({title, source},
                                report::titled(report::round_axis(0, 100, 4), "% of its turns"),
                                "moves a turn", {"with the bonus", "without"}, groups),
            numbers, source};
}

std::vector<report::Section> sections(const Results& results) {
    using report::Align;
    report::Section section{"turns", "Published and measured", {}};
    report::Table table;
    table.caption =
        "Moves a turn: mean over games with its 95 % interval; the difference is that of the two "
        "sides of a game";
    table.columns = {{"Depth"},
                     {"Games"},
                     {"With the bonus"},
                     {"Without"},
                     {"Difference"},
                     {"3 or more, with"},
                     {"3 or more, without"},
                     {"Score with the bonus, 95 % interval"}};
    report::Charts charts;
    for (const int depth : kDepths) {
        const PlayedMatch& match = results.match(key_of(depth));
        if (match.games.empty()) continue;
        const auto turns = turns_of(match);
        table.rows.push_back(
            {std::to_string(depth), std::to_string(match.games.size()),
             mean_text(turns[0].mean_values(), 3), mean_text(turns[1].mean_values(), 3),
             mean_text(differences(turns), 3), percent_text(turns[0].share_from(3)),
             percent_text(turns[1].share_from(3)), score_text(encounter(match, 0, 1))});
        charts.all.push_back(turns_chart(results, depth, turns));
    }
    section.blocks.emplace_back(table);
    section.blocks.emplace_back(report::Paragraph{
        "Published: with the bonus usually 3 to 5 moves a turn, without it not so; no counts. "
        "Turns that began with a forced move of the opening do not count. At depth 1 an extra "
        "move is taken for its bonus alone; deeper searches see what the extra move is good for, "
        "with the bonus or without."});
    section.blocks.emplace_back(charts);
    return {section};
}

}  // namespace

Experiment again_turns() {
    return {"again-turns",
            "Does a bonus for moving again make longer turns?",
            kAgain,
            "how each heuristic function affects the performance",
            "The document says that the program with the bonus usually moved 3 to 5 times in one "
            "turn, and the one without did not. Both play each other at equal depth, from both "
            "sides of many openings, and the moves of each turn are counted.",
            workload,
            sections};
}

}  // namespace kalah::lab
