// thesis: document 000, section 3: six AIs, each search but minimax against minimax, twelve games
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
    const char* search;
    const char* eval;
    int wins;  // table 7
    int losses;
};
constexpr std::array<Ai, 6> kAis{{
    {"minimax, simple", "minimax", "simple", 5, 42},
    {"minimax, knowledge", "minimax", "knowledge", 7, 40},
    {"alpha-beta, simple", "alphabeta", "simple", 22, 2},
    {"alpha-beta, knowledge", "alphabeta", "knowledge", 23, 1},
    {"knowledge-based, simple", "knowledge", "simple", 18, 4},
    {"knowledge-based, knowledge", "knowledge", "knowledge", 19, 5},
}};

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

std::string limit_of(Scale scale, const std::string& search) {
    switch (scale) {
        case Scale::tiny:
            return "nodes=300";
        // In which both utilities typically reach the published depths, minimax 10 and alpha-beta
        // 12. Whoever prunes gets the same: the thesis gave all of them the same time, too.
        case Scale::depth:
            return search == "minimax" ? "time=1500ms" : "time=250ms";
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

Work work(const Design& design) {
    constexpr double kMoves = 45;  // of a game, those that are thought about for the whole time
    arena::Plan plan;
    plan.kind = arena::Kind::round_robin;
    for (const Ai& ai : kAis)
        plan.entrants.push_back({ai.name, fmt::format("{}:eval={},{}", ai.search, ai.eval,
                                                      limit_of(design.scale, ai.search))});
    plan.boards = {"6x6"};
    plan.rules = "empty-capture";
    plan.openings = design.scale == Scale::sound ? "3-ply" : "first-move";
    plan.games = design.scale == Scale::sound ? 100 : design.scale == Scale::tiny ? 2 : 12;
    plan.seed = design.seed;
    plan.margin = std::chrono::seconds(60);  // a busy machine is no fault of the AI's
    return {{{kKey, plan, kMoves * seconds_a_move(design.scale)}}, {}, {}};
}

const Encounter* published_of(int ai, int opponent) {
    for (const Encounter& encounter : kPublished)
        if (encounter.ai == ai && encounter.opponent == opponent) return &encounter;
    return nullptr;
}

const char* name_of(int ai) {
    return kAis[static_cast<std::size_t>(ai)].name;
}

report::Section tables_section(const Findings& findings, const PlayedMatch& match) {
    using report::Align;
    report::Section section{"tables", "Tables 1 to 6", {}};
    report::Table table;
    table.caption = "Wins and losses of minimax; win % without draws, as the thesis counts; its draws follow from "
        "twelve games a pairing; differences in percentage points";
    table.columns = {{"AI", Align::left}, {"Opponent", Align::left},
                     {"Published"},       {"Win %"},
                     {"Measured"},        {"Win %"},
                     {"Difference, points"},      {"Our score, 95 % interval"}};
    std::vector<report::SpanRow> rows;
    for (const Encounter& encounter : kPublished) {
        const Tally theirs{encounter.wins, 12 - encounter.wins - encounter.losses,
                           encounter.losses};
        const Tally ours = tally(match, encounter.ai, encounter.opponent);
        const arena::Summary summary =
            kalah::lab::encounter(match, encounter.ai, encounter.opponent);
        table.rows.push_back({name_of(encounter.ai), name_of(encounter.opponent),
                              tally_text(theirs), percent_text(theirs.win_percent()),
                              tally_text(ours), percent_text(ours.win_percent()),
                              points_text(ours.win_percent(), theirs.win_percent()),
                              score_text(summary)});
        rows.push_back(score_row(
            fmt::format("{} against {}", name_of(encounter.ai), name_of(encounter.opponent)),
            summary, theirs.score_percent()));
    }
    section.blocks.emplace_back(table);
    section.blocks.emplace_back(report::Charts{
        {score_chart("Minimax against the others", rows,
                     "Published: document 000, tables 1 and 2. " + games_source(findings, kKey))},
        report::Charts::Width::full});
    return section;
}

report::Section totals_section(const PlayedMatch& match) {
    using report::Align;
    report::Section section{"totals", "Table 7", {}};
    report::Table table;
    table.caption = "Totals over the pairings that the thesis played; differences in percentage points";
    table.columns = {{"AI", Align::left}, {"Published"}, {"Win %"},
                     {"Measured"},        {"Win %"},     {"Difference, points"}};
    for (int ai = 0; ai < static_cast<int>(kAis.size()); ++ai) {
        Tally ours;
        for (const Encounter& encounter : kPublished) {
            if (encounter.ai != ai && encounter.opponent != ai) continue;
            const Tally part = encounter.ai == ai ? tally(match, ai, encounter.opponent)
                                                  : tally(match, ai, encounter.ai);
            ours.wins += part.wins;
            ours.draws += part.draws;
            ours.losses += part.losses;
        }
        const Ai& published = kAis[static_cast<std::size_t>(ai)];
        const Tally theirs{published.wins, 0, published.losses};
        table.rows.push_back({published.name, tally_text(theirs),
                              percent_text(theirs.win_percent()), tally_text(ours),
                              percent_text(ours.win_percent()),
                              points_text(ours.win_percent(), theirs.win_percent())});
    }
    section.blocks.emplace_back(table);
    return section;
}

report::Section new_section(const Findings& findings, const PlayedMatch& match) {
    using report::Align;
    report::Section section{"new", "Pairings that the thesis did not play", {}};
    report::Table table;
    table.columns = {{"AI", Align::left},
                     {"Opponent", Align::left},
                     {"Measured"},
                     {"Score, 95 % interval"},
                     {"Margin in seeds"}};
    std::vector<report::SpanRow> rows;
    for (int ai = 0; ai < static_cast<int>(kAis.size()); ++ai)
        for (int opponent = ai + 1; opponent < static_cast<int>(kAis.size()); ++opponent) {
            if (published_of(ai, opponent) != nullptr) continue;
            const arena::Summary summary = encounter(match, ai, opponent);
            table.rows.push_back({name_of(ai), name_of(opponent),
                                  tally_text(tally(match, ai, opponent)), score_text(summary),
                                  fmt::format("{:+.1f}", summary.margin.value)});
            rows.push_back(
                score_row(fmt::format("{} against {}", name_of(ai), name_of(opponent)), summary));
        }
    section.blocks.emplace_back(table);
    section.blocks.emplace_back(report::Paragraph{
        "Twelve games decide little, as the intervals say; --scale sound plays a hundred of each "
        "pairing."});
    section.blocks.emplace_back(report::Charts{
        {score_chart("Pairings that were not played before", rows, games_source(findings, kKey))},
        report::Charts::Width::full});
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
    table.columns = {{"AI", Align::left}, {"Published (30 s)"}, {"Median"}, {"Least"}, {"Most"},
                     {"Searches"}};
    constexpr std::array<const char*, 6> kTheirs{"10", "10",         "12",
                                                 "12", "fluctuates", "fluctuates"};
    for (std::size_t ai = 0; ai < kAis.size(); ++ai) {
        const auto& all = depths[ai];
        if (all.empty()) continue;
        const auto [least, most] = std::minmax_element(all.begin(), all.end());
        table.rows.push_back({kAis[ai].name, kTheirs[ai], median_text(all), fixed(*least, 0),
                              fixed(*most, 0), std::to_string(all.size())});
    }
    section.blocks.emplace_back(table);
    return section;
}

std::vector<report::Section> sections(const Findings& findings) {
    const PlayedMatch& match = findings.match(kKey);
    return {tables_section(findings, match), totals_section(match), depths_section(match),
            new_section(findings, match)};
}

}  // namespace

Experiment thesis() {
    return {"thesis",
            "Six AIs: three searches, two utilities",
            "document 000 (the thesis), section 3, tables 1 to 7",
            "Which of minimax, alpha-beta and knowledge-based alpha-beta wins, and with which "
            "utility? 6x6 under empty-capture; each pairing plays twelve games, every first move "
            "forced once for each side. The thesis gave 30 s a move (scale paper); quick gives "
            "50 ms, depth as long as it takes to come to the depths of the thesis.",
            work,
            sections};
}

}  // namespace kalah::lab
