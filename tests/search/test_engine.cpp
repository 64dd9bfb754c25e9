// Limits, stops, ties, exact results.
#include <doctest/doctest.h>

#include <set>
#include <thread>

#include "kalah/notation.hpp"
#include "players/make_engine.hpp"
#include "search/limits.hpp"
#include "support/process.hpp"
#include "support/random_boards.hpp"
#include "support/scale.hpp"
#include "support/search.hpp"
#include "support/tsv.hpp"

using namespace kalah;
using test::kNever;
using test::settings_of;

namespace {

const std::vector<std::string> kSearches{"minimax:",
                                         "alphabeta:",
                                         "alphabeta:order=tactical,tt=1M,etc=yes,futility=yes,",
                                         "knowledge:",
                                         "mtdf:tt=1M,",
                                         "champion:memory=1M,",
                                         "champion:memory=1M,threads=2,",
                                         "champion:memory=64K,threads=3,eval=knowledge,"};

}  // namespace

TEST_CASE("small games come out at their published values, exact") {
    int games = 0;
    for (const auto& row : test::read_table("solved.tsv")) {
        CAPTURE(row.at("start"));
        CAPTURE(row.at("rules"));
        const auto rules = parse_rules(row.at("rules"));
        REQUIRE(rules);
        Engine engine = players::make_engine(settings_of("champion:depth=120,memory=16M"));
        const auto report = engine.best_move(rules->rules, *parse_start(row.at("start")), kNever);
        CHECK(report.score.exact);
        CHECK(report.score.points() == std::stoi(row.at("value")));
        ++games;
    }
    CHECK(games == 54);
}

