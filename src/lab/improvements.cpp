// improvements: what the thesis (document 000, sections 4.3 and 6) left for later, each switched on
// alone and all together: nodes to a fixed depth, and games at equal time.
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "endgame/directory.hpp"
#include "lab/desk.hpp"
#include "lab/registry.hpp"
#include "lab/writing.hpp"

namespace kalah::lab {
namespace {

constexpr int kDatabaseSeeds = 14;
constexpr const char* kGames = "one-by-one";
constexpr const char* kPruning = "pruning";
constexpr const char* kUtility = "utility";

/// What is measured of a technique.
enum class What : std::uint8_t { both, nodes, games };
enum class Deepening : bool { no, yes };
struct Technique {
    const char* name;
    const char* player;  // {}: the folder of the database
    What what = What::both;
    Deepening deepening = Deepening::yes;
    [[nodiscard]] bool counts() const { return what != What::games; }
    [[nodiscard]] bool plays() const { return what != What::nodes; }
};
constexpr const char* kPlain = "plain";
constexpr const char* kPlainAtOnce = "plain, no deepening";
constexpr const char* kStrong = "ordering and table";
constexpr const char* kStrongAtOnce = "ordering and table, no deepening";
constexpr std::array<Technique, 13> kTechniques{{
    {kPlain, "alphabeta:eval=simple"},
    {kPlainAtOnce, "alphabeta:eval=simple", What::nodes, Deepening::no},
    {"step 3", "alphabeta:eval=simple,step=3"},
    {"move ordering", "alphabeta:eval=simple,order=tactical"},
    {"transposition table", "alphabeta:eval=simple,tt=16M"},
    {"table and cut-off", "alphabeta:eval=simple,tt=16M,etc=yes"},
    {"futility", "alphabeta:eval=simple,futility=yes"},
    {"MTD(f)", "mtdf:eval=simple,order=left,tt=16M"},
    {"endgame database", "alphabeta:eval=simple,db={}"},
    {"opening book", "alphabeta:eval=simple,book=default", What::games},
    {kStrong, "alphabeta:eval=simple,order=tactical,tt=16M", What::nodes},
    {kStrongAtOnce, "alphabeta:eval=simple,order=tactical,tt=16M", What::nodes, Deepening::no},
    {"all together",
     "mtdf:eval=simple,order=tactical,tt=16M,etc=yes,futility=yes,db={},book=default"},
}};

struct Extent {
    int positions;
    int depth;
    const char* limit;  // of a move
    double seconds_a_game;
    int games;
};
Extent extent(Scale scale) {
    switch (scale) {
        case Scale::tiny:
            return {3, 4, "nodes=200", 0.02, 2};
        case Scale::quick:
            return {24, 10, "time=20ms", 0.9, 60};
        default:
            return {100, 12, "time=50ms", 2.2, 100};
    }
}

std::string database_directory(const Design& design) {
    return design.directory + "/db";
}

std::string with_database(std::string player, const std::string& directory) {
    if (const auto at = player.find("{}"); at != std::string::npos)
        player.replace(at, 2, directory);
    return player;
}

std::string player_of(const char* text, const Design& design, const std::string& limit) {
    return with_database(text, database_directory(design)) + "," + limit;
}

std::string key_of(const std::string& technique) {
    return "nodes/" + technique;
}

std::optional<Error> build_database(const Design& design, const Watch& watch) {
    if (design.directory.find(',') != std::string::npos)
        return Error{"--out: players cannot name a database in a folder with a comma"};
    constexpr std::uint64_t kMemory = std::uint64_t{512} << 20;
    const endgame::Place place{database_directory(design), rules_of("empty-capture"), 6};
    if (endgame::highest_level(place) >= kDatabaseSeeds) return std::nullopt;
    const endgame::Build build{place, kDatabaseSeeds, 2, kMemory};
    const auto needs = endgame::plan(build);
    if (!needs) return needs.error();
    const auto done = endgame::build_files(build, *needs, watch);
    if (!done) return done.error();
    return std::nullopt;
}

arena::Plan plan_of(const Design& design, arena::Kind kind, int games) {
    arena::Plan plan;
    plan.kind = kind;
    plan.boards = {"6x6"};
    plan.rules = "empty-capture";
    plan.openings = "2-ply";
    plan.games = games;
    plan.seed = design.seed;
    plan.margin = std::chrono::seconds(60);
    return plan;
}

std::vector<Match> matches(const Design& design) {
    const Extent size = extent(design.scale);
    arena::Plan all = plan_of(design, arena::Kind::gauntlet, size.games);
    for (const Technique& technique : kTechniques)
        if (technique.plays())
            all.entrants.push_back(
                {technique.name, player_of(technique.player, design, size.limit)});
    arena::Plan pruning = plan_of(design, arena::Kind::match, 2 * size.games);
    pruning.entrants = {
        {"knowledge-based, fitted", player_of("knowledge:eval=fitted", design, size.limit)},
        {"alpha-beta, fitted", player_of("alphabeta:eval=fitted", design, size.limit)}};
    arena::Plan utility = plan_of(design, arena::Kind::match, 2 * size.games);
    constexpr const char* kFast = "mtdf:eval={},order=tactical,tt=16M,etc=yes,futility=yes,{}";
    utility.entrants = {
        {"strong search, simple", fmt::format(fmt::runtime(kFast), "simple", size.limit)},
        {"strong search, knowledge", fmt::format(fmt::runtime(kFast), "knowledge", size.limit)}};
    return {{kGames, all, size.seconds_a_game},
            {kPruning, pruning, size.seconds_a_game},
            {kUtility, utility, size.seconds_a_game}};
}

/// Positions of all stages of the game, the start among them.
Board position_of(const Rules& rules, std::uint64_t seed, int number) {
    return number == 0 ? start_board({6, 6})
                       : random_position(rules, {6, 6}, (7 * number) % 36, seed,
                                         static_cast<std::uint64_t>(number));
}

Work work(const Design& design) {
    const Extent size = extent(design.scale);
    Work all{matches(design), {}, [design](const Watch& watch) {
                 return build_database(design, watch);
             }};
    for (const Technique& technique : kTechniques) {
        if (!technique.counts()) continue;
        // A limit of nodes makes a search deepen step by step.
        const std::string limit =
            fmt::format("depth={}{}", size.depth,
                        technique.deepening == Deepening::yes ? ",nodes=1000000000000" : "");
        for (int position = 0; position < size.positions; ++position)
            all.tasks.push_back(
                {key_of(technique.name), position, design.scale == Scale::tiny ? 0.001 : 0.05,
                 false,
                 [=, key = key_of(technique.name), seed = design.seed,
                  player = player_of(technique.player, design, limit)](Desk& desk) {
                     const Rules rules = rules_of("empty-capture");
                     const auto report =
                         desk.think(player, rules, position_of(rules, seed, position));
                     return std::vector<Value>{{key, double(report.nodes), "nodes"}};
                 }});
    }
    return all;
}

report::Section techniques_section(const Findings& findings) {
    using report::Align;
    const Extent size = extent(findings.design.scale);
    const PlayedMatch& match = findings.match(kGames);
    report::Section section{"techniques", "Each technique alone, and all together", {}};
    report::Table table;
    table.caption = fmt::format(
        "Nodes to depth {} over {} positions; games against plain alpha-beta at {} a move",
        size.depth, size.positions, size.limit);
    table.columns = {{"Technique", Align::left},
                     {"Nodes, all positions"},
                     {"Of plain (median)"},
                     {"Won : lost"},
                     {"Score, 95 % interval"}};
    std::vector<report::SpanRow> rows;
    const auto& plain = findings.of(key_of(kPlain));
    int entrant = 0;
    for (const Technique& technique : kTechniques) {
        std::vector<report::Cell> row{
            {technique.name, with_database(technique.player, "DIR/db")}, "-", "-", "-", "-"};
        const auto& nodes = findings.of(key_of(technique.name));
        if (!nodes.empty() && nodes.size() == plain.size()) {
            std::vector<double> ratios;
            for (std::size_t k = 0; k < nodes.size(); ++k)
                ratios.push_back(nodes[k] / std::max(plain[k], 1.0));
            row[1] = grouped(mean(nodes) * double(nodes.size()));
            row[2] = fixed(100 * median(ratios), 1) + " %";
        }
        if (technique.plays() && std::string_view(technique.name) != kPlain &&
            !match.games.empty()) {
            const arena::Summary summary = encounter(match, ++entrant, 0);
            row[3] = tally_text(tally(match, entrant, 0));
            row[4] = score_text(summary);
            rows.push_back(score_row(technique.name, summary));
        }
        table.rows.push_back(row);
    }
    section.blocks.emplace_back(table);
    section.blocks.emplace_back(
        report::Charts{{score_chart("Score against plain alpha-beta at equal time", rows,
                                    games_source(findings, kGames))},
                       report::Charts::Width::full});
    return section;
}

report::Section questions_section(const Findings& findings) {
    using report::Align;
    report::Section section{"questions", "The thesis's open questions", {}};
    report::Table table;
    table.columns = {{"Question", Align::left},
                     {"Measured by", Align::left},
                     {"Won : lost"},
                     {"Score of the first, 95 % interval"}};
    const auto add = [&](const char* question, const char* key) {
        const PlayedMatch& match = findings.match(key);
        if (match.games.empty()) return;
        table.rows.push_back(
            {question, match.plan.entrants[0].spec + " against " + match.plan.entrants[1].spec,
             tally_text(tally(match, 0, 1)), score_text(encounter(match, 0, 1))});
    };
    add("Does knowledge-based pruning pay with better values?", kPruning);
    add("Does the simple utility suffice once the search is strong?", kUtility);
    section.blocks.emplace_back(table);
    const auto nodes = [&](const char* technique) {
        return std::max(mean(findings.of(key_of(technique))), 1.0);
    };
    section.blocks.emplace_back(report::Paragraph{fmt::format(
        "Can the repeated work of iterative deepening be saved? Plain deepening takes {:.2f} times "
        "the nodes of one search of the last depth. With move ordering and a table that remembers "
        "the best moves it takes {:.2f} times those of one such search, and {:.3f} times those of "
        "one plain search.",
        nodes(kPlain) / nodes(kPlainAtOnce), nodes(kStrong) / nodes(kStrongAtOnce),
        nodes(kStrong) / nodes(kPlainAtOnce))});
    return section;
}

std::vector<report::Section> sections(const Findings& findings) {
    return {techniques_section(findings), questions_section(findings)};
}

}  // namespace

Experiment improvements() {
    return {"improvements",
            "What the thesis left for later",
            "document 000 (the thesis), 4.3 and 6; no numbers were published",
            "What do the techniques that the thesis named for later bring: move ordering, "
            "transposition tables, enhanced transposition cut-off, futility bounds, MTD(f), step "
            "3, endgame databases, opening books? Each alone and all together, on the thesis's "
            "alpha-beta with the simple utility: nodes to a fixed depth, and games at equal time.",
            work,
            sections};
}

}  // namespace kalah::lab
