#include "kalah/board.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <set>

#include "kalah/notation.hpp"
#include "rules/fast_board.hpp"
#include "support/random_boards.hpp"

using namespace kalah;

TEST_CASE("a first position has the same number of seeds in every pit") {
    const Board board = start_board({3, 5});
    CHECK(to_text(board) == "<3,0,0,5,5,5,5,5,5>");
    CHECK(seeds_in_all(board) == 30);
    CHECK(seeds_in_row(board, Side::north) == 15);
}

TEST_CASE("a flipped board has rows, stores and mover exchanged") {
    const Board board = *parse_position("<2,7,8,1,2,3,4>");
    CHECK(to_text(flipped(board)) == "<2,8,7,3,4,1,2> n");
    CHECK(flipped(flipped(board)) == board);
}

TEST_CASE("the hash sees the pits and the mover's view, not the stores") {
    const Board board = *parse_position("<2,7,8,1,2,3,4>");
    CHECK(hash_pits(board) == hash_pits(*parse_position("<2,0,1,1,2,3,4>")));
    CHECK(hash_pits(board) == hash_pits(*parse_position("<2,5,5,3,4,1,2> n")));
    CHECK(hash_pits(board) != hash_pits(*parse_position("<2,7,8,1,2,3,4> n")));
    CHECK(hash_pits(board) != hash_pits(*parse_position("<2,7,8,2,1,3,4>")));
    CHECK(hash_pits(board) != hash_pits(*parse_position("<2,7,8,1,2,4,3>")));
    CHECK(hash_pits(start_board({1, 1})) != hash_pits(*parse_position("<2,0,0,1,1,0,0>")));
}

TEST_CASE("both hashes tell 200,000 positions apart and fill their low bits evenly") {
    test::Random random(50001);
    std::set<std::string> rows;
    std::set<std::uint64_t> hashes;
    std::set<std::uint64_t> fast_hashes;
    constexpr std::size_t kBuckets = 1024;
    std::array<int, kBuckets> load{};
    std::array<int, kBuckets> fast_load{};
    while (rows.size() < 200'000) {
        Board board = test::random_board(random, 6, 72);
        board.stores = {0, 0};
        if (board.to_move == Side::north) board = flipped(board);
        if (!rows.insert(to_text(board)).second) continue;
        hashes.insert(hash_pits(board));
        fast_hashes.insert(FastBoard::from(board).hash());
        ++load[hash_pits(board) % kBuckets];
        ++fast_load[FastBoard::from(board).hash() % kBuckets];
    }
    CHECK(hashes.size() == rows.size());
    CHECK(fast_hashes.size() == rows.size());
    // 195 expected in each bucket, standard deviation 14: allow six deviations either way.
    for (const auto& buckets : {load, fast_load}) {
        CHECK(*std::min_element(buckets.begin(), buckets.end()) > 110);
        CHECK(*std::max_element(buckets.begin(), buckets.end()) < 280);
    }
}

TEST_CASE("equal pits have equal hashes on the fast board, whatever the stores") {
    const Board board = *parse_position("<6,7,8,1,2,3,4,5,6,6,5,4,3,2,1>");
    const FastBoard fast = FastBoard::from(board);
    CHECK(fast.hash() ==
          FastBoard::from(*parse_position("<6,0,9,1,2,3,4,5,6,6,5,4,3,2,1>")).hash());
    CHECK(fast.hash() == FastBoard::from(flipped(board)).hash());
    CHECK(fast.hash() !=
          FastBoard::from(*parse_position("<6,7,8,6,5,4,3,2,1,1,2,3,4,5,6>")).hash());
}
