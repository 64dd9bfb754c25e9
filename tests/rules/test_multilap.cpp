// Multi-lap sowing: moves worked out by hand, lap by lap, and that every move ends.
#include <doctest/doctest.h>

#include <algorithm>

#include "kalah/moves.hpp"
#include "kalah/notation.hpp"
#include "support/random_boards.hpp"
#include "support/scale.hpp"

using namespace kalah;

namespace {

struct Worked {
    const char* before;
    int pit;                        // from 1
    std::vector<const char*> laps;  // the board after each lap, before a capture
    const char* after;
    int captured;
};

void check(const char* rules_name, const Worked& worked) {
    CAPTURE(worked.before);
    const Rules rules = parse_rules(rules_name)->rules;
    const Board before = *parse_position(worked.before);
    std::vector<std::string> laps;
    for (const Board& board : laps_of(rules, before, worked.pit - 1))
        laps.push_back(to_text(board));
    CHECK(laps == std::vector<std::string>(worked.laps.begin(), worked.laps.end()));
    Board board = before;
    const MoveResult played = apply(rules, board, worked.pit - 1);
    CHECK(to_text(board) == worked.after);
    CHECK(played.captured == worked.captured);
    CHECK(played.laps == static_cast<int>(worked.laps.size()));
}

}  // namespace

TEST_CASE("the sowing of the browser game goes lap by lap as worked by hand") {
    //     n3 n2 n1
    //   N          S     cells are sown s1 s2 s3 S n1 n2 n3 s1 ..
    //     s1 s2 s3
    SUBCASE("five laps through both rows, until an empty pit of the other side") {
        check("multilap", {"<3,0,0,2,1,1,1,1,1>",
                           1,
                           {"<3,0,0,0,2,2,1,1,1>",   // s1: 2 seeds, the last joins s3
                            "<3,1,0,0,2,0,2,1,1>",   // s3: 2, the last joins n1
                            "<3,1,0,0,2,0,0,2,2>",   // n1: 2, the last joins n3
                            "<3,1,0,1,3,0,0,2,0>",   // n3: 2, the last joins s2
                            "<3,2,0,1,0,1,1,2,0>"},  // s2: 3, the last alone in n1
                           "<3,2,0,1,0,1,1,2,0> n",
                           0});
    }
    SUBCASE("a last seed in the store ends the turn: there is no extra turn") {
        check("multilap",
              {"<3,0,0,1,0,1,1,1,1>", 3, {"<3,1,0,1,0,0,1,1,1>"}, "<3,1,0,1,0,0,1,1,1> n", 0});
    }
    SUBCASE("three laps, then a capture in a pit that an earlier lap emptied") {
        check("multilap", {"<3,0,0,2,0,3,2,0,2>",
                           1,
                           {"<3,0,0,0,1,4,2,0,2>",   // s1: 2, the last joins s3
                            "<3,1,0,0,1,0,3,1,3>",   // s3: 4, the last joins n3
                            "<3,1,0,1,2,1,3,1,0>"},  // n3: 3, the last alone in s3, opposite n1
                           "<3,5,0,1,2,0,0,1,0> n",
                           4});
    }
    SUBCASE("a capture with nothing opposite takes the last seed alone") {
        check("multilap",
              {"<3,0,0,1,0,1,1,0,1>", 1, {"<3,0,0,0,1,1,1,0,1>"}, "<3,1,0,0,0,1,1,0,1> n", 1});
    }
    SUBCASE("2p+1 seeds come round to the empty pit of origin and capture there") {
        check("multilap",
              {"<3,0,0,7,1,1,1,1,1>", 1, {"<3,1,0,1,2,2,2,2,2>"}, "<3,4,0,0,2,2,2,2,0> n", 3});
    }
    SUBCASE("one seed more lands on the seed that fell next to the origin and goes on") {
        check("multilap", {"<3,0,0,8,0,1,1,1,1>",
                           1,
                           {"<3,1,0,1,2,2,2,2,2>",   // s1: 8, the last joins the one in s2
                            "<3,2,0,1,0,3,2,2,2>"},  // s2: 2, the last in the store
                           "<3,2,0,1,0,3,2,2,2> n",
                           0});
    }
    SUBCASE("fourteen laps from the first position of 6x4") {
        check("multilap", {"<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>",
                           1,
                           {"<6,0,0,0,5,5,5,5,4,4,4,4,4,4,4>",    // s1: 4, joins s5
                            "<6,1,0,0,5,5,5,0,5,5,5,5,4,4,4>",    // s5: 5, joins n3
                            "<6,1,0,1,6,5,5,0,5,5,5,0,5,5,5>",    // n3: 5, joins s2
                            "<6,2,0,1,0,6,6,1,6,6,5,0,5,5,5>",    // s2: 6, joins n1
                            "<6,2,0,2,0,6,6,1,6,0,6,1,6,6,6>",    // n1: 6, joins s1
                            "<6,2,0,0,1,7,6,1,6,0,6,1,6,6,6>",    // s1: 2, joins s3
                            "<6,3,0,0,1,0,7,2,7,1,7,2,6,6,6>",    // s3: 7, joins n3
                            "<6,3,0,0,1,0,7,2,7,1,7,0,7,7,6>",    // n3: 2, joins n5
                            "<6,3,0,1,2,1,8,3,8,1,7,0,7,0,7>",    // n5: 7, joins s6
                            "<6,4,0,2,2,1,8,3,0,2,8,1,8,1,8>",    // s6: 8, joins s1
                            "<6,4,0,0,3,2,8,3,0,2,8,1,8,1,8>",    // s1: 2, joins s3
                            "<6,4,0,0,3,0,9,4,0,2,8,1,8,1,8>",    // s3: 2, joins s5
                            "<6,5,0,0,3,0,9,0,1,3,9,1,8,1,8>",    // s5: 4, joins n2
                            "<6,5,0,1,4,1,10,1,1,3,0,2,9,2,9>"},  // n2: 9, alone in s5
                           "<6,6,0,1,4,1,10,0,1,3,0,2,9,2,9> n",
                           1});
    }
    SUBCASE("north sows the same way from his own left") {
        check("multilap",
              {"<3,0,0,1,1,1,2,1,1> n",
               1,
               {"<3,0,0,1,1,1,0,2,2> n", "<3,0,1,2,1,1,0,2,0> n", "<3,0,1,0,2,2,0,2,0> n",
                "<3,0,1,0,2,0,1,3,0> n", "<3,0,2,1,2,0,1,0,1> n"},
               "<3,0,2,1,2,0,1,0,1>",
               0});
    }
}

