// five-part-strength: document 001, experiment 2: is the heuristic better than a random player?
#include <array>

#include <fmt/format.h>

#include "lab/registry.hpp"
#include "lab/writing.hpp"

namespace kalah::lab {
namespace {

constexpr const char* kKey = "strength";
enum Entrant { kRandom, kFivePart, kStandIn };

struct Published {
    const char* games;  // moves and result of the AI
    int wins;
    int losses;
    double moves;  // mean of the five
};
constexpr std::array<Published, 2> kPublished{{{"24, 15, 22, 19, 17 moves, all lost", 0, 5, 19.4},
                                               {"19, 15, 20, 23 moves won; 29 lost", 4, 1, 21.2}}};

Work work(const Design& design) {
    const bool tiny = design.scale == Scale::tiny;
    arena::Plan plan;
    plan.kind = arena::Kind::round_robin;
    plan.entrants = {{"random", "random"},
                     {"five-part", fmt::format("alphabeta:eval=five-part,depth={}", tiny ? 3 : 9)},
                     {"stand-in", fmt::format("alphabeta:eval=store,depth={}", tiny ? 2 : 4)}};
    plan.boards = {"6x6"};
    plan.rules = "empty-capture,majority-stop=yes";
    plan.openings = "2-ply";
    plan.games = tiny ? 4 : design.scale == Scale::quick ? 40 : 200;
    plan.seed = design.seed;
    return {{{kKey, plan, tiny ? 0.01 : 0.6}}, {}, {}};
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
        const bool theirs = (game.entrants[0] == entrant && game.entrants[1] == opponent) ||
                            (game.entrants[0] == opponent && game.entrants[1] == entrant);
        if (!theirs) continue;
        double sowings = 0;
        double turns = 0;
        for (const Played& move : match.records[i].game.played()) {
            if (move.mover != game.side_of(entrant)) continue;
            ++sowings;
            if (!move.again || move.over) ++turns;  // the end of the game ends a turn, too
        }
        lengths.sowings.push_back(sowings);
        lengths.turns.push_back(turns);
    }
    return lengths;
}

std::vector<report::Section> sections(const Findings& findings) {
    using report::Align;
    const PlayedMatch& match = findings.match(kKey);
    report::Section section{"strength", "Published and measured", {}};
    report::Table table;
    table.columns = {{"AI", Align::left},
                     {"Opponent", Align::left},
                     {"Published"},
                     {"Win %"},
                     {"Moves"},
                     {"Measured"},
                     {"Win %"},
                     {"Sowings"},
                     {"Turns"}};
    const std::array<std::array<int, 2>, 3> pairings{
        {{kRandom, kStandIn}, {kFivePart, kStandIn}, {kFivePart, kRandom}}};
    std::vector<report::SpanRow> rows;
    for (const auto& [ai, opponent] : pairings) {
        if (match.games.empty()) break;
        const bool known = opponent == kStandIn;
        const Published& theirs = kPublished[static_cast<std::size_t>(ai)];
        const Tally ours = tally(match, ai, opponent);
        const Lengths lengths = lengths_of(match, ai, opponent);
        const std::string name = match.plan.entrants[static_cast<std::size_t>(ai)].name;
        const std::string other = match.plan.entrants[static_cast<std::size_t>(opponent)].name;
        const double percent = 100.0 * theirs.wins / (theirs.wins + theirs.losses);
        table.rows.push_back(
            {name, other,
             known ? report::Cell(tally_text({theirs.wins, 0, theirs.losses}), theirs.games)
                   : report::Cell("not played"),
             known ? percent_text(percent) : "-", known ? fixed(theirs.moves, 1) : "-",
             tally_text(ours), percent_text(ours.win_percent()), fixed(mean(lengths.sowings), 1),
             fixed(mean(lengths.turns), 1)});
        rows.push_back(score_row(name + " against " + other, encounter(match, ai, opponent),
                                 known ? std::optional(percent) : std::nullopt));
    }
    section.blocks.emplace_back(table);
    section.blocks.emplace_back(report::Paragraph{fmt::format(
        "The published opponent was the author, a person. Here a program stands in for him: {}, "
        "chosen because it beats the random player nearly always. So the measured numbers say how "
        "much stronger one AI is than the other against the same opponent, and nothing about the "
        "author.",
        match.games.empty() ? "-" : match.plan.entrants[kStandIn].spec)});
    section.blocks.emplace_back(
        report::Paragraph{"Moves, sowings and turns are those of a game, on average, and the AI's "
                          "own: whether the document counts sowings or turns, or those of "
                          "both sides, it does not say."});
    section.blocks.emplace_back(report::Charts{
        {score_chart("Scores", rows,
                     "Published: document 001, experiment 2. " + games_source(findings, kKey))},
        report::Charts::Width::full});
    return {section};
}

}  // namespace

Experiment five_part_strength() {
    return {"five-part-strength",
            "A heuristic of five parts against chance",
            "document 001, experiment 2",
            "The author played five games against a random player and five against the heuristic "
            "at depth 9: the first lost all, the second won four. Both now play the same "
            "stand-in, and each other.",
            work,
            sections};
}

}  // namespace kalah::lab
