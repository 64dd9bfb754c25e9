// Evaluations on positions worked by hand.
#include <doctest/doctest.h>

#include "eval/eval.hpp"
#include "kalah/notation.hpp"
#include "rules/position.hpp"
#include "support/random_boards.hpp"

using namespace kalah;

namespace {

/// On the plain and, where it covers the board, on the fast position: they must agree.
int value(const char* name, const Board& board, bool again = false) {
    const auto id = parse_eval(name);
    REQUIRE(id);
    const Rules rules;
    const int plain = eval::with_eval(
        *id, [&](auto e) { return decltype(e)::value(PlainPosition(rules, board), again); });
    const int best = with_position(rules, board, [&](auto position) {
        return eval::with_eval(*id, [&](auto e) { return decltype(e)::value(position, again); });
    });
    CHECK(plain == best);
    return plain;
}

int value(const char* name, const char* position, bool again = false) {
    return value(name, *parse_position(position), again);
}

}  // namespace

TEST_CASE("store and simple are the store difference, once and four times") {
    CHECK(value("store", "<6,20,13,1,0,0,0,0,0,1,0,0,0,0,0>") == 7);
    CHECK(value("store", "<6,20,13,1,0,0,0,0,0,1,0,0,0,0,0> n") == -7);
    CHECK(value("simple", "<6,20,13,1,0,0,0,0,0,1,0,0,0,0,0>") == 28);
    CHECK(value("simple", "<3,2,4,1,1,1,1,1,1> n") == 8);
}

TEST_CASE("knowledge adds the chances of the player to move") {
    // pit:         1  2  3  4  5  6      ends in the store with 6 5 4 3 2 1 seeds, or 13 more
    CHECK(value("knowledge", "<6,0,0,6,5,4,3,2,1,1,1,1,1,1,1>") == 12);
    CHECK(value("knowledge", "<6,0,0,19,1,1,1,1,2,1,1,1,1,1,1>") == 2);  // 19 = 13 + 6
    CHECK(value("knowledge", "<6,0,0,13,1,1,1,1,2,1,1,1,1,1,1>") == 4);  // a lap
    CHECK(value("knowledge", "<6,0,0,0,0,1,1,1,2,1,1,1,1,1,1>") == 2);   // two empty pits
    CHECK(value("knowledge", "<6,3,1,0,13,4,1,1,2,0,0,0,0,0,1>") == 8 + 1 + 4 + 2);
    // The opponent's chances count for the opponent only.
    CHECK(value("knowledge", "<6,3,1,0,13,4,1,1,2,0,0,0,0,0,1> n") == -8 + 5 + 2);
    CHECK(value("knowledge-both", "<6,3,1,0,13,4,1,1,2,0,0,0,0,0,1>") == 8 + 7 - 7);
    CHECK(value("knowledge-both", "<6,0,0,13,1,1,1,1,2,0,1,1,1,1,2>") == 4 - 1);
}

TEST_CASE("knowledge knows the laps of other boards") {
    CHECK(value("knowledge", "<3,0,0,7,1,2,1,1,1>") == 4);   // 2p+1 = 7
    CHECK(value("knowledge", "<3,0,0,10,2,8,1,1,1>") == 6);  // 10 = 7+3, 2, 8 = 7+1
    CHECK(value("knowledge", "<1,0,0,3,1>") == 4);
}

TEST_CASE("five-part is the formula of document 001, times all seeds") {
    // The start of 6x6: everything is even.
    CHECK(value("five-part", "<6,0,0,6,6,6,6,6,6,6,6,6,6,6,6>") == 0);
    // A=3 B=1 of 72: F1 = 2(1+4/72), F2 = 30, F3 = -38, F4 = 5, F5 = -6
    // 72 H = 2*76 + 72*(30-38+5-6) = 152 - 648
    CHECK(value("five-part", "<6,3,1,0,6,6,6,6,6,7,7,6,6,6,6>") == 152 - 648);
    CHECK(value("five-part", "<6,3,1,0,6,6,6,6,6,7,7,6,6,6,6> n") == 648 - 152);
    // More than half in a store, and half in each.
    CHECK(value("five-part", "<6,37,1,0,0,0,0,0,17,0,0,0,0,0,17>") == 72 * 1000);
    CHECK(value("five-part", "<6,37,1,0,0,0,0,0,17,0,0,0,0,0,17> n") == -72 * 1000);
    CHECK(value("five-part", "<6,36,36,0,0,0,0,0,0,0,0,0,0,0,0>") == 0);
    // 3x2, 12 seeds: A=2 B=0, rows 4 and 6, pits 2 and 3: 12 H = 2*14 + 12*(4-6+2-3)
    CHECK(value("five-part", "<3,2,0,0,2,2,2,2,2>") == 28 - 36);
    CHECK(display_unit(EvalId::five_part, 72) == 72);
}

