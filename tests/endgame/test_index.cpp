// The numbering of rows and positions.
#include <doctest/doctest.h>

#include "endgame/index.hpp"
#include "endgame/lines.hpp"
#include "kalah/moves.hpp"
#include "support/random_boards.hpp"

using namespace kalah;
using namespace kalah::endgame;
using test::Random;

TEST_CASE("rows are numbered without gaps, in the order in which next_row walks") {
    for (int pits = 1; pits <= kMostPits; ++pits) {
        for (int seeds = 0; seeds <= 12; ++seeds) {
            Row row{};
            row[0] = static_cast<std::uint8_t>(seeds);
            std::uint32_t rank = 0;
            do {
                REQUIRE(seeds_in(row) == seeds);
                REQUIRE(rank_of(row, pits) == rank);
                REQUIRE(row_of(rank, seeds, pits) == row);
                ++rank;
            } while (next_row(row, pits));
            REQUIRE(rank == row_count(pits, seeds));
            REQUIRE(seeds_in(row) == seeds);
        }
    }
}

TEST_CASE("positions of a level are numbered without gaps") {
    for (int pits = 1; pits <= kMostPits; ++pits) {
        for (int seeds = 0; seeds <= (pits > 4 ? 5 : 8); ++seeds) {
            for (std::uint64_t index = 0; index < level_size(pits, seeds); ++index) {
                const Board board = position_of(index, seeds, pits);
                REQUIRE(seeds_in_pits(board) == seeds);
                REQUIRE(index_of(board) == index);
            }
        }
    }
    CHECK(database_size(6, 24) == 1'251'677'700);
    // Without finished positions, which the literature does not count.
    CHECK(database_size(6, 20) - 2 * choose(26, 6) + 1 == 225'332'381);
}

TEST_CASE("large positions keep their number") {
    Random random(120001);
    for (int i = 0; i < 20'000; ++i) {
        const Board board = test::random_board(random, test::pick(random, 1, 6), kMostSeeds);
        const int seeds = seeds_in_pits(board);
        const std::uint64_t index = index_of(board);
        REQUIRE(index < level_size(board.width, seeds));
        Board back = position_of(index, seeds, board.width);
        if (board.to_move == Side::north) back = flipped(back);
        REQUIRE(back.pits == board.pits);
    }
}

TEST_CASE("a move inside the own row leads to a row of higher rank") {
    Random random(120002);
    for (const Sowing sowing : {Sowing::single, Sowing::multi}) {
        Rules rules;
        rules.sowing = sowing;
        int seen = 0;
        for (int i = 0; i < 20'000; ++i) {
            Board board = test::random_board(random, test::pick(random, 2, 6), 20);
            const Board before = board;
            apply(rules, board, test::random_pit(random, board));
            if (seeds_in_pits(board) != seeds_in_pits(before)) continue;
            ++seen;
            REQUIRE(rank_of(row_of(board, before.to_move), board.width) >
                    rank_of(row_of(before, before.to_move), board.width));
        }
        CHECK(seen > 1000);
    }
}

TEST_CASE("a matrix of any shape is flipped") {
    Random random(120003);
    for (int i = 0; i < 200; ++i) {
        const auto lines = static_cast<std::size_t>(test::pick(random, 1, 50));
        const auto columns = static_cast<std::size_t>(test::pick(random, 1, 50));
        std::vector<Value> from(lines * (columns + 3));
        std::vector<Value> to(columns * (lines + 5), kNone);
        for (Value& value : from) value = static_cast<Value>(test::pick(random, -127, 127));
        transpose(to.data(), lines + 5, from.data(), columns + 3, lines, columns);
        for (std::size_t line = 0; line < lines; ++line)
            for (std::size_t column = 0; column < columns; ++column)
                REQUIRE(to[column * (lines + 5) + line] == from[line * (columns + 3) + column]);
        for (std::size_t column = 0; column < columns; ++column)
            for (std::size_t rest = lines; rest < lines + 5; ++rest)
                REQUIRE(to[column * (lines + 5) + rest] == kNone);
    }
}
