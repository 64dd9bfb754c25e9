// thesis: the thesis, section 3: six AIs, each search but minimax against minimax, twelve games
// with forced first moves; tables 1 to 6 and the totals of table 7.
#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include "lab/registry.hpp"
#include "lab/writing.hpp"

namespace kalah::lab {
namespace {

struct Ai {
    const char* name;
    std::size_t search;  // of kSearchDepths
    const char* eval;
    int wins;  // table 7
    int losses;
};
constexpr std::array<Ai, 6> kAis{{
    {"minimax, simple", 0, "simple", 5, 42},
    {"minimax, knowledge", 0, "knowledge", 7, 40},
    {"alpha-beta, simple", 1, "simple", 22, 2},
    {"alpha-beta, knowledge", 1, "knowledge", 23, 1},
    {"knowledge-based, simple", 2, "simple", 18, 4},
    {"knowledge-based, knowledge", 2, "knowledge", 19, 5},
}};
constexpr int kCount = static_cast<int>(kAis.size());

/// Tables 1 and 2, seen from minimax; 3 to 6 are the same games seen from the others.
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

std::string limit_of(Scale scale, std::size_t search) {
    switch (scale) {
        case Scale::tiny:
            return "nodes=300";
        // In which both utilities typically reach the published depths, minimax 10 and alpha-beta
        // 12. Searches that prune get the same: the thesis gave all of them the same time, too.
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
    constexpr double kMoves = 45;  // of a game, those that are thought about for the whole time
    const bool sound = design.scale == Scale::sound;
    arena::Plan plan =
        plan_of(design, arena::Kind::round_robin, "empty-capture", sound ? "3-ply" : "first-move",
                sound                         ? 100
                : design.scale == Scale::tiny ? 2
                                              : 12);
    for (const Ai& ai : kAis)
        plan.entrants.push_back(
            {ai.name, fmt::format("{}:eval={},{}", kSearchDepths[ai.search].search, ai.eval,
                                  limit_of(design.scale, ai.search))});
    plan.margin = std::chrono::seconds(60);  // a busy machine is no fault of the AI's
    return {{{"games of a pairing", std::to_string(plan.games)},
             {"openings", plan.openings},
             {"limit of minimax", limit_text(plan.entrants.front().spec)},
             {"limit of the others", limit_text(plan.entrants.back().spec)}},
            {{kKey, plan, kMoves * seconds_a_move(design.scale)}}};
}

const Encounter* published_of(int ai, int opponent) {
    for (const Encounter& encounter : kPublished)
        if (encounter.ai == ai && encounter.opponent == opponent) return &encounter;
    return nullptr;
}

const char* name_of(int ai) {
    return kAis[static_cast<std::size_t>(ai)].name;
}

/// How it was played, by the plan that was played.
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

report::Section tables_section(const Results& results, const PlayedMatch& match) {
    using report::Align;
    report::Section section{"tables", "Tables 1 to 6", {}};
    section.blocks.emplace_back(played_text(match));
    report::Table table;
    table.caption =
        "Wins and losses of minimax; win % without draws, as the thesis counts (its draws follow "
        "from twelve games a pairing); differences in percentage points";
    table.columns = {{"AI", Align::left},    {"Opponent", Align::left},
                     {"Published"},          {"Win %"},
                     {"Measured"},           {"Win %"},
                     {"Difference, points"}, {"Our score, 95 % interval"}};
    std::vector<report::SpanRow> rows;
    for (const Encounter& pairing : kPublished) {
        const Tally theirs{pairing.wins, 12 - pairing.wins - pairing.losses, pairing.losses};
        const Tally ours = tally(match, pairing.ai, pairing.opponent);
        const arena::Summary summary = encounter(match, pairing.ai, pairing.opponent);
        table.rows.push_back(
            {name_of(pairing.ai), name_of(pairing.opponent), tally_text(theirs),
             percent_text(theirs.win_percent()), tally_text(ours), percent_text(ours.win_percent()),
             points_text(ours.win_percent(), theirs.win_percent()), score_text(summary)});
        if (ours.games() > 0)
            rows.push_back(score_row(name_of(pairing.ai), summary, theirs.score_percent(),
                                     name_of(pairing.opponent)));
    }
    section.blocks.emplace_back(table);
    section.blocks.emplace_back(
        score_chart("Minimax against the others", rows,
                    "Published: the thesis, tables 1 and 2. " + games_source(results, kKey)));
    return section;
}

/// Over the pairings that the thesis played.
Tally total_of(const PlayedMatch& match, int ai) {
    Tally total;
    for (const Encounter& pairing : kPublished) {
        if (pairing.ai != ai && pairing.opponent != ai) continue;
        const Tally part = tally(match, ai, pairing.ai == ai ? pairing.opponent : pairing.ai);
        total.wins += part.wins;
        total.draws += part.draws;
        total.losses += part.losses;
    }
    return total;
}

report::Section totals_section(const PlayedMatch& match) {
    using report::Align;
    report::Section section{"totals", "Table 7", {}};
    report::Table table;
    table.caption =
        "Totals over the pairings that the thesis played; differences in percentage points";
    table.columns = {{"AI", Align::left}, {"Published"}, {"Win %"},
                     {"Measured"},        {"Win %"},     {"Difference, points"}};
    for (int ai = 0; ai < kCount; ++ai) {
        const Ai& published = kAis[static_cast<std::size_t>(ai)];
        const Tally theirs{published.wins, 0, published.losses};
        const Tally ours = total_of(match, ai);
        table.rows.push_back({published.name, tally_text(theirs),
                              percent_text(theirs.win_percent()), tally_text(ours),
                              percent_text(ours.win_percent()),
                              points_text(ours.win_percent(), theirs.win_percent())});
    }
    section.blocks.emplace_back(table);
    return section;
}

report::Section new_section(const Results& results, const PlayedMatch& match) {
    using report::Align;
    report::Section section{"new", "Pairings that the thesis did not play", {}};
    report::Table table;
    table.columns = {{"AI", Align::left},
                     {"Opponent", Align::left},
                     {"Measured"},
                     {"Score, 95 % interval"},
                     {"Margin in seeds"}};
    std::vector<report::SpanRow> rows;
    int decided = 0;
    for (int ai = 0; ai < kCount; ++ai)
        for (int opponent = ai + 1; opponent < kCount; ++opponent) {
            const arena::Summary summary = encounter(match, ai, opponent);
            if (published_of(ai, opponent) != nullptr || summary.sample.games == 0) continue;
            table.rows.push_back({name_of(ai), name_of(opponent),
                                  tally_text(tally(match, ai, opponent)), score_text(summary),
                                  fmt::format("{:+.1f}", summary.margin.value)});
            rows.push_back(score_row(name_of(ai), summary, {}, name_of(opponent)));
            if (summary.score_low.value_or(0) > 0.5 || summary.score_high.value_or(1) < 0.5)
                ++decided;
        }
    section.blocks.emplace_back(table);
    section.blocks.emplace_back(report::Paragraph{fmt::format(
        "Decided, by an interval that does not hold 50 %: {} of these {} pairings.{}", decided,
        rows.size(),
        results.design.scale == Scale::sound
            ? ""
            : " Twelve games decide little; --scale sound plays a hundred of each pairing.")});
    section.blocks.emplace_back(
        score_chart("Pairings that were not played before", rows, games_source(results, kKey)));
    return section;
}

/// "depth 12, ...": what the AI said of its move.
std::optional<double> depth_in(const std::string& comment) {
    constexpr std::string_view kWord = "depth ";
    if (!comment.starts_with(kWord)) return std::nullopt;
    int depth = 0;
    std::from_chars(comment.data() + kWord.size(), comment.data() + comment.size(), depth);
    return depth;
}

report::Section depths_section(const PlayedMatch& match) {
    constexpr std::size_t kOpening = 12;  // sowings of the game
    using report::Align;
    std::array<std::vector<double>, kAis.size()> depths;
    for (std::size_t i = 0; i < match.games.size(); ++i) {
        const GameRecord& record = match.records[i];
        for (std::size_t ply = 0; ply < std::min(kOpening, record.notes.size()); ++ply) {
            const auto mover = static_cast<std::size_t>(record.game.played()[ply].mover);
            const auto entrant = static_cast<std::size_t>(match.games[i].entrants[mover]);
            if (const auto depth = depth_in(record.notes[ply].comment))
                depths[entrant].push_back(*depth);
        }
    }
    report::Section section{"depths", "Depths reached", {}};
    report::Table table;
    table.caption =
        fmt::format("Finished depth within the limit, first {} sowings of the games", kOpening);
    table.columns = {
        {"AI", Align::left}, {"Published (30 s)"}, {"Median"}, {"Difference"}, {"Least"}, {"Most"},
        {"Searches"}};
    for (std::size_t ai = 0; ai < kAis.size(); ++ai) {
        const auto& all = depths[ai];
        if (all.empty()) continue;
        const auto published = kSearchDepths[kAis[ai].search].published;
        auto& row = table.rows.emplace_back(
            std::vector<report::Cell>{kAis[ai].name, published_depth(published)});
        for (report::Cell& cell : depth_cells(all, published)) row.push_back(cell);
        row.emplace_back(std::to_string(all.size()));
    }
    section.blocks.emplace_back(table);
    return section;
}

std::vector<report::Section> sections(const Results& results) {
    const PlayedMatch& match = results.match(kKey);
    return {tables_section(results, match), totals_section(match), depths_section(match),
            new_section(results, match)};
}

}  // namespace

Experiment thesis() {
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
            sections};
}

}  // namespace kalah::lab
