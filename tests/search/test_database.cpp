// Searches with an endgame database: exact where it has the position, and never a wrong value.
#include <doctest/doctest.h>

#include <map>
#include <thread>

#include "endgame/levels.hpp"
#include "endgame/oracle.hpp"
#include "endgame/reference_value.hpp"
#include "kalah/notation.hpp"
#include "players/make_engine.hpp"
#include "rules/position.hpp"
#include "search/minimax.hpp"
#include "support/database_files.hpp"
#include "support/folder.hpp"
#include "support/random_boards.hpp"
#include "support/scale.hpp"
#include "support/search.hpp"

using namespace kalah;
using test::kNever;
using test::Random;

namespace {

using SharedDatabase = std::shared_ptr<const EndgameDatabase>;

EngineOptions database_settings(const std::string& text, const SharedDatabase& database) {
    EngineOptions settings = test::settings_of(text);
    settings.database = database;
    return settings;
}

SearchReport think(const std::string& text, const SharedDatabase& database, const Rules& rules,
                   const Board& board) {
    return players::make_engine(database_settings(text, database)).best_move(rules, board, kNever);
}

int lead(const Board& board) {
    return board.store(board.to_move) - board.store(opponent(board.to_move));
}

Rules empty_capture() {
    Rules rules;
    rules.capture = Capture::empty;
    return rules;
}

const std::vector<std::string> kDatabaseSearches{
    "alphabeta:eval=store,", "alphabeta:order=tactical,tt=1M,etc=yes,futility=yes,quiet=yes,",
    "mtdf:tt=1M,",           "mtdf:tt=64K,eval=knowledge,futility=yes,",
    "champion:memory=1M,",   "champion:memory=64K,threads=2,"};

/// Databases of several sizes under both rules that the fast board covers, and one other.
struct Known {
    Rules rules;
    int pits;
    SharedDatabase database;
};
std::vector<Known> some_databases() {
    std::vector<Known> all;
    for (const Rules& rules : {Rules{}, empty_capture()}) {
        all.push_back({rules, 6, *EndgameDatabase::build(rules, 6, 8, 1)});
        all.push_back({rules, 4, *EndgameDatabase::build(rules, 4, 10, 1)});
    }
    const Rules avalanche = parse_rules("avalanche")->rules;
    all.push_back({avalanche, 3, *EndgameDatabase::build(avalanche, 3, 7, 1)});
    return all;
}

/// Minimax to a depth that uses database values where there are any. `id` is that of Eval.
template <class Eval>
int probed_minimax(const PlainPosition& position, int depth, const EndgameDatabase& database,
                   EvalId id) {
    int best = -search::kInfinity;
    for (const int pit : position.legal_moves()) {
        PlainPosition next = position;
        const Step step = next.play(pit);
        const Board& child = next.board();
        int value = 0;
        if (step.over)
            value = eval::finished<Eval>(next);
        else if (database.covers(seeds_in_pits(child)))
            value = Eval::kPerSeed * (lead(child) + database.levels().future(child));
        else if (depth == 1)
            value = Eval::value(next, step.extra_turn ? usual_bonus(id) : 0);
        else
            value = probed_minimax<Eval>(next, depth - 1, database, id);
        best = std::max(best, step.extra_turn ? value : -value);
    }
    return best;
}

}  // namespace

TEST_CASE("what a database covers is exact at depth 1, with the value of perfect play") {
    Random random(84001);
    for (const Known& known : some_databases()) {
        test::Oracle oracle(known.rules);
        for (int i = 0; i < test::scaled(60, 1500); ++i) {
            const Board board = test::random_board(random, known.pits, known.database->max_seeds());
            const std::string& player =
                kDatabaseSearches[static_cast<std::size_t>(i) % kDatabaseSearches.size()];
            INFO(player, " on ", to_text(board), " ", to_text(known.rules));
            const auto report = think(player + "depth=1", known.database, known.rules, board);
            REQUIRE(report.score.exact);
            REQUIRE(report.score.points() == lead(board) + oracle.future(board));
        }
    }
}

TEST_CASE("searches with a database have the value of minimax with it, at equal depth") {
    Random random(84002);
    int more_exact = 0;
    for (int i = 0; i < test::scaled(200, 4000); ++i) {
        static const auto all = some_databases();
        const Known& known = all[static_cast<std::size_t>(i) % all.size()];
        const Board board =
            test::random_board(random, known.pits, known.database->max_seeds() + 12);
        const int depth = test::pick(random, 1, 4);
        const EvalId id = test::random_eval(random);
        if (value_per_seed(id) == 0) continue;
        const std::string common =
            "depth=" + std::to_string(depth) + ",eval=" + std::string(to_text(id));
        const int oracle = eval::with_eval(id, [&](auto e) {
            return probed_minimax<decltype(e)>(PlainPosition(known.rules, board), depth,
                                               *known.database, id);
        });
        for (const std::string player :
             {"alphabeta:", "alphabeta:order=right,", "alphabeta:order=valued,futility=yes,"}) {
            INFO(player, common, " on ", to_text(board), " ", to_text(known.rules));
            const auto with = think(player + common, known.database, known.rules, board);
            REQUIRE(with.score.value == oracle);
            const auto without = think(player + common, nullptr, known.rules, board);
            if (without.score.exact) REQUIRE(with.score.exact);
            if (with.score.exact && !without.score.exact) ++more_exact;
        }
    }
    CHECK(more_exact > 20);
}