TEST_CASE("avalanche: no capture, and the store gives another move") {
    check("avalanche",
          {"<3,0,0,1,0,1,1,0,1>", 1, {"<3,0,0,0,1,1,1,0,1>"}, "<3,0,0,0,1,1,1,0,1> n", 0});
    Board board = *parse_position("<3,0,0,1,0,1,1,1,1>");
    CHECK(apply(parse_rules("avalanche")->rules, board, 2).extra_turn);
    CHECK(to_text(board) == "<3,1,0,1,0,0,1,1,1>");
}

TEST_CASE("every multi-lap move ends: of 2p+1 drops in a row one is in the store") {
    // The proof is at sow() in moves.cpp. Here we check the number of drops, and that the store
    // gets its share of them, on random boards.
    test::Random random(60001);
    Rules rules = parse_rules("avalanche")->rules;
    for (int i = 0; i < test::scaled(50'000, 2'000'000); ++i) {
        const int width = test::pick(random, 1, kMaxPits);
        Board board = test::random_board(random, width, 300);
        const int before = board.store(board.to_move);
        const int in_pits = seeds_in_row(board, Side::south) + seeds_in_row(board, Side::north);
        rules.sweep = Sweep::none;
        const Side mover = board.to_move;
        const MoveResult played = apply(rules, board, test::random_pit(random, board));
        const int ring = 2 * width + 1;
        REQUIRE(played.sown < (in_pits + 1) * ring);
        const int gained = board.store(mover) - before;
        REQUIRE(gained >= played.sown / ring);
        REQUIRE(gained <= played.sown / ring + 1);
    }
}

TEST_CASE("the longest moves found by hill climbing end, within the bound") {
    struct Long {
        const char* before;
        int pit;
        int sown;
        int laps;
        const char* after;
    };
    // Found by moving random seeds of a random board as long as its longest move grew.
    const Long moves[] = {
        {"<6,0,0,2,3,2,4,3,12,5,4,1,2,1,9>", 3, 394, 87, "<6,31,0,1,0,2,3,0,1,2,1,0,4,3,0>"},
        {"<6,0,0,17,7,3,26,0,5,0,8,5,0,1,0>", 4, 588, 98, "<6,46,0,0,5,2,5,0,1,0,2,1,3,4,3>"}};
    for (const Long& move : moves) {
        CAPTURE(move.before);
        Board board = *parse_position(move.before);
        const int in_pits = seeds_in_all(board);
        const MoveResult played = apply(parse_rules("avalanche")->rules, board, move.pit - 1);
        CHECK(played.sown == move.sown);
        CHECK(played.laps == move.laps);
        CHECK(to_text(board) == move.after);
        CHECK(played.sown < (in_pits + 1) * 13);
    }
}