TEST_CASE("the node limit is kept to the node, and its result can be repeated") {
    for (const std::string& search : kSearches) {
        if (search.find("threads") != std::string::npos) continue;
        for (const int nodes : {1, 2, 511, 512, 513, 5000, 50'001}) {
            CAPTURE(search);
            CAPTURE(nodes);
            const std::string text = search + "nodes=" + std::to_string(nodes);
            const auto first =
                players::make_engine(settings_of(text)).best_move({}, start_board({6, 4}), kNever);
            const auto second =
                players::make_engine(settings_of(text)).best_move({}, start_board({6, 4}), kNever);
            // The search counts one node more to notice the limit.
            CHECK(first.nodes <= static_cast<std::uint64_t>(nodes) + 1);
            CHECK(first.nodes == second.nodes);
            CHECK(first.pit == second.pit);
            CHECK(first.depth == second.depth);
        }
    }
}

TEST_CASE("what helpers count is handed in while they search, and counts for the limit") {
    SearchLimits limits;
    limits.nodes = 5000;
    search::HelperNodes sum{0};
    search::Control main(limits, search::Clock::now(), kNever, 0);
    main.add_helpers(sum);
    search::Control helper({}, search::Clock::now(), kNever, 0);
    helper.help(sum);
    for (int i = 0; i < 4000; ++i) REQUIRE_FALSE(helper.count());
    CHECK(main.all_nodes() >= 4000 - search::Control::kMostBetweenLooks);
    CHECK(main.nodes() == 0);
    helper.hand_in();
    helper.hand_in();  // the second call adds nothing
    CHECK(main.all_nodes() == 4000);
    int more = 0;
    while (!main.count()) ++more;
    CHECK(more >= 1000);
    CHECK(more <= 1000 + static_cast<int>(search::Control::kMostBetweenLooks));
}

TEST_CASE("the nodes of all threads count, for the limit and in every report") {
    for (const int threads : {1, 2, 4}) {
        CAPTURE(threads);
        constexpr std::uint64_t kLimit = 3'000'000;
        Engine engine = players::make_engine(settings_of(
            "champion:memory=1M,threads=" + std::to_string(threads) + ",nodes=3000000"));
        std::uint64_t last = 0;
        const auto report =
            engine.best_move({}, start_board({6, 6}), kNever, [&](const SearchReport& depth) {
                CHECK(depth.nodes >= last);
                last = depth.nodes;
            });
        CHECK(report.nodes > kLimit);
        CHECK(report.nodes >= last);
        // Helpers count on from the stop to their next look; the system may make them wait.
        CHECK(report.nodes < kLimit + kLimit / 4);
    }
}

TEST_CASE("depths are finished one after the other, by the step asked for") {
    for (const std::string& search : kSearches) {
        std::vector<int> depths;
        Engine engine =
            players::make_engine(settings_of(search + "depth=7,nodes=100000000,step=3"));
        const auto report =
            engine.best_move({}, start_board({6, 4}), kNever,
                             [&](const SearchReport& r) { depths.push_back(r.depth); });
        CAPTURE(search);
        CHECK(depths == std::vector<int>{1, 4, 7});
        CHECK(report.depth == 7);
    }
}

TEST_CASE("a legal move comes back even in a millisecond") {
    test::Random random(82001);
    for (int i = 0; i < 20; ++i) {
        const Board board = test::random_board(random, 12, 288);
        for (const std::string& search : kSearches) {
            const auto report = players::make_engine(settings_of(search + "time=1ms"))
                                    .best_move(parse_rules("multilap")->rules, board, kNever);
            CHECK(board.at(board.to_move, report.pit) > 0);
        }
    }
}

TEST_CASE("searches stopped at random moments from another thread return a legal move") {
    test::Random random(82002);
    for (int i = 0; i < test::scaled(150, 3000); ++i) {
        const std::string& search = kSearches[static_cast<std::size_t>(i) % kSearches.size()];
        const Board board = test::random_board(random, i % 3 == 0 ? 7 : 6, 72);
        Engine engine = players::make_engine(settings_of(search + "time=1m"));
        const int pit = test::stopped_move(engine, board, test::pick(random, 0, 3000), i % 5 == 0);
        REQUIRE(board.at(board.to_move, pit) > 0);
        // And it can search again.
        StopToken again;
        Engine next = players::make_engine(settings_of(search + "nodes=2000"));
        REQUIRE(board.at(board.to_move, next.best_move({}, board, again).pit) > 0);
    }
}

TEST_CASE("random ties are among moves of equal value only, and all of them come up") {
    test::Random random(82004);
    for (int found = 0; found < 3;) {
        const Board board = test::random_board(random, 6, 24);
        const auto oracle = players::make_engine(settings_of("minimax:depth=3,eval=store"))
                                .analyse({}, board, kNever);
        std::set<int> equal;
        for (const auto& move : oracle.moves)
            if (move.score.value == oracle.score.value) equal.insert(move.pit);
        if (equal.size() < 2 || equal.size() == oracle.moves.size()) continue;
        ++found;
        for (const std::string search : {"minimax:", "alphabeta:", "alphabeta:order=tactical,",
                                         "mtdf:tt=1M,pure=yes,", "champion:memory=1M,pure=yes,"}) {
            std::set<int> chosen;
            for (int seed = 0; seed < 80; ++seed) {
                auto settings = settings_of(search + "depth=3,eval=store,ties=random");
                settings.seed = static_cast<std::uint64_t>(seed);
                chosen.insert(players::make_engine(settings).best_move({}, board, kNever).pit);
            }
            CAPTURE(search);
            CAPTURE(to_text(board));
            CHECK(chosen == equal);
        }
    }
}

TEST_CASE("the line of a search can be played and ends at its value") {
    test::Random random(82003);
    for (int i = 0; i < 200; ++i) {
        const Board board = test::random_board(random, 6, 40);
        const auto report = players::make_engine(settings_of("alphabeta:depth=5,eval=store"))
                                .best_move({}, board, kNever);
        Game game({}, board);
        for (const int pit : report.line) {
            REQUIRE_FALSE(game.validate(pit));
            game.play(pit);
        }
        REQUIRE(report.line.front() == report.pit);
        REQUIRE((game.over() || report.line.size() == 5));
        const Side me = board.to_move;
        REQUIRE(game.board().store(me) - game.board().store(opponent(me)) == report.score.value);
    }
}

TEST_CASE("an engine that is given other rules forgets what it knew under the old ones") {
    Engine engine = players::make_engine(settings_of("champion:depth=120,memory=16M"));
    for (const char* rules : {"standard", "empty-capture", "standard", "empty-capture"}) {
        CAPTURE(rules);
        const auto report =
            engine.best_move(parse_rules(rules)->rules, start_board({2, 4}), kNever);
        CHECK(report.score.exact);
        CHECK(report.score.points() == (std::string(rules) == "standard" ? -10 : -12));
    }
}

TEST_CASE("a search goes on with fewer threads where the system has no more") {
    if (!test::kCanLimitMemory) return;
    const int status = test::status_of([] {
        Engine engine = players::make_engine(settings_of("champion:depth=8,memory=1M,threads=64"));
        test::limit_memory(40 << 20);  // room for a few stacks
        const auto report = engine.best_move({}, start_board({6, 4}), kNever);
        return report.depth == 8 ? 0 : 1;
    });
    CHECK(status == 0);
}

TEST_CASE("without deepening MTD(f) searches its depth at once and finds the same value") {
    test::Random random(515);
    for (int i = 0; i < 60; ++i) {
        const Board board = test::random_board(random, 6, 48);
        for (const char* eval : {"store", "knowledge"}) {
            const std::string player = "mtdf:depth=5,tt=1M,pure=yes,eval=" + std::string(eval);
            std::vector<int> depths;
            const auto report = players::make_engine(settings_of(player + ",deepening=no"))
                                    .best_move({}, board, kNever, [&](const SearchReport& each) {
                                        depths.push_back(each.depth);
                                    });
            CHECK(
                report.score.value ==
                players::make_engine(settings_of(player)).best_move({}, board, kNever).score.value);
            CHECK(depths == std::vector<int>{5});
        }
    }
}
