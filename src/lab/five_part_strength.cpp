// five-part-strength: document 001, experiment 2: is the heuristic better than a random player?
#include <array>

#include <fmt/format.h>

#include "lab/registry.hpp"
#include "lab/writing.hpp"

namespace kalah::lab {
namespace {

constexpr const char* kKey = "strength";
enum Entrant { kRandom, kHeuristic, kStandIn };

struct Published {
    const char* games;  // moves and result of the AI
    int wins;
    int losses;
    double moves;  // mean of the five
};
constexpr std::array<Published, 2> kPublished{{{"24, 15, 22, 19, 17 moves, all lost", 0, 5, 19.4},
                                               {"19, 15, 20, 23 moves won; 29 lost", 4, 1, 21.2}}};

Workload workload(const Design& design) {
    const bool tiny = design.scale == Scale::tiny;
    arena::Plan plan =
        plan_of(design, arena::Kind::round_robin, "empty-capture,majority-stop=yes", "2-ply",
                tiny                           ? 4
                : design.scale == Scale::quick ? 40
                                               : 200);
    plan.entrants = {{"random", "random"},
                     {"five-part", fmt::format("alphabeta:eval=five-part,depth={}", tiny ? 3 : 9)},
                     {"stand-in", fmt::format("alphabeta:eval=store,depth={}", tiny ? 2 : 4)}};
    return {{{"games of a pairing", std::to_string(plan.games)},
             {"openings", plan.openings},
             {"five-part", plan.entrants[kHeuristic].spec},
             {"stand-in", plan.entrants[kStandIn].spec}},
            {{kKey, plan, tiny ? 0.01 : 0.6}}};
}

/// Sowings and turns of a side in the games of two entrants.
struct Lengths {
    std::vector<double> sowings;
    std::vector<double> turns;
};
Lengths lengths_of(const PlayedMatch& match, int entrant, int opponent) {
    Lengths lengths;
    for (std::size_t i = 0; i < match.games.size(); ++i) {
        const auto& game = match.games[i];
        if (!is_between(game, entrant, opponent)) continue;
        double sowings = 0;
        double turns = 0;
        for (const MoveResult& move : match.records[i].game.played()) {
            if (move.mover != game.side_of(entrant)) continue;
            ++sowings;
            if (!move.extra_turn || move.over) ++turns;  // the end of the game ends a turn, too
        }
        lengths.sowings.push_back(sowings);
        lengths.turns.push_back(turns);
    }
    return lengths;
}

std::string name_of(const PlayedMatch& match, int entrant) {
    return match.plan.entrants[static_cast<std::size_t>(entrant)].name;
}

constexpr std::array<std::array<int, 2>, 3> kPairings{
    {{kRandom, kStandIn}, {kHeuristic, kStandIn}, {kHeuristic, kRandom}}};

/// Nothing was published of games between the two.
const Published* published_of(int ai, int opponent) {
    return opponent == kStandIn ? &kPublished[static_cast<std::size_t>(ai)] : nullptr;
}

report::Table strength_table(const PlayedMatch& match) {
    using report::Align;
    report::Table table;
    table.caption =
        "Wins and losses, and the AI's moves of a game; differences: percentage points, and "
        "sowings less published moves";
    table.columns = {{"AI", Align::left},
                     {"Opponent", Align::left},
                     {"Published"},
                     {"Win %"},
                     {"Moves"},
                     {"Measured"},
                     {"Win %"},
                     {"Difference"},
                     {"Sowings"},
                     {"Difference"},
                     {"Turns"}};
    for (const auto& [ai, opponent] : kPairings) {
        const Tally ours = tally(match, ai, opponent);
        if (ours.games() == 0) continue;
        const Lengths lengths = lengths_of(match, ai, opponent);
        std::vector<report::Cell> row{name_of(match, ai),
                                      name_of(match, opponent),
                                      "not played",
                                      "-",
                                      "-",
                                      tally_text(ours),
                                      percent_text(ours.win_percent()),
                                      "-",
                                      fixed(mean(lengths.sowings), 1),
                                      "-",
                                      fixed(mean(lengths.turns), 1)};
        if (const Published* published = published_of(ai, opponent)) {
            const Tally theirs{published->wins, 0, published->losses};
            row[2] = tally_text(theirs);
            row[3] = percent_text(theirs.win_percent());
            row[4] = fixed(published->moves, 1);
            row[7] = points_text(ours.win_percent(), theirs.win_percent());
            row[9] = fmt::format("{:+.1f}", mean(lengths.sowings) - published->moves);
        }
        table.rows.push_back(row);
    }
    return table;
}

report::Charts strength_chart(const Results& results, const PlayedMatch& match) {
    std::vector<report::SpanRow> rows;
    for (const auto& [ai, opponent] : kPairings) {
        const arena::Summary summary = encounter(match, ai, opponent);
        if (summary.sample.games == 0) continue;
        std::optional<double> ring;
        if (const Published* theirs = published_of(ai, opponent))
            ring = Tally{theirs->wins, 0, theirs->losses}.score_percent();
        rows.push_back(score_row(name_of(match, ai), summary, ring, name_of(match, opponent)));
    }
    return score_chart("Scores", rows,
                       "Published: document 001, experiment 2, against its author. " +
                           games_source(results, kKey));
}

std::vector<report::Section> sections(const Results& results) {
    const PlayedMatch& match = results.match(kKey);
    report::Section section{"strength", "Published and measured", {}};
    section.blocks.emplace_back(strength_table(match));
    if (!match.games.empty())
        section.blocks.emplace_back(report::Paragraph{fmt::format(
            "The published opponent was the author, a person. Here a program takes that place: "
            "{}, chosen because it beats the random player nearly always. So the measured numbers "
            "say how much stronger one AI is than the other against the same opponent, and nothing "
            "about the author.",
            match.plan.entrants[kStandIn].spec)});
    section.blocks.emplace_back(report::Paragraph{fmt::format(
        "The five published games of each were: random, {}; five-part, {}. Moves, sowings and "
        "turns are those of a game, on average, and the AI's own: whether the document counts "
        "sowings or turns, or those of both sides, it does not say.",
        kPublished[kRandom].games, kPublished[kHeuristic].games)});
    section.blocks.emplace_back(strength_chart(results, match));
    return {section};
}

}  // namespace

Experiment five_part_strength() {
    return {"five-part-strength",
            "A heuristic of five parts against chance",
            kFivePart,
            "experiment 2",
            "The author played five games against a random player and five against the heuristic "
            "at depth 9: the first lost all, the second won four. Both now play the same "
            "stand-in, and each other.",
            workload,
            sections};
}

}  // namespace kalah::lab