TEST_CASE("five-part values a finished game by its winner") {
    const Rules rules;
    const auto finished = [&](const char* text) {
        return eval::finished<eval::FivePart>(PlainPosition(rules, *parse_position(text)));
    };
    CHECK(finished("<1,4,2,0,0>") == 6000);
    CHECK(finished("<1,2,4,0,0>") == -6000);
    CHECK(finished("<1,3,3,0,0>") == 0);
    CHECK(eval::finished<eval::Knowledge>(PlainPosition(rules, *parse_position("<1,4,2,0,0>"))) ==
          8);
}

TEST_CASE("again gives the six successors of 6x6 their published scores 7 1 1 1 1 1") {
    std::vector<int> scores;
    for (int pit = 0; pit < 6; ++pit) {
        Board board = start_board({6, 6});
        const MoveResult played = apply(presets()[1].rules, board, pit);
        const int mover_view = value("again", board, played.extra_turn);
        scores.push_back(played.extra_turn ? mover_view : -mover_view);
    }
    CHECK(scores == std::vector<int>{7, 1, 1, 1, 1, 1});
}

TEST_CASE("long-turn sees stores, seeds in the rows and moves that give another") {
    // 6(2-1) + (6-9) + 3(1-0): pit 3 with 1 ends in the store, none of north's does
    CHECK(value("long-turn", "<3,2,1,2,3,1,4,3,2>") == 6 - 3 + 3);
    CHECK(value("long-turn", "<3,2,1,2,3,1,4,3,2>", true) == 6 - 3 + 3 + 3);
    CHECK(value("long-turn", "<3,2,1,2,3,1,4,3,2> n") == -6 + 3 - 3);
}

TEST_CASE("every linear evaluation is stores plus a part of the pits within its bonus") {
    test::Random random(70001);
    for (int i = 0; i < 20'000; ++i) {
        const Board board = test::random_board(random, test::pick(random, 1, 12), 100);
        Board other_stores = board;
        other_stores.stores = {5, 2};
        const int moved = board.store(board.to_move) - board.store(opponent(board.to_move)) -
                          (board.to_move == Side::south ? 3 : -3);
        for (const EvalId id : kAllEvals) {
            const int per_seed = value_per_seed(id);
            if (per_seed == 0) continue;
            const std::string name(to_text(id));
            const bool again = i % 2 == 0;
            CAPTURE(name);
            REQUIRE(value(name.c_str(), board, again) - value(name.c_str(), other_stores, again) ==
                    per_seed * moved);
            Board empty_stores = board;
            empty_stores.stores = {0, 0};
            const int bonus =
                eval::with_eval(id, [&](auto e) { return decltype(e)::bonus(board.width); });
            const int part = value(name.c_str(), empty_stores, again);
            REQUIRE(part <= per_seed * seeds_in_pits(board) + bonus);
            REQUIRE(part >= -per_seed * seeds_in_pits(board) - bonus);
        }
    }
}

TEST_CASE("fitted is the store difference where it was not fitted, and never more than is left") {
    CHECK(value("fitted", "<5,9,4,1,1,1,1,1,1,1,1,1,1>") == 4 * 5);  // five pits
    // One seed each side: 4 x 7 for the stores, at most 4 x 2 more or less.
    const int late = value("fitted", "<6,20,13,1,0,0,0,0,0,1,0,0,0,0,0>");
    CHECK(late >= 28 - 8);
    CHECK(late <= 28 + 8);
    // It depends on the stores only by their difference.
    CHECK(value("fitted", "<6,24,17,1,0,3,0,6,0,1,2,0,0,4,0>") -
              value("fitted", "<6,4,7,1,0,3,0,6,0,1,2,0,0,4,0>") ==
          4 * 10);
}

TEST_CASE("fitted likes an extra turn") {
    // 4 seeds in pit 3 end in the store, 3 do not; all else is equal.
    CHECK(value("fitted", "<6,10,10,4,4,4,4,0,4,4,4,4,4,4,4>") >
          value("fitted", "<6,10,11,4,4,3,4,0,4,4,4,4,4,4,4>"));
}
