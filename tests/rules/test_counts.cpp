// Published and cross-checked counts: perft, distinct positions, reachable positions.
#include <doctest/doctest.h>

#include "kalah/notation.hpp"
#include "rules/perft.hpp"
#include "rules/position_set.hpp"
#include "rules/reach.hpp"
#include "support/random_boards.hpp"
#include "support/scale.hpp"
#include "support/tsv.hpp"

using namespace kalah;

namespace {

struct Count {
    std::string name;
    Rules rules;
    Board start;
    int depth = 0;
    std::uint64_t count = 0;
};

std::vector<Count> counts(const std::string& what) {
    std::vector<Count> result;
    for (const auto& row : test::read_table("counts.tsv")) {
        if (row.at("what") != what) continue;
        const auto rules = parse_rules(row.at("rules"));
        const auto start = parse_start(row.at("start"));
        REQUIRE(rules);
        REQUIRE(start);
        const int depth = row.at("depth") == "-" ? 0 : std::stoi(row.at("depth"));
        result.push_back(
            {row.at("start"), rules->rules, *start, depth, std::stoull(row.at("count"))});
    }
    return result;
}

}  // namespace

TEST_CASE("perft agrees with the published counts on both boards") {
    const auto table = counts("perft");
    REQUIRE(table.size() == 27);
    for (const Count& row : table) {
        CAPTURE(row.name);
        CAPTURE(row.depth);
        CHECK(perft(row.rules, row.start, row.depth, BoardKind::fast).count.nodes == row.count);
        CHECK(perft(row.rules, row.start, row.depth, BoardKind::reference).count.nodes ==
              row.count);
    }
}

TEST_CASE("perft counts the same on both boards, by first move and finished games") {
    test::Random random(20001);
    for (int i = 0; i < test::scaled(200, 5000); ++i) {
        const Board board = test::random_board(random, 6, test::pick(random, 1, 60));
        for (const Capture capture : {Capture::opposite, Capture::empty}) {
            Rules rules;
            rules.capture = capture;
            const Perft fast = perft(rules, board, 4, BoardKind::fast);
            const Perft slow = perft(rules, board, 4, BoardKind::reference);
            CAPTURE(to_text(board));
            CHECK(fast.count.nodes == slow.count.nodes);
            CHECK(fast.count.finished == slow.count.finished);
            REQUIRE(fast.parts.size() == slow.parts.size());
            for (std::size_t k = 0; k < fast.parts.size(); ++k)
                CHECK(fast.parts[k].count.nodes == slow.parts[k].count.nodes);
        }
    }
}

TEST_CASE("perft of depth 0 is the position itself, and a finished game has no more sequences") {
    CHECK(perft({}, start_board({6, 4}), 0, BoardKind::fast).count.nodes == 1);
    const Board last = *parse_position("<3,5,6,0,0,1,1,0,0>");
    CHECK(perft({}, last, 1, BoardKind::reference).count.nodes == 1);
    CHECK(perft({}, last, 1, BoardKind::reference).count.finished == 1);
    CHECK(perft({}, last, 2, BoardKind::reference).count.nodes == 0);
}

TEST_CASE("perft stops when the watch says so, and says that it is not complete") {
    int calls = 0;
    const Perft stopped = perft({}, start_board({6, 4}), 9, BoardKind::fast,
                                [&](std::uint64_t) { return ++calls < 3; });
    CHECK_FALSE(stopped.complete);
    CHECK(calls == 3);
    CHECK(stopped.count.nodes < 2'763'490);
}

TEST_CASE("the watch is asked in time, even if a single move drops a million seeds") {
    const Rules rules = parse_rules("avalanche")->rules;
    const Board huge = start_board({12, 2730});
    int calls = 0;
    const auto third = [&](std::uint64_t) { return ++calls < 3; };
    CHECK_FALSE(perft(rules, huge, 7, BoardKind::reference, third).complete);
    CHECK(calls == 3);
    calls = 0;
    CHECK(reachable(rules, huge, {}, third).stopped == Stopped::by_watch);
    CHECK(calls == 3);
}

TEST_CASE("distinct positions after k sowings agree with the published counts") {
    const auto table = counts("distinct");
    REQUIRE(table.size() == 14);
    for (const Count& row : table) {
        CAPTURE(row.name);
        CAPTURE(row.depth);
        const DistinctPositions found = distinct_positions(row.rules, row.start, row.depth, {});
        REQUIRE(found.after.size() == static_cast<std::size_t>(row.depth));
        CHECK(found.after.back() == row.count);
    }
}

TEST_CASE("reachable positions agree with Irving, Donkers and Uiterwijk, table 3") {
    const auto table = counts("reach");
    REQUIRE(table.size() == 21);
    const auto most = static_cast<std::uint64_t>(test::scaled(1'000'000, 1'000'000'000));
    for (const Count& row : table) {
        if (row.count > most) continue;
        CAPTURE(row.name);
        const Reach found = reachable(row.rules, row.start, {});
        CHECK(found.positions == row.count);
        CHECK(found.stopped == Stopped::no);
    }
}

TEST_CASE("counting positions stops at its limit and when the watch says so") {
    const Board start = start_board({4, 2});
    CHECK(reachable({}, start, {1000}).stopped == Stopped::by_limit);
    CHECK(reachable({}, start_board({5, 2}), {}, [](std::uint64_t) { return false; }).stopped ==
          Stopped::by_watch);
    CHECK(distinct_positions({}, start_board({6, 4}), 8, {1000}).stopped == Stopped::by_limit);
}

TEST_CASE_TEMPLATE("packed positions unpack to what they were", Packer, PositionPacker<1>,
                   PositionPacker<2>, PositionPacker<7>) {
    test::Random random(20002);
    for (int i = 0; i < 2000; ++i) {
        const Board board =
            test::random_board(random, test::pick(random, 1, 12), test::pick(random, 1, 60'000));
        if (Packer::bits_needed(board) >= 64 * std::tuple_size_v<typename Packer::Key>) continue;
        const Packer packer(board);
        CHECK(packer.unpack(packer.pack(board)) == board);
    }
}
