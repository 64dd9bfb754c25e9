// Evaluations on positions worked out by hand.
#include <doctest/doctest.h>

#include "eval/eval.hpp"
#include "kalah/notation.hpp"
#include "rules/position.hpp"
#include "support/random_boards.hpp"

using namespace kalah;

namespace {

/// The value on the plain position; it must equal that on the fast one, if that covers the board.
int value(EvalId id, const Board& board, bool again = false, const Rules& rules = {}) {
    const int plain = evaluate(id, rules, board, {again});
    const int best = with_position(rules, board, [&](auto position) {
        return eval::with_eval(
            id, [&](auto e) { return decltype(e)::value(position, again ? e.kAgain : 0); });
    });
    CHECK(plain == best);
    return plain;
}

int value(const char* name, const Board& board, bool again = false) {
    const auto id = parse_eval(name);
    REQUIRE(id);
    return value(*id, board, again);
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

TEST_CASE("knowledge takes other weights, and its parts show them") {
    const Arrival arrival{.weights = {.lap = 10, .store = 20, .empty = 30}};
    // One empty pit, one with a lap, one that ends in the store; the opponent has one that does.
    const Board board = *parse_position("<6,3,1,0,13,4,1,1,2,1,1,1,1,1,1>");
    CHECK(evaluate(EvalId::knowledge, {}, board, arrival) == 8 + 30 + 10 + 20);
    CHECK(evaluate(EvalId::knowledge_both, {}, board, arrival) == 8 + 30 + 10 + 20 - 20);
    CHECK(evaluate(EvalId::knowledge, {}, board) == 8 + 1 + 4 + 2);
    CHECK(evaluate(EvalId::simple, {}, board, arrival) == 8);
    int sum = 0;
    for (const EvalPart& part : parts_of(EvalId::knowledge_both, {}, board, arrival))
        sum += part.value();
    CHECK(sum == 8 + 30 + 10);
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
    // More than half of the seeds in one store, then half in each.
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

TEST_CASE("long-turn sows the moves of multi-lap games instead of counting seeds") {
    const Rules rules = parse_rules("multilap")->rules;
    const auto of = [&](const char* position, bool again = false) {
        return value(EvalId::long_turn, *parse_position(position), again, rules);
    };
    // South's pit 1 captures 1 + 2, pit 3 falls into the store.
    CHECK(of("<3,2,1,1,0,1,1,2,0>") == 6 * (2 - 1) + 4 * 3);
    CHECK(of("<3,2,1,1,0,1,1,2,0>", true) == 6 * (2 - 1) + 4 * 3 + 3);
    // A side without a move gains nothing.
    CHECK(of("<1,0,0,0,2>") == 0);
    CHECK(of("<1,0,0,0,2> n") == 4);
    // Moves that give another count, of both sides: south's pit 3, north's pit 2.
    const Rules again = parse_rules("avalanche")->rules;
    CHECK(evaluate(EvalId::long_turn, again, *parse_position("<3,2,1,1,0,1,1,2,0>")) ==
          6 * (2 - 1) + 4 * 1);
}

TEST_CASE("long-turn counts the laps of the line under multi-lap sowing, two a point") {
    const Rules rules = parse_rules("multilap")->rules;
    // South's pit 1 goes on from pit 3, north's pit 2 and south's pit 2 to north's empty pit 2.
    PlainPosition position(rules, *parse_position("<3,0,0,2,2,2,2,2,2>"));
    REQUIRE_FALSE(position.play(0).over);
    CHECK(position.laps_lead() == -4);
    const int north = eval::LongTurn::value(position, 0);
    CHECK(north == evaluate(EvalId::long_turn, rules, position.board()) - 2);
    CHECK(north == evaluate(EvalId::long_turn, rules, position.board(), {.laps_lead = -4}));
    CHECK(north == evaluate(EvalId::long_turn, rules, position.board(), {.laps_lead = -5}));
    // The lead never counts more than the bonus, and nothing under single-lap sowing.
    CHECK(evaluate(EvalId::long_turn, rules, position.board(), {.laps_lead = 1000}) ==
          evaluate(EvalId::long_turn, rules, position.board()) + eval::LongTurn::bonus(3));
    CHECK(evaluate(EvalId::long_turn, {}, position.board(), {.laps_lead = 8}) ==
          evaluate(EvalId::long_turn, {}, position.board()));
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
            const bool again = i % 2 == 0;
            const Rules& rules = presets()[static_cast<std::size_t>(i) % presets().size()].rules;
            CAPTURE(to_text(id));
            REQUIRE(value(id, board, again, rules) - value(id, other_stores, again, rules) ==
                    per_seed * moved);
            Board empty_stores = board;
            empty_stores.stores = {0, 0};
            const int bonus = eval::with_eval(
                id, [&](auto e) { return e.bonus(board.width) + (again ? e.kAgain : 0); });
            const int part = value(id, empty_stores, again, rules);
            REQUIRE(part <= per_seed * seeds_in_pits(board) + bonus);
            REQUIRE(part >= -per_seed * seeds_in_pits(board) - bonus);
        }
    }
}

TEST_CASE("the parts of every evaluation add up to its value") {
    test::Random random(70002);
    for (int i = 0; i < 20'000; ++i) {
        const Board board = test::random_board(random, i % 2 == 0 ? 6 : test::pick(random, 1, 12),
                                               i % 3 == 0 ? 24 : 100);
        const Rules& rules = presets()[static_cast<std::size_t>(i / 6) % presets().size()].rules;
        const Arrival arrival{i % 5 < 2, i % 7 == 0,
                              i % 4 == 0 ? std::optional(test::pick(random, 0, 12)) : std::nullopt,
                              test::pick(random, -60, 60)};
        for (const EvalId id : kAllEvals) {
            int sum = 0;
            for (const EvalPart& part : parts_of(id, rules, board, arrival)) sum += part.value();
            CAPTURE(to_text(id));
            CAPTURE(to_text(board));
            REQUIRE(sum == evaluate(id, rules, board, arrival));
        }
    }
}

TEST_CASE("parts have names, counts and weights") {
    const auto text = [](EvalId id, const char* position, const Arrival& arrival = {},
                         const Rules& rules = {}) {
        std::string all;
        for (const EvalPart& part : parts_of(id, rules, *parse_position(position), arrival))
            all += std::string(part.name) + " " + std::to_string(part.count) + "x" +
                   std::to_string(part.weight) + ", ";
        return all;
    };
    const char* board = "<6,3,1,0,13,4,1,1,2,0,0,0,0,0,1>";
    CHECK(text(EvalId::knowledge, board) ==
          "stores 2x4, lap-pits 1x4, store-pits 1x2, empty-pits 1x1, ");
    CHECK(text(EvalId::knowledge_both, board) ==
          "stores 2x4, lap-pits 1x4, store-pits 1x2, empty-pits 1x1, opponent-lap-pits 0x-4, "
          "opponent-store-pits 1x-2, opponent-empty-pits 5x-1, ");
    CHECK(text(EvalId::five_part, board) == "F1 2x30, F2 21x26, F3 1x-26, F4 5x26, F5 1x-26, ");
    CHECK(text(EvalId::five_part, board, {false, true}) == "won 1x26000, ");
    CHECK(text(EvalId::again, board) == "stores 2x1, again 1x0, ");
    CHECK(text(EvalId::again, board, {true}) == "stores 2x1, again 1x6, ");
    CHECK(text(EvalId::again, board, {true, false, 9}) == "stores 2x1, again 1x9, ");
    CHECK(text(EvalId::again, board, {true, true}) == "stores 2x1, ");
    CHECK(text(EvalId::long_turn, "<3,2,1,2,3,1,4,3,2>") ==
          "stores 1x6, seeds 6x1, opponent-seeds 9x-1, store-pits 1x3, opponent-store-pits 0x-3, "
          "again 1x0, ");
    const EvalParts fitted = parts_of(EvalId::fitted, {}, *parse_position(board));
    REQUIRE(fitted.size() == 8);
    CHECK(fitted[1].pit == 0);
    CHECK(fitted[6].pit == 5);
    CHECK(fitted[7].name == "excess");
}

TEST_CASE("fitted is the store difference where it was not fitted, and never more than is left") {
    CHECK(value("fitted", "<5,9,4,1,1,1,1,1,1,1,1,1,1>") == 4 * 5);  // five pits
    // One seed each side: 4 x 7 for the stores, at most 4 x 2 more or less.
    const int late = value("fitted", "<6,20,13,1,0,0,0,0,0,1,0,0,0,0,0>");
    CHECK(late >= 28 - 8);
    CHECK(late <= 28 + 8);
    // The value depends only on the difference of the stores.
    CHECK(value("fitted", "<6,24,17,1,0,3,0,6,0,1,2,0,0,4,0>") -
              value("fitted", "<6,4,7,1,0,3,0,6,0,1,2,0,0,4,0>") ==
          4 * 10);
}

TEST_CASE("fitted likes an extra turn") {
    // 4 seeds in pit 3 end in the store, 3 do not; all else is equal.
    CHECK(value("fitted", "<6,10,10,4,4,4,4,0,4,4,4,4,4,4,4>") >
          value("fitted", "<6,10,11,4,4,3,4,0,4,4,4,4,4,4,4>"));
}
