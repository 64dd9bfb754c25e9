// Properties that hold for all rules and sizes: every combination of options, many boards.
#include <doctest/doctest.h>

#include <algorithm>

#include "kalah/game.hpp"
#include "kalah/notation.hpp"
#include "support/random_boards.hpp"
#include "support/scale.hpp"

using namespace kalah;
using test::Random;

namespace {

constexpr BoardSize kSizes[] = {{1, 1}, {1, 7}, {2, 3}, {3, 9},  {4, 4},
                                {6, 4}, {6, 6}, {9, 5}, {12, 12}};

/// Calls `check` with random games of every rule set on every size.
template <class Check>
void for_random_games(std::uint64_t seed, Check check) {
    Random random(seed);
    for (const Rules& rules : test::all_rules()) {
        for (const BoardSize size : kSizes) {
            for (int i = 0; i < test::scaled(2, 40); ++i) {
                const Game game = test::random_game(random, rules, start_board(size));
                INFO("rules ", to_text(rules), ", size ", to_text(size));
                INFO("moves ", moves_text(game));
                check(game);
            }
        }
    }
}

}  // namespace

TEST_CASE("there are 72 rule sets, the presets among them") {
    const auto all = test::all_rules();
    CHECK(all.size() == 72);
    for (const Preset& preset : presets())
        CHECK(std::count(all.begin(), all.end(), preset.rules) == 1);
}

TEST_CASE("every game ends, and seeds are conserved") {
    for_random_games(30001, [](const Game& game) {
        const int all = seeds_in_all(game.start());
        Board board = game.start();
        for (const MoveResult& played : game.played()) {
            const int store_before = board.store(played.mover);
            apply(game.rules(), board, played.pit);
            REQUIRE(seeds_in_all(board) == all);
            // Captured seeds go to the store; stores never shrink.
            REQUIRE(board.store(played.mover) >= store_before + played.captured);
        }
        REQUIRE(board == game.board());
        REQUIRE(is_over(game.rules(), board));
        // Only the last move ended the game.
        REQUIRE(std::count_if(game.played().begin(), game.played().end(),
                              [](const MoveResult& p) { return p.over; }) == 1);
    });
}

TEST_CASE("the sweep puts the seeds left where the rules say") {
    for_random_games(30002, [](const Game& game) {
        const Board& board = game.board();
        const int in_pits = seeds_in_row(board, Side::south) + seeds_in_row(board, Side::north);
        const MoveResult& last = game.played().back();
        if (game.rules().sweep == Sweep::none) {
            REQUIRE(last.swept == 0);
            return;
        }
        REQUIRE(in_pits == 0);
        int due_in_all = 0;
        // If the last move is played again without a sweep, the stores differ by exactly the swept
        // seeds, on the right side.
        Rules unswept = game.rules();
        unswept.sweep = Sweep::none;
        Game before = game;
        before.undo();
        Board left = before.board();
        apply(unswept, left, last.pit);
        for (const Side side : kBothSides) {
            int due = seeds_in_row(left, side);
            if (game.rules().sweep == Sweep::finisher)
                due = side == last.mover
                          ? seeds_in_all(left) - left.store(Side::south) - left.store(Side::north)
                          : 0;
            REQUIRE(board.store(side) == left.store(side) + due);
            due_in_all += due;
        }
        REQUIRE(last.swept == due_in_all);
    });
}

TEST_CASE("majority stop ends a game at the first store above half, and changes no winner") {
    for_random_games(30003, [](const Game& game) {
        if (!game.rules().majority_stop) return;
        const int all = seeds_in_all(game.start());
        Game before = game;
        before.undo();
        REQUIRE(2 * before.board().store(Side::south) <= all);
        REQUIRE(2 * before.board().store(Side::north) <= all);
        // Whatever moves follow, the winner stays the same.
        Rules on = game.rules();
        on.majority_stop = false;
        Board board = before.board();
        MoveResult played = apply(on, board, game.played().back().pit);
        Random random(7);
        while (!played.over) played = apply(on, board, test::random_pit(random, board));
        if (2 * game.board().store(Side::south) > all) REQUIRE(winner_of(board) == Winner::south);
        if (2 * game.board().store(Side::north) > all) REQUIRE(winner_of(board) == Winner::north);
    });
}

TEST_CASE("a board seen from the other side behaves the same") {
    Random random(30004);
    for (const Rules& rules : test::all_rules()) {
        for (int i = 0; i < test::scaled(200, 5000); ++i) {
            const int width = test::pick(random, 1, kMaxPits);
            const Board board = test::random_board(random, width, 300);
            const int pit = test::random_pit(random, board);
            Board here = board;
            Board there = flipped(board);
            REQUIRE(legal_moves(there) == legal_moves(board));
            const MoveResult a = apply(rules, here, pit);
            const MoveResult b = apply(rules, there, pit);
            INFO(to_text(rules), " ", to_text(board), " pit ", pit + 1);
            REQUIRE(there == flipped(here));
            REQUIRE(b.mover == opponent(a.mover));
            REQUIRE(b.extra_turn == a.extra_turn);
            REQUIRE(b.over == a.over);
            REQUIRE(b.captured == a.captured);
            REQUIRE(b.sown == a.sown);
            REQUIRE(hash_pits(there) == hash_pits(here));
        }
    }
}

TEST_CASE("positions, moves and games are read as they are written") {
    for_random_games(30005, [](const Game& game) {
        const auto position = parse_position(to_text(game.board()));
        REQUIRE(position);
        REQUIRE(*position == game.board());

        Game replayed(game.rules(), game.start());
        REQUIRE(replayed.play_text(moves_text(game)));
        REQUIRE(replayed.board() == game.board());
        REQUIRE(moves_text(replayed) == moves_text(game));

        const std::string text = to_text(game);
        const auto read = parse_game(text);
        REQUIRE(read);
        REQUIRE(to_text(*read) == text);
        REQUIRE(read->board() == game.board());
        REQUIRE(read->rules() == game.rules());
    });
}

TEST_CASE("undo leads back through every position to the first") {
    for_random_games(30006, [](const Game& game) {
        Game back = game;
        for (std::size_t left = game.played().size(); left > 0; --left) {
            REQUIRE(back.undo());
            Board board = back.board();
            apply(game.rules(), board, game.played()[left - 1].pit);
            Game forth = back;
            forth.play(game.played()[left - 1].pit);
            REQUIRE(forth.board() == board);
        }
        REQUIRE(back.board() == game.start());
        REQUIRE_FALSE(back.undo());
    });
}
