// The values of databases in memory.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "endgame/builder.hpp"
#include "endgame/levels.hpp"
#include "endgame/oracle.hpp"
#include "endgame/reference_value.hpp"
#include "kalah/endgame_database.hpp"
#include "kalah/notation.hpp"
#include "rules/position.hpp"
#include "support/random_boards.hpp"
#include "support/scale.hpp"
#include "support/tsv.hpp"

using namespace kalah;
using test::Random;

namespace {

Rules rules_with(Capture capture) {
    Rules rules;
    rules.capture = capture;
    return rules;
}

/// Compares every position of a database with the oracle.
void compare_all(const Rules& rules, int pits, int max_seeds, int threads) {
    CAPTURE(to_text(rules));
    CAPTURE(pits);
    test::Oracle oracle(rules);
    const auto database = *EndgameDatabase::build(rules, pits, max_seeds, threads);
    REQUIRE(database);
    REQUIRE(database->max_seeds() == max_seeds);
    for (int seeds = 0; seeds <= max_seeds; ++seeds) {
        for (std::uint64_t i = 0; i < endgame::level_size(pits, seeds); ++i) {
            const Board board = endgame::position_of(i, seeds, pits);
            const int expected = is_over(rules, board) ? endgame::finished_value(rules, board)
                                                       : oracle.future(board);
            if (database->levels().future(board) == expected) continue;
            FAIL_CHECK(to_text(board), " is worth ", expected, ", not ",
                       database->levels().future(board));
            return;
        }
    }
}

}  // namespace

TEST_CASE("databases of every width agree with the oracle") {
    const int seeds[] = {0, 40, 20, 12, 9, 7, 6};
    for (int pits = 1; pits <= endgame::kMostPits; ++pits)
        for (const Capture capture : {Capture::opposite, Capture::empty, Capture::none})
            compare_all(rules_with(capture), pits, seeds[pits] + test::scaled(0, 1), 1 + pits % 2);
}

TEST_CASE("the fast builder covers just the rules it knows") {
    const auto all = test::all_rules();
    CHECK(std::count_if(all.begin(), all.end(), endgame::Builder::covers) == 3);
}

TEST_CASE("databases of all other rules agree with the oracle") {
    for (const Rules& rules : test::all_rules()) {
        if (!endgame::has_databases(rules)) continue;
        compare_all(rules, 3, 7, 1);
        compare_all(rules, 2, 10, 2);
    }
}

TEST_CASE("positions with many seeds have the value of their best move") {
    // Tests moves around the whole board, which small databases do not have.
    Random random(120010);
    for (const Capture capture : {Capture::opposite, Capture::empty}) {
        const Rules rules = rules_with(capture);
        for (const int pits : {3, 4, 6}) {
            const int max_seeds = pits == 3 ? 30 : pits == 4 ? 20 : 14;
            const auto database = *EndgameDatabase::build(rules, pits, max_seeds, 2);
            int checked = 0;
            for (int i = 0; i < test::scaled(100'000, 3'000'000); ++i) {
                const Board board = test::random_board(random, pits, max_seeds);
                if (is_over(rules, board)) continue;
                ++checked;
                const int expected = endgame::reference_value(
                    rules, board,
                    [&](const Board& child) { return database->levels().future(child); });
                REQUIRE(database->levels().future(board) == expected);
            }
            CHECK(checked > 10'000);
        }
    }
}

TEST_CASE("the fast board and plain positions are looked up alike") {
    Random random(120011);
    const Rules rules = rules_with(Capture::empty);
    const auto database = *EndgameDatabase::build(rules, 6, 10, 2);
    for (int i = 0; i < 20'000; ++i) {
        const Board board = test::random_board(random, 6, 10);
        const int expected = database->levels().future(board);
        database->levels().prefetch(FastBoard::from(board));
        REQUIRE(database->levels().future(FastBoard::from(board)) == expected);
        REQUIRE(database->levels().future(FastPosition<Capture::empty>(rules, board)) == expected);
        REQUIRE(database->levels().future(PlainPosition(rules, board)) == expected);
    }
    CHECK(database->covers(10));
    CHECK_FALSE(database->covers(11));
}

TEST_CASE("the published values of small games come out") {
    int checked = 0;
    for (const auto& row : test::read_table("solved.tsv")) {
        const auto size = parse_size(row.at("start"));
        REQUIRE(size);
        const int seeds = 2 * size->pits * size->seeds;
        if (endgame::database_size(size->pits, seeds) > 3'000'000) continue;
        const auto preset = parse_rules(row.at("rules"));
        REQUIRE(preset);
        CAPTURE(row.at("start"));
        CAPTURE(row.at("rules"));
        const auto database = *EndgameDatabase::build(preset->rules, size->pits, seeds, 2);
        CHECK(database->levels().future(start_board(*size)) == std::stoi(row.at("value")));
        ++checked;
    }
    CHECK(checked >= 20);
}

TEST_CASE("one thread and several build the same values") {
    const auto one = *EndgameDatabase::build({}, 5, 12, 1);
    const auto many = *EndgameDatabase::build({}, 5, 12, 5);
    for (std::uint64_t i = 0; i < endgame::level_size(5, 12); ++i) {
        const Board board = endgame::position_of(i, 12, 5);
        REQUIRE(one->levels().future(board) == many->levels().future(board));
    }
}

TEST_CASE("a build in memory reports every position and stops when told to") {
    std::uint64_t last = 0;
    const auto database = *EndgameDatabase::build({}, 6, 9, 2, [&](std::uint64_t done) {
        CHECK(done >= last);
        last = done;
        return true;
    });
    REQUIRE(database);
    CHECK(last <= endgame::database_size(6, 9));
    CHECK(last > endgame::database_size(6, 8));
    CHECK_FALSE(
        EndgameDatabase::build({}, 6, 12, 2, [](std::uint64_t done) { return done < 1000; }));
}
