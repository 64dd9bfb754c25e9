// again-turns: document 002: how many moves a turn has with the bonus for moving again, and
// without.
#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

#include "eval/published.hpp"
#include "lab/comparison.hpp"
#include "lab/registry.hpp"
#include "lab/tasks.hpp"
#include "lab/tree_pairs.hpp"
#include "lab/writing.hpp"
#include "rules/position.hpp"

namespace kalah::lab {
namespace again_turns_parts {
namespace {

constexpr const char* kRules = "empty-capture,majority-stop=yes";
constexpr std::array<int, 4> kDepths{1, 3, 5, 7};
constexpr std::size_t kLong = 3;     // the document: "usually many (3-5) times"
constexpr std::size_t kLongest = 6;  // turns of this many moves or more are counted together

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
        arena::Plan plan =
            plan_of(design, arena::Kind::match, kRules, "3-ply", games(design.scale));
        plan.entrants = {{"with the bonus", fmt::format("alphabeta:eval=again,depth={}", depth)},
                         {"without", fmt::format("alphabeta:eval=store,depth={}", depth)}};
        all.tasks.push_back(trees_task(key_of(depth), plan));
        all.matches.push_back({key_of(depth), plan, depth < 7 ? 0.02 : 0.15});
    }
    return all;
}

/// Moves per turn of one entrant: a mean for each game, and how often each length occurs.
struct Turns {
    std::map<std::size_t, double> means;     // by game; only games in which it had a turn
    std::array<double, kLongest> lengths{};  // 1, 2, .., kLongest or more
    double all = 0;
    std::map<std::size_t, double> long_shares;  // of three moves or more, by game, 0 to 1

    /// In % of the turns.
    [[nodiscard]] double share(std::size_t length) const {
        return all > 0 ? 100 * lengths[length - 1] / all : 0;
    }
};

std::vector<double> values_of(const std::map<std::size_t, double>& by_game) {
    std::vector<double> values;
    values.reserve(by_game.size());
    for (const auto& [game, value] : by_game) values.push_back(value);
    return values;
}

std::array<Turns, 2> turns_of(const PlayedMatch& match) {
    std::array<Turns, 2> found;
    for (std::size_t i = 0; i < match.games.size(); ++i) {
        std::array<double, 2> moves{};
        std::array<double, 2> turns{};
        std::array<double, 2> long_turns{};
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
            if (length >= kLong) ++long_turns[entrant];
            ++found[entrant].all;
            ++found[entrant].lengths[std::min(length, kLongest) - 1];
        }
        for (std::size_t entrant = 0; entrant < 2; ++entrant) {
            if (turns[entrant] == 0) continue;
            found[entrant].means[i] = moves[entrant] / turns[entrant];
            found[entrant].long_shares[i] = long_turns[entrant] / turns[entrant];
        }
    }
    return found;
}

/// The value with the bonus minus that without, in each game in which both had turns.
std::vector<double> differences(const std::map<std::size_t, double>& with,
                                const std::map<std::size_t, double>& without) {
    std::vector<double> all;
    for (const auto& [game, value] : with)
        if (const auto other = without.find(game); other != without.end())
            all.push_back(value - other->second);
    return all;
}

