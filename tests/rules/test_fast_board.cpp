// Compares the fast board with its oracle, the reference.
#include <doctest/doctest.h>

#include "kalah/moves.hpp"
#include "kalah/notation.hpp"
#include "rules/fast_board.hpp"
#include "support/random_boards.hpp"
#include "support/scale.hpp"

using namespace kalah;
using test::Random;

namespace {

/// Plays one move on both boards and compares everything they know.
template <Capture kCapture>
void compare(const Board& board, int pit) {
    Rules rules;
    rules.capture = kCapture;
    Board expected = board;
    const MoveResult played = apply(rules, expected, pit);
    FastBoard fast = FastBoard::from(board);
    const FastBoard::Step step = fast.play<kCapture>(pit);
    // All words must be equal, including unused bytes.
    const bool same = fast == FastBoard::from(expected) &&
                      fast.to_board(expected.to_move) == expected &&
                      step.extra_turn == played.extra_turn && step.over == played.over;
    if (same) return;
    FAIL_CHECK("pit ", pit + 1, " of ", to_text(board), " leads to ", to_text(expected), ", not ",
               to_text(fast.to_board(expected.to_move)), " (", to_text(rules), ")");
}

void compare_both(const Board& board, int pit) {
    compare<Capture::opposite>(board, pit);
    compare<Capture::empty>(board, pit);
}

}  // namespace

TEST_CASE("the fast board agrees with the reference on random positions and moves") {
    Random random(40001);
    const int positions = test::scaled(200'000, 20'000'000);
    for (int i = 0; i < positions; ++i) {
        // Also few seeds: captures, ends and extra turns are most frequent there.
        const int most = i % 4 == 0 ? 255 : i % 4 == 1 ? 96 : i % 4 == 2 ? 48 : 14;
        const Board board = test::random_board(random, 6, most);
        compare_both(board, test::random_pit(random, board));
    }
}

TEST_CASE("the fast board agrees with the reference in whole games") {
    Random random(40002);
    Rules rules;
    for (int i = 0; i < test::scaled(2000, 50'000); ++i) {
        rules.capture = i % 2 == 0 ? Capture::opposite : Capture::empty;
        const BoardSize size{6, test::pick(random, 1, 21)};
        const Game game = test::random_game(random, rules, start_board(size));
        Board board = game.start();
        for (const MoveResult& played : game.played()) {
            compare_both(board, played.pit);
            apply(rules, board, played.pit);
        }
    }
}

TEST_CASE("every pit with every number of seeds up to 255 is sown alike") {
    for (int pit = 0; pit < 6; ++pit) {
        for (int seeds = 1; seeds <= 255; ++seeds) {
            Board board;
            board.row(Side::south)[static_cast<std::size_t>(pit)] =
                static_cast<std::uint16_t>(seeds);
            compare_both(board, pit);
            REQUIRE(FastBoard::from(board).legal_moves().size() == 1);
            REQUIRE(*FastBoard::from(board).legal_moves().begin() == pit);
            if (seeds == 255) continue;
            board.row(Side::north)[5] = 1;  // so that not every move ends the game
            compare_both(board, pit);
        }
    }
}

TEST_CASE("the fast board knows the movable pits, seeds and stores of the mover") {
    Random random(40003);
    for (int i = 0; i < 20'000; ++i) {
        const Board board = test::random_board(random, 6, 255);
        const FastBoard fast = FastBoard::from(board);
        std::vector<int> pits;
        for (const int pit : fast.legal_moves()) pits.push_back(pit);
        std::vector<int> expected;
        for (const int pit : legal_moves(board)) expected.push_back(pit);
        REQUIRE(pits == expected);
        REQUIRE(fast.legal_moves().size() == static_cast<int>(expected.size()));
        const Side me = board.to_move;
        for (int pit = 0; pit < 6; ++pit) {
            REQUIRE(fast.seeds(pit) == board.at(me, pit));
            REQUIRE(fast.other_seeds(pit) == board.at(opponent(me), pit));
        }
        REQUIRE(fast.store() == board.store(me));
        REQUIRE(fast.other_store() == board.store(opponent(me)));
        REQUIRE(fast.seeds_in_row() == seeds_in_row(board, me));
        REQUIRE(fast.other_seeds_in_row() == seeds_in_row(board, opponent(me)));
        REQUIRE(fast.to_board(me) == board);
    }
}

TEST_CASE("the fast board covers just the games it can play") {
    Rules rules;
    CHECK(FastBoard::covers(rules, start_board({6, 4})));
    CHECK(FastBoard::covers(rules, start_board({6, 21})));        // 252 seeds
    CHECK_FALSE(FastBoard::covers(rules, start_board({6, 22})));  // 264
    CHECK(FastBoard::covers(rules, *parse_position("<6,200,54,1,0,0,0,0,0,0,0,0,0,0,0>")));
    CHECK_FALSE(FastBoard::covers(rules, *parse_position("<6,200,55,1,0,0,0,0,0,0,0,0,0,0,0>")));
    CHECK_FALSE(FastBoard::covers(rules, start_board({5, 4})));
    int covered = 0;
    for (const Rules& any : test::all_rules())
        if (FastBoard::covers(any, start_board({6, 4}))) ++covered;
    CHECK(covered == 2);
    rules.capture = Capture::empty;
    CHECK(FastBoard::covers(rules, start_board({6, 6})));
}
