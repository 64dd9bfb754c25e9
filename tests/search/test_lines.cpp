// Lines: the moves that a search expects. Lines of exact scores are replayed to the end.
#include <doctest/doctest.h>

#include "kalah/notation.hpp"
#include "players/make_engine.hpp"
#include "support/random_boards.hpp"
#include "support/scale.hpp"
#include "support/search.hpp"

using namespace kalah;
using test::kNever;
using test::settings_of;

namespace {

/// Plays a line; fails the test at a move that is not legal.
Game replayed(const Rules& rules, const Board& board, const std::vector<int>& line) {
    Game game(rules, board);
    for (const int pit : line) {
        REQUIRE_FALSE(game.validate(pit));
        game.play(pit);
    }
    return game;
}

/// Checks that the line ends the game with this score.
void check_exact(const Rules& rules, const Board& board, const Score& score,
                 const std::vector<int>& line) {
    REQUIRE(score.exact);
    const Game game = replayed(rules, board, line);
    REQUIRE(game.over());
    const Side me = board.to_move;
    REQUIRE(game.board().store(me) - game.board().store(opponent(me)) == score.points());
}

}  // namespace

TEST_CASE("the line of an exact score ends the game with that score, for every move") {
    test::Random random(83001);
    const auto all_rules = test::all_rules();
    const std::vector<std::string> players{
        "champion:memory=1M,",
        "champion:memory=4K,",  // a table that forgets nearly everything
        "champion:memory=64K,threads=2,eval=knowledge,",
        "champion:memory=1M,pure=yes,",
        "mtdf:tt=1M,eval=again,step=3,",
        "alphabeta:tt=64K,order=tactical,etc=yes,futility=yes,quiet=yes,",
        "alphabeta:futility=yes,"};
    int lines = 0;
    for (int i = 0; i < test::scaled(600, 6000); ++i) {
        Rules rules = all_rules[static_cast<std::size_t>(i) % all_rules.size()];
        int width = test::pick(random, 1, 5);
        if (i % 3 == 0) {  // the fast board
            rules = {};
            if (i % 2 == 0) rules.capture = Capture::empty;
            width = 6;
        }
        const Board board = test::random_board(random, width, width == 6 ? 14 : 12);
        const std::string player =
            players[static_cast<std::size_t>(i) % players.size()] + "depth=120";
        INFO(player, " on ", to_text(board), " ", to_text(rules));
        const auto report = players::make_engine(settings_of(player)).analyse(rules, board, kNever);
        check_exact(rules, board, report.score, report.line);
        REQUIRE(report.line.front() == report.pit);
        for (const auto& move : report.moves) {
            check_exact(rules, board, move.score, move.line);
            REQUIRE(move.line.front() == move.pit);
            ++lines;
        }
        const auto thought =
            players::make_engine(settings_of(player)).best_move(rules, board, kNever);
        check_exact(rules, board, thought.score, thought.line);
        REQUIRE(thought.line.front() == thought.pit);
    }
    CHECK(lines > 1000);
}

TEST_CASE("the line of an estimate can be played, and is not longer than the search was deep") {
    test::Random random(83002);
    for (int i = 0; i < 200; ++i) {
        const Board board = test::random_board(random, test::pick(random, 3, 6), 60);
        for (const std::string player :
             {"champion:memory=1M,quiet=no,", "mtdf:tt=4K,", "alphabeta:tt=64K,etc=yes,"}) {
            INFO(player, " on ", to_text(board));
            const auto report =
                players::make_engine(settings_of(player + "depth=6")).analyse({}, board, kNever);
            for (const auto& move : report.moves) {
                if (move.score.exact) continue;
                replayed({}, board, move.line);
                REQUIRE(move.line.front() == move.pit);
                REQUIRE(move.line.size() <= 6);
            }
        }
    }
}
