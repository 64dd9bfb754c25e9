// improvements: what the thesis (sections 4.3 and 6) left for later, each switched on alone and
// all together: nodes to a fixed depth, and games at equal time.
#include <cassert>

#include <fmt/format.h>

#include "files/database_files.hpp"
#include "lab/improvements.hpp"
#include "lab/registry.hpp"
#include "lab/tasks.hpp"
#include "lab/writing.hpp"
#include "players/spec.hpp"

namespace kalah::lab {
namespace improvements_parts {
namespace {

using namespace improvements_parts;  // NOLINT: a part of this file

constexpr int kDatabaseSeeds = 14;

struct Extent {
    int positions;
    int depth;
    const char* limit;  // per move
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

std::string player_of(const char* text, const Design& design, const std::string& limit) {
    const auto spec = players::parse_player(text + ("," + limit));
    assert(spec);
    if (spec->database_directory.empty()) return spec->text;
    return players::with_setting(*spec, "db", database_directory(design));
}

std::optional<Error> build_database(const Design& design, const ProgressCallback& watch) {
    constexpr std::uint64_t kMemory = std::uint64_t{512} << 20;
    const files::DatabaseLocation place{database_directory(design), rules_of("empty-capture"), 6};
    if (files::highest_level(place) >= kDatabaseSeeds) return std::nullopt;
    const files::Build build{place, kDatabaseSeeds, 2, kMemory};
    const auto needs = files::plan(build);
    if (!needs) return needs.error();
    const auto done = files::build_files(build, *needs, watch);
    if (!done) return done.error();
    return std::nullopt;
}

/// A large margin, so that a busy machine does not cost a player the game.
arena::Plan timed_plan(const Design& design, arena::Kind kind, int games) {
    arena::Plan plan = plan_of(design, kind, "empty-capture", "2-ply", games);
    plan.margin = std::chrono::seconds(60);
    return plan;
}

std::vector<Match> matches(const Design& design) {
    const Extent size = extent(design.scale);
    arena::Plan all = timed_plan(design, arena::Kind::gauntlet, size.games);
    for (const Technique& technique : kTechniques)
        if (technique.plays())
            all.entrants.push_back(
                {technique.name, player_of(technique.player, design, size.limit)});
    // The book knows the first sowings only, so its games begin after one.
    arena::Plan book = timed_plan(design, arena::Kind::match, size.games);
    book.openings = "1-ply";
    for (const Technique& technique : kTechniques)
        if (technique.what == What::book)
            book.entrants = {{technique.name, player_of(technique.player, design, size.limit)},
                             all.entrants.front()};
    return {{kGames, all, size.seconds_a_game}, {kBook, book, size.seconds_a_game}};
}

/// A position from any stage of the game; number 0 is the start.
Board position_of(const Design& design, int number) {
    return thesis_position((7 * number) % 36, design.seed, number);
}

Result<std::vector<Value>> nodes_of(TaskContext& context, const std::string& key,
                                    const std::string& player, const Board& board) {
    const auto report = context.think(player, rules_of("empty-capture"), board);
    if (!report) return report.error();
    return std::vector<Value>{{key, double(report->nodes), "nodes"}};
}

Workload workload(const Design& design) {
    const Extent size = extent(design.scale);
    Workload all{{{"positions", std::to_string(size.positions)},
                  {"depth", std::to_string(size.depth)},
                  {"limit", limit_text("alphabeta:" + std::string(size.limit))},
                  {"games of a match", std::to_string(size.games)},
                  {"database", fmt::format("{} seeds", kDatabaseSeeds)}},
                 matches(design),
                 {},
                 [design](const ProgressCallback& watch) { return build_database(design, watch); }};
    const double seconds = design.scale == Scale::tiny ? 0.001 : 0.05;
    for (const Technique& technique : kTechniques) {
        if (!technique.counts()) continue;
        // A limit of nodes makes a search deepen step by step.
        const std::string player = player_of(
            technique.player, design,
            fmt::format("depth={}{}", size.depth,
                        technique.deepening == Deepening::yes ? ",nodes=1000000000000" : ""));
        for (int number = 0; number < size.positions; ++number)
            all.tasks.push_back({key_of(technique.name), number, seconds, false,
                                 [=, key = key_of(technique.name)](TaskContext& context) {
                                     return nodes_of(context, key, player,
                                                     position_of(design, number));
                                 }});
    }
    return all;
}

}  // namespace
}  // namespace improvements_parts

Experiment improvements() {
    using namespace improvements_parts;
    return {"improvements",
            "What the thesis left for later",
            kThesis,
            "4.3 and 6, without numbers",
            "What do the techniques that the thesis named for later bring: move ordering, "
            "transposition tables, enhanced transposition cut-off, futility bounds, MTD(f), step "
            "3, endgame databases, opening books? Each alone and all together, on the thesis's "
            "alpha-beta with the simple utility: nodes to a fixed depth, and games at equal time.",
            workload,
            improvements_parts::sections,
            improvements_parts::answers};
}

}  // namespace kalah::lab
