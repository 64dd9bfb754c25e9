#include "arena/tree_difference.hpp"

#include <doctest/doctest.h>

#include <initializer_list>
#include <string>
#include <utility>

#include "kalah/notation.hpp"
#include "kalah/rules.hpp"

using namespace kalah;
using namespace kalah::arena;

namespace {

std::optional<TreeDifference> compared(const std::string& a, const std::string& b,
                                       int positions = 12) {
    const auto first = players::parse_player(a);
    const auto second = players::parse_player(b);
    REQUIRE(first);
    REQUIRE(second);
    return tree_difference(*first, *second, Rules{}, start_board({6, 4}), positions);
}

}  // namespace

TEST_CASE("a player's trees are its own, by whatever it is limited") {
    for (const char* player :
         {"minimax:depth=4", "alphabeta:depth=6", "alphabeta:time=50ms", "knowledge:nodes=3000",
          "mtdf:time=20ms", "champion:time=1s,book=none", "alphabeta:depth=5,ties=random"}) {
        CAPTURE(player);
        CHECK(compared(player, player) == TreeDifference{0, 12});
        CHECK(compared(player, player)->none());
    }
}

TEST_CASE("what changes a search shows in its trees") {
    using Pair = std::pair<const char*, const char*>;
    for (const auto& [a, b] :
         {Pair{"minimax:depth=5", "alphabeta:depth=5"},
          Pair{"alphabeta:time=20ms", "alphabeta:time=20ms,order=tactical"},
          Pair{"alphabeta:time=20ms", "alphabeta:time=20ms,step=3"},
          Pair{"alphabeta:time=20ms", "alphabeta:time=20ms,tt=1M"},
          Pair{"minimax:depth=3,eval=simple", "minimax:depth=3,eval=five-part"}}) {
        CAPTURE(a);
        CAPTURE(b);
        const auto difference = compared(a, b);
        REQUIRE(difference);
        CHECK(difference->positions == 12);
        CHECK(difference->differing >= 6);
        CHECK(compared(b, a) == difference);
    }
}

TEST_CASE("limits of the pruning that are never reached leave the trees alike") {
    // With 48 seeds on the board, no move costs 2,500.
    const auto difference =
        compared("knowledge:time=20ms", "knowledge:time=20ms,limit=10000,least=10000");
    REQUIRE(difference);
    CHECK(difference->differing > 0);
    CHECK(compared("alphabeta:depth=6,eval=knowledge", "knowledge:depth=6,limit=10000,least=10000")
              ->none());
}

TEST_CASE("settings that a search does not use leave the trees alike") {
    // A search of a fixed depth does not deepen, so it does not use `step`.
    CHECK(compared("alphabeta:depth=5", "alphabeta:depth=5,step=3")->none());
    // Only ties=random uses the seed.
    CHECK(compared("alphabeta:depth=5,seed=1", "alphabeta:depth=5,seed=2")->none());
}

TEST_CASE("players that differ in more than the search are not compared") {
    using Pair = std::pair<const char*, const char*>;
    for (const auto& [a, b] : {Pair{"alphabeta:depth=5", "alphabeta:depth=6"},
                               Pair{"alphabeta:time=20ms", "alphabeta:time=40ms"},
                               Pair{"alphabeta:depth=5", "alphabeta:depth=5,opening=3"},
                               Pair{"champion:time=20ms", "champion:time=20ms,book=none"},
                               Pair{"champion:time=20ms", "champion:time=20ms,threads=2"},
                               Pair{"champion:time=20ms", "champion:time=20ms,db=none"},
                               Pair{"mtdf:time=20ms,tt=1M", "mtdf:time=20ms,tt=2M"},
                               Pair{"random", "random"}, Pair{"alphabeta:depth=5", "cmd:./bot"}}) {
        CAPTURE(a);
        CAPTURE(b);
        CHECK_FALSE(compared(a, b));
        CHECK_FALSE(differ_only_in_search(*players::parse_player(a), *players::parse_player(b)));
    }
}

TEST_CASE("the positions of a match are spread over its boards") {
    Plan plan;
    plan.entrants = {{"A", "minimax:depth=3"}, {"B", "alphabeta:depth=3"}};
    plan.boards = {"6x4", "4x3", "3x2"};
    const auto setups = board_setups(plan);
    REQUIRE(setups);
    const auto difference = tree_difference(plan, *setups);
    REQUIRE(difference);
    CHECK(difference->positions == kComparedPositions);
    CHECK(difference->differing > 30);
    plan.kind = Kind::round_robin;
    CHECK_FALSE(tree_difference(plan, *setups));
}

TEST_CASE("a comparison of trees says how many differ") {
    CHECK(to_text(TreeDifference{0, 40}) == "the trees differ in 0 of 40 positions");
    CHECK_FALSE(TreeDifference{}.none());
}
