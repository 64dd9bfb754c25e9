// thesis: the thesis, section 3: six AIs, each search but minimax against minimax, twelve games
// with forced first moves; tables 1 to 6 and the totals of table 7.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "arena/elo.hpp"
#include "lab/comparison.hpp"
#include "lab/registry.hpp"
#include "lab/tree_pairs.hpp"
#include "lab/writing.hpp"

namespace kalah::lab {
namespace thesis_parts {
namespace {

struct Ai {
    const char* name;
    std::size_t search;  // of kSearchDepths
    std::size_t utility;
};
constexpr std::array<Ai, 6> kAis{{
    {"minimax, simple", 0, 0},
    {"minimax, knowledge", 0, 1},
    {"alpha-beta, simple", 1, 0},
    {"alpha-beta, knowledge", 1, 1},
    {"knowledge-based, simple", 2, 0},
    {"knowledge-based, knowledge", 2, 1},
}};
constexpr int kCount = static_cast<int>(kAis.size());
constexpr std::array<const char*, 3> kAlgorithms{"Minimax", "Minimax with alpha-beta pruning",
                                                 "Minimax with knowledge-based alpha-beta pruning"};
struct Utility {
    const char* eval;
    const char* printed;
};
constexpr std::array<Utility, 2> kUtilities{
    {{"simple", "Simple"}, {"knowledge", "Knowledge-based"}}};

/// Tables 1 and 2, seen from minimax; 3 to 6 are the same games seen from the others, 7 adds them
/// up. Twelve games each: what is neither won nor lost is a draw.
struct Encounter {
    int ai;
    int opponent;
    int wins;
    int losses;
};
constexpr std::array<Encounter, 8> kPublished{{{0, 2, 1, 11},
                                               {0, 3, 0, 12},
                                               {0, 4, 2, 9},
                                               {0, 5, 2, 10},
                                               {1, 2, 1, 11},
                                               {1, 3, 1, 11},
                                               {1, 4, 2, 9},
                                               {1, 5, 3, 9}}};
constexpr const char* kKey = "six-ais";

const Ai& ai_of(int ai) {
    return kAis[static_cast<std::size_t>(ai)];
}

/// Seen from the first; nothing if the thesis did not let them play.
std::optional<Tally> published_of(int ai, int opponent) {
    for (const Encounter& each : kPublished) {
        const int draws = 12 - each.wins - each.losses;
        if (each.ai == ai && each.opponent == opponent) return Tally{each.wins, draws, each.losses};
        if (each.ai == opponent && each.opponent == ai) return Tally{each.losses, draws, each.wins};
    }
    return std::nullopt;
}

const char* name_of(int ai) {
    return ai_of(ai).name;
}

std::string pair_of(int ai, int opponent) {
    return fmt::format("{} against {}", name_of(ai), name_of(opponent));
}
/// Calls `work` with every pairing that the thesis did not play; both players have equal limits.
template <class Work>
void for_each_new(Work work) {
    for (int ai = 0; ai < kCount; ++ai)
        for (int opponent = ai + 1; opponent < kCount; ++opponent)
            if (!published_of(ai, opponent)) work(ai, opponent);
}

std::string limit_of(Scale scale, std::size_t search) {
    switch (scale) {
        case Scale::tiny:
            return "nodes=300";
        // Within these times both utilities typically reach the published depths: minimax 10,
        // alpha-beta 12. All searches that prune get the same time, as in the thesis.
        case Scale::depth:
            return search == 0 ? "time=1500ms" : "time=250ms";
        case Scale::paper:
            return "time=30s";
        default:
            return "time=50ms";
    }
}
/// On average over the pairings.
double seconds_a_move(Scale scale) {
    return scale == Scale::tiny    ? 1e-4
           : scale == Scale::depth ? 0.7
           : scale == Scale::paper ? 30
                                   : 0.05;
}

Workload workload(const Design& design) {
    constexpr double kMoves = 45;  // moves per game that use the whole time
    const bool sound = design.scale == Scale::sound;
    arena::Plan plan =
        plan_of(design, arena::Kind::round_robin, "empty-capture", sound ? "3-ply" : "first-move",
                sound                         ? 100
                : design.scale == Scale::tiny ? 2
                                              : 12);
    for (const Ai& ai : kAis)
        plan.entrants.push_back(
            {ai.name, fmt::format("{}:eval={},{}", kSearchDepths[ai.search].search,
                                  kUtilities[ai.utility].eval, limit_of(design.scale, ai.search))});
    plan.margin = std::chrono::seconds(60);  // a busy machine must not cost an AI the game
    Workload all{{{"games of a pairing", std::to_string(plan.games)},
                  {"openings", plan.openings},
                  {"limit of minimax", limit_text(plan.entrants.front().spec)},
                  {"limit of the others", limit_text(plan.entrants.back().spec)}},
                 {{kKey, plan, kMoves * seconds_a_move(design.scale)}}};
    for_each_new([&](int ai, int opponent) {
        all.tasks.push_back(trees_task(pair_of(ai, opponent), plan, static_cast<std::size_t>(ai),
                                       static_cast<std::size_t>(opponent)));
    });
    return all;
}

/// How well ours agree with the published games, by encounter, corrected for eight comparisons.
PValues agreement(const PlayedMatch& match) {
    PValues values;
    for (const Encounter& each : kPublished)
        values.push_back(same_share(*published_of(each.ai, each.opponent),
                                    tally(match, each.ai, each.opponent)));
    return corrected(values);
}

/// How the games were played, by the plan in the store.
report::Paragraph played_text(const PlayedMatch& match) {
    if (match.plan.entrants.empty()) return {"Nothing has been played yet."};
    const std::string minimax = limit_text(match.plan.entrants.front().spec);
    const std::string others = limit_text(match.plan.entrants.back().spec);
    return {fmt::format(
        "Here each pairing plays {} games from {}, each from both sides; limit: {}. The thesis: "
        "twelve games, every first move forced once for each side, 30 s a move.",
        match.plan.games,
        match.plan.openings == "first-move"
            ? std::string("positions after one forced first move")
            : "openings of " + match.plan.openings.substr(0, match.plan.openings.find('-')) +
                  " forced sowings",
        minimax == others ? minimax
                          : fmt::format("{} for minimax, {} for the others", minimax, others))};
}

/// Tables 1 to 6: one AI against those that the thesis let it play.
report::Table printed_table(const PlayedMatch& match, const PValues& agreement, int ai) {
    using report::Align;
    report::Table table;
    table.caption = fmt::format("Table {}. {}{}{} utility function", ai + 1,
                                kAlgorithms[ai_of(ai).search], ai < 2 ? " with " : " and ",
                                ai_of(ai).utility == 0 ? "simple" : "knowledge-based");
    table.columns = {{"Opposing algorithm", Align::left},
                     {"Opposing utility function", Align::left}};
    add_tally_columns(table);
    table.columns.push_back({"p"});
    for (std::size_t i = 0; i < kPublished.size(); ++i) {
        const Encounter& each = kPublished[i];
        if (each.ai != ai && each.opponent != ai) continue;
        const int opponent = each.ai == ai ? each.opponent : each.ai;
        auto& row = table.rows.emplace_back(std::vector<report::Cell>{
            kAlgorithms[ai_of(opponent).search], kUtilities[ai_of(opponent).utility].printed});
        add_tally_cells(row, published_of(ai, opponent), tally(match, ai, opponent));
        row.emplace_back(p_text(agreement[i]));
    }
    return table;
}

report::Section tables_section(const Results& results, const PlayedMatch& match) {
    report::Section section{"tables", "Tables 1 to 6", {}};
    section.blocks.emplace_back(played_text(match));
    section.blocks.emplace_back(report::Paragraph{
        "Wins, losses and win (%) are as printed; the thesis recorded no draws, which follow from "
        "twelve games a pairing. Percentages do not count draws, here as there; their intervals "
        "are Wilson's. p is the probability of results at least as unlike if both programs won the "
        "same share (Fisher's exact test, corrected for eight pairings by Holm). Tables 3 to 6 "
        "hold the games of tables 1 and 2, seen from the other side."});
    const PValues values = agreement(match);
    for (int ai = 0; ai < kCount; ++ai)
        section.blocks.emplace_back(printed_table(match, values, ai));
    std::vector<report::SpanRow> rows;
    for (const Encounter& each : kPublished)
        if (const auto summary = encounter(match, each.ai, each.opponent); summary.sample.games > 0)
            rows.push_back(score_row(name_of(each.ai), summary,
                                     published_of(each.ai, each.opponent)->score_percent(),
                                     name_of(each.opponent)));
    section.blocks.emplace_back(
        score_chart("Minimax against the others", rows,
                    "Published: the thesis, tables 1 and 2. " + games_source(results, kKey)));
    return section;
}

/// The total over the pairings that the thesis played, of its games or of ours.
template <class Part>
Tally total_of(int ai, Part part) {
    Tally total;
    for (int opponent = 0; opponent < kCount; ++opponent) {
        if (!published_of(ai, opponent)) continue;
        const Tally each = part(ai, opponent);
        total.wins += each.wins;
        total.draws += each.draws;
        total.losses += each.losses;
    }
    return total;
}

report::Section totals_section(const PlayedMatch& match) {
    using report::Align;
    report::Section section{"totals", "Table 7", {}};
    report::Table table;
    table.caption = "Table 7. Summarized table: the pairings that the thesis played";
    table.columns = {{"Algorithm", Align::left}, {"Utility function", Align::left}};
    add_tally_columns(table);
    for (int ai = 0; ai < kCount; ++ai) {
        auto& row = table.rows.emplace_back(std::vector<report::Cell>{
            kAlgorithms[ai_of(ai).search], kUtilities[ai_of(ai).utility].printed});
        const Tally theirs = total_of(ai, [](int a, int b) { return *published_of(a, b); });
        const Tally ours = total_of(ai, [&](int a, int b) { return tally(match, a, b); });
        add_tally_cells(row, theirs, ours);
    }
    section.blocks.emplace_back(table);
    return section;
}

report::Section new_section(const Results& results, const PlayedMatch& match) {
    using report::Align;
    report::Section section{"new", "Pairings that the thesis did not play", {}};
    report::Table table;
    table.columns = {{"AI", Align::left},      {"Opponent", Align::left}, {"Measured"},
                     {"Score, 95 % interval"}, {"Margin in seeds"},       {"Trees that differ"}};
    std::vector<report::SpanRow> rows;
    PValues values;
    for_each_new([&](int ai, int opponent) {
        const arena::Summary summary = encounter(match, ai, opponent);
        if (summary.sample.games == 0) return;
        const std::string pair = pair_of(ai, opponent);
        table.rows.push_back({name_of(ai), name_of(opponent),
                              tally_text(tally(match, ai, opponent)), score_text(summary),
                              fmt::format("{:+.1f}", summary.margin.value),
                              trees_cell(results, pair)});
        rows.push_back(score_row(name_of(ai), summary, {}, name_of(opponent)));
        values.push_back(same_trees(results, pair) ? std::nullopt : even_score(summary));
    });
    values = add_p_values(table, values);
    section.blocks.emplace_back(table);
    section.blocks.emplace_back(report::Paragraph{fmt::format(
        "p is the probability of a score as far from 50 % between equals, corrected by Holm for "
        "these {} pairings. Decided, by p below {}: {}.{}",
        rows.size(), kSignificant, significant(values),
        results.design.scale == Scale::sound
            ? ""
            : " Twelve games decide little; --scale sound plays a hundred of each pairing.")});
    section.blocks.emplace_back(
        score_chart("Pairings that were not played before", rows, games_source(results, kKey)));
    return section;
}

/// The thesis, 2.1: "most games lasting for about 30 minutes".
std::optional<report::Paragraph> duration_text(const PlayedMatch& match) {
    std::vector<double> seconds;
    std::vector<double> sowings;
    for (const arena::TournamentGame& game : match.games) {
        seconds.push_back(game.seconds[0] + game.seconds[1]);
        sowings.push_back(game.plies);
    }
    if (seconds.empty()) return std::nullopt;
    const auto [shortest, longest] = std::minmax_element(seconds.begin(), seconds.end());
    return report::Paragraph{fmt::format(
        "Most games of the thesis lasted about 30 minutes, 60 times its limit for a move. Ours "
        "lasted {:.3g} s (median; {:.3g} to {:.3g}) and had {} sowings (median).",
        median(seconds), *shortest, *longest, median_text(sowings))};
}

report::Section depths_section(const PlayedMatch& match) {
    constexpr std::size_t kOpening = 12;  // first sowings of a game
    using report::Align;
    std::array<std::vector<double>, kAis.size()> depths;
    for (std::size_t i = 0; i < match.games.size(); ++i) {
        const GameRecord& record = match.records[i];
        for (std::size_t ply = 0; ply < std::min(kOpening, record.notes.size()); ++ply) {
            const auto mover = static_cast<std::size_t>(record.game.played()[ply].mover);
            const auto entrant = static_cast<std::size_t>(match.games[i].entrants[mover]);
            if (const int depth = record.notes[ply].depth; depth > 0)
                depths[entrant].push_back(depth);
        }
    }
    report::Section section{"depths", "Depths reached", {}};
    report::Table table;
    table.caption =
        fmt::format("Finished depth within the limit, first {} sowings of the games", kOpening);
    table.columns = {{"AI", Align::left}, {"Published (30 s)"}, {"Median"}, {"Least"}, {"Most"},
                     {"Searches"}};
    for (std::size_t ai = 0; ai < kAis.size(); ++ai) {
        const auto& all = depths[ai];
        if (all.empty()) continue;
        const auto published = kSearchDepths[kAis[ai].search].published;
        auto& row = table.rows.emplace_back(
            std::vector<report::Cell>{kAis[ai].name, published_depth(published)});
        for (report::Cell& cell : depth_cells(all)) row.push_back(cell);
        row.emplace_back(std::to_string(all.size()));
    }
    section.blocks.emplace_back(table);
    if (auto durations = duration_text(match)) section.blocks.emplace_back(*durations);
    return section;
}

/// All games between two groups, seen from the second. The first stands earlier in the plan.
template <class Met>
arena::Summary pooled(const PlayedMatch& match, Met met) {
    std::vector<arena::TournamentGame> theirs;
    for (arena::TournamentGame game : match.games) {
        if (!met(ai_of(std::min(game.entrants[0], game.entrants[1])),
                 ai_of(std::max(game.entrants[0], game.entrants[1]))))
            continue;
        game.margin = -game.margin;
        theirs.push_back(game);
    }
    return arena::summarise(arena::results_of_all(theirs));
}

/// "scored 76.0 % ..., +200 Elo (+150 to +260), against X over 400 games"
std::string pooled_text(const arena::Summary& summary, const char* opponent) {
    const auto elo = [](double score) {
        const auto found = arena::elo_of_score(score);
        return found ? fmt::format("{:+.0f}", *found) : score > 0.5 ? "any" : "none";
    };
    return fmt::format("scored {} %, {} Elo ({} to {}), against {} over {} games",
                       estimate_text(score_estimate(summary), 1, 100), elo(summary.score),
                       elo(summary.score_low.value_or(0)), elo(summary.score_high.value_or(1)),
                       opponent, summary.sample.games);
}

/// All games of a search against minimax, published and ours, seen from that search.
struct Totals {
    Tally theirs;
    Tally ours;
};
Totals totals_of(const PlayedMatch& match, std::size_t search) {
    Totals all;
    auto& [theirs, ours] = all;
    for (const Encounter& each : kPublished) {
        if (ai_of(each.opponent).search != search) continue;
        theirs.wins += each.losses;
        theirs.losses += each.wins;
        const Tally part = tally(match, each.opponent, each.ai);
        ours.wins += part.wins;
        ours.losses += part.losses;
    }
    return all;
}

/// "45 : 3 in the thesis, 142 : 48 here, p < 0.001"
std::string totals_text(const Totals& all, std::optional<double> p) {
    return fmt::format("{} : {} in the thesis, {} : {} here, p {}", all.theirs.wins,
                       all.theirs.losses, all.ours.wins, all.ours.losses, p_text(p));
}

std::vector<Answer> answers(const Results& results) {
    constexpr std::string_view kSameTrees = "No conclusion, both search the same trees";
    const PlayedMatch& match = results.match(kKey);
    if (!match.finished) return {};
    const auto pruned = [&](std::size_t search) {
        return pooled_text(
            pooled(match, [search](const Ai& a,
                                   const Ai& b) { return a.search == 0 && b.search == search; }),
            "minimax");
    };
    const arena::Summary utility =
        pooled(match, [](const Ai& a, const Ai& b) { return a.search == b.search; });
    const arena::Summary knowledge =
        pooled(match, [](const Ai& a, const Ai& b) { return a.search == 1 && b.search == 2; });
    const PValues values = agreement(match);
    const std::array<Totals, 2> totals{totals_of(match, 1), totals_of(match, 2)};
    const PValues agree = corrected({same_share(totals[0].theirs, totals[0].ours),
                                     same_share(totals[1].theirs, totals[1].ours)});
    const bool all_same = same_trees(results, pair_of(0, 1)) &&
                          same_trees(results, pair_of(2, 3)) && same_trees(results, pair_of(4, 5));
    return {
        {"To which extent do alpha-beta and knowledge-based alpha-beta pruning improve the result "
         "compared to only minimax?",
         fmt::format("With both utilities together, alpha-beta {} ({}); knowledge-based alpha-beta "
                     "{} ({}; p corrected by Holm). Limit here: {}; in the thesis: 30 s a move.",
                     pruned(1), totals_text(totals[0], agree[0]), pruned(2),
                     totals_text(totals[1], agree[1]), results.parameter("limit of the others"))},
        {"To which extent does the knowledge-based utility improve the result?",
         fmt::format("{}: with the same search on both sides, which the thesis did not play, the "
                     "knowledge-based utility {}. With minimax {}, with alpha-beta {}.",
                     all_same ? kSameTrees
                              : by_verdict(verdict(score_estimate(utility), 0.5), "It does",
                                           "It does harm", "Not decided"),
                     pooled_text(utility, "the simple one"), trees_text(results, pair_of(0, 1)),
                     trees_text(results, pair_of(2, 3)))},
        {"Does knowledge-based alpha-beta outperform alpha-beta?",
         fmt::format("{}: in games between the two, which the thesis did not play, it {}. With the "
                     "simple utility {}, with the knowledge-based one {}.",
                     same_trees(results, pair_of(2, 4)) && same_trees(results, pair_of(3, 5))
                         ? kSameTrees
                         : by_verdict(verdict(score_estimate(knowledge), 0.5), "Yes",
                                      "No, it is worse", "Not decided"),
                     pooled_text(knowledge, "alpha-beta"), trees_text(results, pair_of(2, 4)),
                     trees_text(results, pair_of(3, 5)))},
        {"Do our games agree with the published ones?",
         fmt::format("{} of {} pairings differ (p below {}, corrected); twelve games cannot show "
                     "that the others agree.",
                     significant(values), values.size(), kSignificant)}};
}

std::vector<report::Section> sections(const Results& results) {
    const PlayedMatch& match = results.match(kKey);
    return {tables_section(results, match), totals_section(match), depths_section(match),
            new_section(results, match)};
}

}  // namespace
}  // namespace thesis_parts

Experiment thesis() {
    using namespace thesis_parts;
    return {"thesis",
            "Six AIs: three searches, two utilities",
            kThesis,
            "section 3, tables 1 to 7",
            "Which of minimax, alpha-beta and knowledge-based alpha-beta wins, and with which "
            "utility? 6x6 under empty-capture. The scales differ in time a move and games: quick "
            "gives 50 ms, depth as long as it takes to come to the depths of the thesis, paper 30 "
            "s as the thesis did, each with its twelve games; sound gives 50 ms and plays a "
            "hundred.",
            workload,
            sections,
            answers};
}

}  // namespace kalah::lab
