// five-part-strength: document 001, experiment 2: is the heuristic better than a random player?
#include <array>

#include <fmt/format.h>

#include "lab/comparison.hpp"
#include "lab/registry.hpp"
#include "lab/writing.hpp"

namespace kalah::lab {
namespace five_part_strength_parts {
namespace {

constexpr const char* kKey = "strength";
enum Entrant { kRandom, kHeuristic, kStandIn };

/// The number of moves, and whether the AI won, game by game.
struct Published {
    struct Game {
        int moves;
        bool won;
    };
    std::array<Game, 5> games;

    [[nodiscard]] Tally tally() const {
        Tally sum;
        for (const Game& game : games) ++(game.won ? sum.wins : sum.losses);
        return sum;
    }
    [[nodiscard]] std::vector<double> moves() const {
        std::vector<double> all;
        for (const Game& game : games) all.push_back(game.moves);
        return all;
    }
};
constexpr std::array<Published, 2> kPublished{
    {{{{{24, false}, {15, false}, {22, false}, {19, false}, {17, false}}}},
     {{{{19, true}, {15, true}, {20, true}, {29, false}, {23, true}}}}}};
constexpr std::array<const char*, 2> kPrintedNames{"Na\u00EFve Model", "Heuristic Model"};

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

/// Sowings and turns of the games of two entrants: of both sides, and the first's own.
struct Lengths {
    std::vector<double> sowings;
    std::vector<double> turns;
    std::vector<double> own_sowings;
    std::vector<double> own_turns;
};
Lengths lengths_of(const PlayedMatch& match, int entrant, int opponent) {
    Lengths lengths;
    for (std::size_t i = 0; i < match.games.size(); ++i) {
        const auto& game = match.games[i];
        if (!is_between(game, entrant, opponent)) continue;
        PerSide<double> sowings{};
        PerSide<double> turns{};
        for (const MoveResult& move : match.records[i].game.played()) {
            ++sowings[move.mover];
            if (!move.extra_turn || move.over) ++turns[move.mover];  // the end ends a turn, too
        }
        lengths.sowings.push_back(sowings[0] + sowings[1]);
        lengths.turns.push_back(turns[0] + turns[1]);
        lengths.own_sowings.push_back(sowings[game.side_of(entrant)]);
        lengths.own_turns.push_back(turns[game.side_of(entrant)]);
    }
    return lengths;
}

std::string name_of(const PlayedMatch& match, int entrant) {
    return match.plan.entrants[static_cast<std::size_t>(entrant)].name;
}

constexpr std::array<std::array<int, 2>, 3> kPairings{
    {{kRandom, kStandIn}, {kHeuristic, kStandIn}, {kHeuristic, kRandom}}};

/// Null for games between the two: none were published.
const Published* published_of(int ai, int opponent) {
    return opponent == kStandIn ? &kPublished[static_cast<std::size_t>(ai)] : nullptr;
}

report::Table strength_table(const PlayedMatch& match) {
    using report::Align;
    report::Table table;
    table.caption = "Wins and losses of the AI; percentages with their 95 % intervals";
    table.columns = {{"AI", Align::left}, {"Opponent", Align::left}};
    add_tally_columns(table);
    PValues values;
    for (const auto& [ai, opponent] : kPairings) {
        const Tally ours = tally(match, ai, opponent);
        if (ours.games() == 0) continue;
        const Published* published = published_of(ai, opponent);
        const auto theirs = published != nullptr ? std::optional(published->tally()) : std::nullopt;
        auto& row = table.rows.emplace_back(
            std::vector<report::Cell>{name_of(match, ai), name_of(match, opponent)});
        add_tally_cells(row, theirs, ours);
        values.push_back(theirs ? same_share(*theirs, ours) : std::nullopt);
    }
    add_p_values(table, values);
    return table;
}

/// The published games in their order, as printed.
report::Table games_table() {
    report::Table table{"Number of Moves and AI Win/Loss, as printed",
                        {{"AI Player", report::Align::left}}};
    for (int game = 1; game <= 5; ++game) table.columns.push_back({fmt::format("Game {}", game)});
    table.columns.push_back({"Mean, 95 % interval"});
    for (std::size_t ai = 0; ai < kPublished.size(); ++ai) {
        auto& row = table.rows.emplace_back(std::vector<report::Cell>{kPrintedNames[ai]});
        for (const auto& [moves, won] : kPublished[ai].games)
            row.emplace_back(fmt::format("{}, {}", moves, won ? "Win" : "Loss"));
        row.emplace_back(estimate_text(mean_estimate(kPublished[ai].moves()), 1));
    }
    return table;
}

report::Table lengths_table(const PlayedMatch& match) {
    using report::Align;
    report::Table table;
    table.caption =
        "Moves of a game: mean, 95 % interval, and p of the published moves being either (Welch, "
        "corrected by Holm)";
    table.columns = {{"AI", Align::left},
                     {"Opponent", Align::left},
                     {"Published moves"},
                     {"Sowings, both sides"},
                     {"p"},
                     {"Turns, both sides"},
                     {"p"},
                     {"Sowings, AI alone"},
                     {"Turns, AI alone"}};
    PValues values;
    for (const auto& [ai, opponent] : kPairings) {
        const Lengths lengths = lengths_of(match, ai, opponent);
        if (lengths.turns.empty()) continue;
        const Published* published = published_of(ai, opponent);
        const auto moves = published != nullptr ? published->moves() : std::vector<double>{};
        table.rows.push_back(
            {name_of(match, ai), name_of(match, opponent), estimate_text(mean_estimate(moves), 1),
             estimate_text(mean_estimate(lengths.sowings), 1), "",
             estimate_text(mean_estimate(lengths.turns), 1), "",
             fixed(mean(lengths.own_sowings), 1), fixed(mean(lengths.own_turns), 1)});
        values.push_back(same_mean(moves, lengths.sowings));
        values.push_back(same_mean(moves, lengths.turns));
    }
    values = corrected(values);
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        table.rows[i][4] = p_text(values[2 * i]);
        table.rows[i][6] = p_text(values[2 * i + 1]);
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
            ring = theirs->tally().score_percent();
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
    section.blocks.emplace_back(games_table());
    section.blocks.emplace_back(lengths_table(match));
    section.blocks.emplace_back(report::Paragraph{
        "The document counts \u201Chow many moves the game took\u201D: the moves of both sides. "
        "Whether a move is a sowing or a turn, it does not say; both are shown."});
    section.blocks.emplace_back(strength_chart(results, match));
    return {section};
}

std::vector<Answer> answers(const Results& results) {
    const PlayedMatch& match = results.match(kKey);
    if (!match.finished) return {};
    const auto against = [&](int ai, int opponent) {
        return score_estimate(encounter(match, ai, opponent));
    };
    const auto direct = against(kHeuristic, kRandom);
    const Lengths lengths = lengths_of(match, kHeuristic, kStandIn);
    const auto moves = kPublished[kHeuristic].moves();
    return {
        {"Does the heuristic play better than the naive model?",
         fmt::format(
             "{}: it scored {} % against it. Against the same stand-in the heuristic "
             "scored {} %, the naive model {} %. The published 4 of 5 and 0 of 5 against a "
             "person differ from each other with p {} (Fisher).",
             by_verdict(verdict(direct, 0.5), "Yes", "No", "Not decided"),
             estimate_text(direct, 1, 100), estimate_text(against(kHeuristic, kStandIn), 1, 100),
             estimate_text(against(kRandom, kStandIn), 1, 100),
             p_text(same_share(kPublished[kRandom].tally(), kPublished[kHeuristic].tally())))},
        {"How many moves does a game take?",
         fmt::format("With the heuristic {} sowings or {} turns of both sides, published {} moves. "
                     "The opponents differ, so the numbers need not agree.",
                     estimate_text(mean_estimate(lengths.sowings), 1),
                     estimate_text(mean_estimate(lengths.turns), 1),
                     estimate_text(mean_estimate(moves), 1))}};
}

}  // namespace
}  // namespace five_part_strength_parts

Experiment five_part_strength() {
    using namespace five_part_strength_parts;
    return {"five-part-strength",
            "A heuristic of five parts against chance",
            kFivePart,
            "experiment 2",
            "The author played five games against a random player and five against the heuristic "
            "at depth 9: the first lost all, the second won four. Both now play the same "
            "stand-in, and each other.",
            workload,
            sections,
            answers};
}

}  // namespace kalah::lab
