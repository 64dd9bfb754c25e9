// The keys of positions: no two are equal, and the table keeps all bits of a key.
#include <doctest/doctest.h>

#include <set>

#include "endgame/index.hpp"
#include "solve/bound_table.hpp"
#include "solve/position_key.hpp"
#include "support/random_boards.hpp"

using namespace kalah;

namespace {

/// What a table of 256 lines uses of a key.
std::uint64_t least_used(std::uint64_t key) {
    return key >> 56 << 56 | (key & ((std::uint64_t{1} << 40) - 1));
}

}  // namespace

TEST_CASE("stirring loses nothing") {
    // Each step is invertible: a sample of neighbouring and distant numbers must not collide.
    std::set<std::uint64_t> seen;
    for (std::uint64_t i = 0; i < 100'000; ++i) {
        seen.insert(solve::stirred(i));
        seen.insert(solve::stirred((std::uint64_t{1} << 47) + 1'000'003 * i));
    }
    CHECK(seen.size() == 200'000);
    CHECK(*seen.rbegin() < std::uint64_t{1} << 48);
}

TEST_CASE("every position of a small board has a key of its own, in the smallest table") {
    for (const int pits : {1, 2, 3, 6}) {
        const solve::PositionKeys keys(pits, 30);
        const Rules rules;
        std::set<std::uint64_t> seen;
        std::size_t positions = 0;
        for (int seeds = 0; seeds <= (pits == 6 ? 6 : 12); ++seeds) {
            for (std::uint64_t i = 0; i < endgame::level_size(pits, seeds); ++i) {
                const Board board = endgame::position_of(i, seeds, pits);
                seen.insert(least_used(keys.key(PlainPosition(rules, board))));
                ++positions;
            }
        }
        CHECK(seen.size() == positions);
    }
}

TEST_CASE("the numbers of all positions with 72 seeds have 48 bits") {
    CHECK(endgame::database_size(6, solve::kExactSeeds) < std::uint64_t{1} << 48);
}

TEST_CASE("fast and plain positions have the same keys") {
    test::Random random(3);
    const Rules rules;
    const solve::PositionKeys keys(6, 72);
    for (int i = 0; i < 1000; ++i) {
        const Board board = test::random_board(random, 6, 60);
        const FastPosition<Capture::opposite> fast(rules, board);
        CHECK(keys.key(fast) == keys.key(PlainPosition(rules, board)));
    }
}

TEST_CASE("the table replaces what was cheap, and updates what it knows") {
    solve::BoundTable table(1);  // 256 lines of eight
    const auto key = [](std::uint64_t i) { return std::uint64_t{5} << 40 | (i + 1); };
    for (std::uint64_t i = 0; i < 8; ++i)
        table.store(key(i), {-126, 126, static_cast<int>(i)}, i == 3 ? 1 : 9);
    table.store(key(2), {-4, 8, 5}, 9);
    REQUIRE(table.find(key(2)));
    CHECK(table.find(key(2))->lower == -4);
    CHECK(table.find(key(2))->upper == 8);
    CHECK(table.find(key(2))->pit == 5);
    table.store(key(8), {1, 2, 0}, 2);
    CHECK(!table.find(key(3)));
    for (const std::uint64_t i : {0, 1, 4, 5, 6, 7}) {
        REQUIRE(table.find(key(i)));
        CHECK(table.find(key(i))->lower == -126);
        CHECK(table.find(key(i))->upper == 126);
    }
    CHECK(table.find(key(8)));
    CHECK(!table.find(key(1) + (std::uint64_t{1} << 40)));  // another line
}