/// The results at one depth.
struct AtOneDepth {
    int depth;
    const PlayedMatch* match;
    std::array<Turns, 2> turns;
    std::vector<double> longer;   // difference in moves per turn, by game
    std::vector<double> oftener;  // difference in the share of long turns, by game
    arena::Summary games;
    bool same_trees;  // of both players: the score says nothing
};
std::vector<AtOneDepth> depths_of(const Results& results) {
    std::vector<AtOneDepth> all;
    for (const int depth : kDepths) {
        const PlayedMatch& match = results.match(key_of(depth));
        if (match.games.empty()) continue;
        const auto turns = turns_of(match);
        all.push_back({depth, &match, turns, differences(turns[0].means, turns[1].means),
                       differences(turns[0].long_shares, turns[1].long_shares),
                       encounter(match, 0, 1), same_trees(results, key_of(depth))});
    }
    return all;
}
/// The p-values of one test at every depth, corrected.
template <class Test>
PValues tested(const std::vector<AtOneDepth>& depths, Test test) {
    PValues values;
    for (const AtOneDepth& each : depths) values.push_back(test(each));
    return corrected(values);
}
PValues longer_p(const std::vector<AtOneDepth>& depths) {
    return tested(depths, [](const AtOneDepth& each) { return no_difference(each.longer); });
}
PValues score_p(const std::vector<AtOneDepth>& depths) {
    return tested(depths, [](const AtOneDepth& each) {
        return each.same_trees ? std::nullopt : even_score(each.games);
    });
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

/// The evaluation of the six successors of the start of 6x6, for the player who moved.
std::string successors() {
    const Rules rules = rules_of(kRules);
    std::string text;
    for (int pit = 0; pit < 6; ++pit) {
        PlainPosition position(rules, start_board({6, 6}));
        const bool again = position.play(pit).extra_turn;
        const int value = eval::Again::value(position, again ? usual_bonus(EvalId::again) : 0);
        text += fmt::format("{}{}", pit == 0 ? "" : ", ", again ? value : -value);
    }
    return text;
}

std::vector<report::Section> sections(const Results& results) {
    report::Section section{"turns", "Published and measured", {}};
    report::Table table;
    table.caption =
        "Moves a turn: mean over games with its 95 % interval; differences are those of the two "
        "sides of a game; p of no difference, corrected by Holm for the depths";
    table.columns = {{"Depth"},
                     {"Games"},
                     {"With the bonus"},
                     {"Without"},
                     {"Difference"},
                     {"p"},
                     {"3 or more, with, %"},
                     {"3 or more, without, %"},
                     {"Difference, points"},
                     {"Score with the bonus, 95 % interval"},
                     {"p"},
                     {"Trees that differ"}};
    report::Charts charts;
    const auto depths = depths_of(results);
    const PValues longer = longer_p(depths);
    const PValues scores = score_p(depths);
    for (std::size_t i = 0; i < depths.size(); ++i) {
        const AtOneDepth& each = depths[i];
        const auto share_text = [](std::vector<double> shares) {
            for (double& share : shares) share *= 100;
            return mean_text(shares, 1);
        };
        table.rows.push_back(
            {std::to_string(each.depth), std::to_string(each.match->games.size()),
             mean_text(values_of(each.turns[0].means), 3),
             mean_text(values_of(each.turns[1].means), 3), mean_text(each.longer, 3),
             p_text(longer[i]), share_text(values_of(each.turns[0].long_shares)),
             share_text(values_of(each.turns[1].long_shares)), share_text(each.oftener),
             score_text(each.games), p_text(scores[i]), trees_cell(results, key_of(each.depth))});
        charts.all.push_back(turns_chart(results, each.depth, each.turns));
    }
    section.blocks.emplace_back(table);
    section.blocks.emplace_back(report::Paragraph{
        "From the start the six successors score 7, 1, 1, 1, 1, 1 in the document, " +
        successors() +
        " here. Published: with the bonus usually 3 to 5 moves a turn, without it not so; no "
        "counts. "
        "Turns that began with a forced move of the opening do not count. At depth 1 an extra "
        "move is taken for its bonus alone; deeper searches see what the extra move is good for, "
        "with the bonus or without."});
    section.blocks.emplace_back(charts);
    return {section};
}

std::vector<Answer> answers(const Results& results) {
    const auto depths = depths_of(results);
    if (depths.empty()) return {};
    const PValues scores = score_p(depths);
    std::string lengths;
    std::string wins;
    std::optional<Estimate> most;
    for (std::size_t i = 0; i < depths.size(); ++i) {
        const AtOneDepth& each = depths[i];
        lengths += fmt::format("{}{} at depth {}", i == 0 ? "" : ", ", mean_text(each.longer, 2),
                               each.depth);
        const auto found = mean_estimate(values_of(each.turns[0].long_shares));
        if (found && (!most || found->value > most->value)) most = found;
        if (scores[i] && *scores[i] < kSignificant)
            wins += fmt::format("{}{} at depth {}", wins.empty() ? "" : ", ",
                                each.games.score > 0.5 ? "it wins" : "it loses", each.depth);
    }
    return {{"Does the bonus make longer turns?",
             fmt::format("{} of {} depths show a difference (p below {}, corrected); in moves a "
                         "turn: {}.",
                         significant(longer_p(depths)), depths.size(), kSignificant, lengths)},
            {"Does the program with the bonus usually move three times or more in one turn?",
             fmt::format("{}: at most {} % of its turns in a game have three moves or more (95 % "
                         "interval, at the depth where there are most).",
                         by_verdict(verdict(most, 0.5), "Yes", "No", "Not decided"),
                         estimate_text(most, 1, 100))},
            {"Does the bonus win games?",
             wins.empty() ? "Not decided at any depth." : "Decided: " + wins + "."}};
}

}  // namespace
}  // namespace again_turns_parts

Experiment again_turns() {
    using namespace again_turns_parts;
    return {"again-turns",
            "Does a bonus for moving again make longer turns?",
            kAgain,
            "how each heuristic function affects the performance",
            "The document says that the program with the bonus usually moved 3 to 5 times in one "
            "turn, and the one without did not. Both play each other at equal depth, from both "
            "sides of many openings, and the moves of each turn are counted.",
            workload,
            sections,
            answers};
}

}  // namespace kalah::lab