TEST_CASE("what a search with a database calls exact is perfect play, to the end of its line") {
    Random random(84003);
    int exact = 0;
    for (const Known& known : some_databases()) {
        test::Oracle oracle(known.rules);
        for (int i = 0; i < test::scaled(60, 600); ++i) {
            const Board board =
                test::random_board(random, known.pits, known.database->max_seeds() + 4);
            const std::string& player =
                kDatabaseSearches[static_cast<std::size_t>(i) % kDatabaseSearches.size()];
            INFO(player, " on ", to_text(board), " ", to_text(known.rules));
            const int value = lead(board) + oracle.future(board);
            const EngineOptions settings =
                database_settings(player + "depth=" + std::to_string(1 + i % 9), known.database);
            const auto report = players::make_engine(settings).analyse(known.rules, board, kNever);
            if (report.score.exact) REQUIRE(report.score.points() == value);
            for (const auto& move : report.moves) {
                if (!move.score.exact) continue;
                ++exact;
                REQUIRE(move.score.points() <= value);
                Game game(known.rules, board);
                for (const int pit : move.line) {
                    REQUIRE_FALSE(game.validate(pit));
                    game.play(pit);
                }
                REQUIRE(game.over());
                const Side me = board.to_move;
                REQUIRE(game.board().store(me) - game.board().store(opponent(me)) ==
                        move.score.points());
            }
        }
    }
    CHECK(exact > 200);
}

TEST_CASE("a database for another game, or for a pure search, changes nothing") {
    Random random(84004);
    const auto standard = *EndgameDatabase::build({}, 6, 7, 1);
    const auto same = [&](const std::string& player, const Rules& rules, const Board& board) {
        INFO(player, " on ", to_text(board), " ", to_text(rules));
        const auto with = think(player, standard, rules, board);
        const auto without = think(player, nullptr, rules, board);
        REQUIRE(with.nodes == without.nodes);
        REQUIRE(with.score.value == without.score.value);
        REQUIRE(with.score.exact == without.score.exact);
        REQUIRE(with.line == without.line);
    };
    Rules majority;
    majority.majority_stop = true;
    for (int i = 0; i < 100; ++i) {
        const Board six = test::random_board(random, 6, 14);
        for (const std::string player :
             {"alphabeta:depth=4", "mtdf:tt=1M,depth=5", "champion:memory=1M,depth=6"}) {
            same(player, empty_capture(), six);
            same(player, majority, six);
            same(player, {}, test::random_board(random, i % 2 == 0 ? 5 : 7, 14));
            same(player + ",pure=yes", {}, six);
            same(player + ",eval=five-part", {}, six);
        }
        same("minimax:depth=3", {}, six);
        same("knowledge:depth=3", {}, six);
    }
}

TEST_CASE("a search with a damaged database is one without") {
    Random random(84005);
    const test::Folder folder;
    for (const int pits : {4, 6}) {
        const files::DatabaseLocation place{folder.path(), {}, pits};
        test::build_database(place, 7);
        test::damage_all_values(place);
        const auto database = files::open_database(place);
        REQUIRE(database);
        for (int i = 0; i < 60; ++i) {
            const Board board = test::random_board(random, pits, 12);
            const std::string& player = kDatabaseSearches[static_cast<std::size_t>(i) % 5];
            INFO(player, " on ", to_text(board));
            const auto with = think(player + "depth=6", *database, {}, board);
            const auto without = think(player + "depth=6", nullptr, {}, board);
            REQUIRE(with.nodes == without.nodes);
            REQUIRE(with.score.value == without.score.value);
            REQUIRE(with.score.exact == without.score.exact);
            REQUIRE(with.pit == without.pit);
        }
        CHECK((*database)->damaged());
    }
}

TEST_CASE("a database that was checked ahead says the same") {
    Random random(84007);
    const test::Folder folder;
    const files::DatabaseLocation place{folder.path(), {}, 6};
    test::build_database(place, 9);
    const auto database = files::open_database(place);
    const auto expected = *EndgameDatabase::build({}, 6, 9, 1);
    for (const int milliseconds : {0, 60'000}) {
        (*database)->check_ahead(std::chrono::milliseconds(milliseconds));
        for (int i = 0; i < 1000; ++i) {
            const Board board = test::random_board(random, 6, 9);
            REQUIRE((*database)->levels().future(board) == expected->levels().future(board));
        }
        CHECK_FALSE((*database)->damaged());
    }
    test::damage_all_values(place);
    const auto damaged = files::open_database(place);
    (*damaged)->check_ahead(std::chrono::seconds(60));
    CHECK((*damaged)->damaged());
}

TEST_CASE("searches with a database, stopped at random moments, return a legal move") {
    Random random(84006);
    const test::Folder folder;
    const files::DatabaseLocation place{folder.path(), {}, 6};
    test::build_database(place, 10);
    for (int i = 0; i < test::scaled(40, 1000); ++i) {
        // Open it anew, so that the search threads check its parts.
        const auto database = files::open_database(place);
        REQUIRE(database);
        const Board board = test::random_board(random, 6, 40);
        const std::string player =
            i % 4 == 0 ? "champion:memory=1M,"
                       : "champion:memory=64K,threads=" + std::to_string(1 + i % 4) + ",";
        Engine engine = players::make_engine(database_settings(player + "time=1m", *database));
        const int pit = test::stopped_move(engine, board, test::pick(random, 0, 4000), i % 5 == 0);
        REQUIRE(board.at(board.to_move, pit) > 0);
    }
}
