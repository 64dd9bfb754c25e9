// again-turns: document 002: how many moves a turn has with the bonus for moving again, and
// without.
#include <array>

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

Work work(const Design& design) {
    Work all;
    for (const int depth : kDepths) {
        if (design.scale == Scale::tiny && depth > 3) continue;
        arena::Plan plan;
        plan.kind = arena::Kind::match;
        plan.entrants = {{"with the bonus", fmt::format("alphabeta:eval=again,depth={}", depth)},
                         {"without", fmt::format("alphabeta:eval=store,depth={}", depth)}};
        plan.boards = {"6x6"};
        plan.rules = "empty-capture,majority-stop=yes";
        plan.openings = "3-ply";
        plan.games = design.scale == Scale::tiny ? 4 : design.scale == Scale::quick ? 100 : 400;
        plan.seed = design.seed;
        all.matches.push_back({key_of(depth), plan, depth < 7 ? 0.02 : 0.15});
    }
    return all;
}

/// Moves a turn, by entrant: a mean for each game, and how often each length occurs.
struct Turns {
    std::vector<double> means;
    std::array<double, kLongest> lengths{};  // 1, 2, .., kLongest or more
    double all = 0;
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
                chosen = chosen && notes[ply].chosen_by == Chooser::player;
                again = played[ply].again;
            }
            if (!chosen) continue;
            moves[entrant] += static_cast<double>(length);
            ++turns[entrant];
            ++found[entrant].all;
            ++found[entrant].lengths[std::min(length, kLongest) - 1];
        }
        for (std::size_t entrant = 0; entrant < 2; ++entrant)
            if (turns[entrant] > 0) found[entrant].means.push_back(moves[entrant] / turns[entrant]);
    }
    return found;
}

std::vector<report::Section> sections(const Findings& findings) {
    using report::Align;
    report::Section section{"turns", "Published and measured", {}};
    report::Table table;
    table.caption = "Moves a turn: mean over games with its 95 % interval";
    table.columns = {{"Depth"},
                     {"Games"},
                     {"With the bonus"},
                     {"Without"},
                     {"3 or more, with"},
                     {"3 or more, without"},
                     {"Published", Align::left},
                     {"Score with the bonus, 95 % interval"}};
    report::Charts charts;
    for (const int depth : kDepths) {
        const PlayedMatch& match = findings.match(key_of(depth));
        if (match.games.empty()) continue;
        const auto turns = turns_of(match);
        const auto text = [](const Turns& side) {
            return fmt::format("{:.3f} \u00B1 {:.3f}", mean(side.means), mean_error(side.means));
        };
        const auto long_share = [](const Turns& side) {
            double count = 0;
            for (std::size_t i = 2; i < kLongest; ++i) count += side.lengths[i];
            return fmt::format("{:.1f} %", side.all > 0 ? 100 * count / side.all : 0);
        };
        table.rows.push_back({std::to_string(depth), std::to_string(match.games.size()),
                              text(turns[0]), text(turns[1]), long_share(turns[0]),
                              long_share(turns[1]), "usually 3 to 5 with, not so without",
                              score_text(encounter(match, 0, 1))});
        std::vector<report::Bar> bars;
        report::Table numbers;
        numbers.columns = {{"Moves a turn"}, {"With, % of turns"}, {"Without, % of turns"}};
        for (std::size_t i = 0; i < kLongest; ++i) {
            const std::string length =
                std::to_string(i + 1) + (i + 1 == kLongest ? " or more" : "");
            std::array<double, 2> share{};
            for (std::size_t side = 0; side < 2; ++side)
                if (turns[side].all > 0)
                    share[side] = 100 * turns[side].lengths[i] / turns[side].all;
            bars.push_back({share[0], report::Tone::a,
                            std::to_string(i + 1) + (i + 1 == kLongest ? "+" : ""),
                            fmt::format("with the bonus, {}: {:.1f} %", length, share[0])});
            bars.push_back({share[1], report::Tone::b, "",
                            fmt::format("without, {}: {:.1f} %", length, share[1])});
            numbers.rows.push_back({length, fixed(share[0], 1), fixed(share[1], 1)});
        }
        const std::string title = fmt::format("Moves a turn at depth {}", depth);
        const std::string source =
            "Across: moves a turn; up: % of the side's turns. Left bar of two (blue): with the "
            "bonus, right (orange): without. " +
            games_source(findings, key_of(depth));
        charts.all.push_back({title, report::bar_chart({title, source}, bars), numbers, source});
    }
    section.blocks.emplace_back(table);
    section.blocks.emplace_back(report::Paragraph{
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
            "document 002",
            "The document says that the program with the bonus usually moved 3 to 5 times in one "
            "turn, and the one without did not. Both play each other at equal depth, from both "
            "sides of many openings, and the moves of each turn are counted.",
            work,
            sections};
}

}  // namespace kalah::lab
