// The thesis's knowledge-based search against a slow one that follows figure 5 word by word.
#include <doctest/doctest.h>

#include <algorithm>

#include "kalah/notation.hpp"
#include "players/make_engine.hpp"
#include "rules/position.hpp"
#include "support/random_boards.hpp"
#include "support/scale.hpp"
#include "support/search.hpp"

using namespace kalah;
using test::kNever;
using test::settings_of;

namespace {

/// Utility of a board for a player, `simple` or `knowledge`.
int utility(const Rules& rules, const Board& board, Side player, bool knowledge) {
    const PlainPosition position(rules, board);
    const int value =
        knowledge ? eval::Knowledge::value(position, false) : eval::Simple::value(position, false);
    return board.to_move == player ? value : -value;
}

/// The value of a position for its mover; no windows, so that every child is looked at.
int figure_5(const Rules& rules, const Board& board, int initial, Side root, int depth,
             int search_depth, bool knowledge) {
    int best = -1'000'000;
    const Side me = board.to_move;
    for (const int pit : legal_moves(board)) {
        Board child = board;
        const MoveResult played = apply(rules, child, pit);
        int value = 0;
        if (played.over) {
            value = 4 * (child.store(me) - child.store(opponent(me)));
        } else {
            const int now = utility(rules, child, me, knowledge);
            const int before = me == root ? initial : -initial;
            value = now;
            if (depth + 1 < search_depth && before - now <= std::max(60 - depth, 20)) {
                value = figure_5(rules, child, initial, root, depth + 1, search_depth, knowledge);
                if (child.to_move != me) value = -value;
            }
        }
        best = std::max(best, value);
    }
    return best;
}

}  // namespace

TEST_CASE("the knowledge-based search is that of figure 5, with alpha-beta on top") {
    test::Random random(81001);
    int pruned = 0;
    for (int i = 0; i < test::scaled(300, 5000); ++i) {
        Rules rules;
        rules.capture = Capture::empty;
        const Board board = test::random_board(random, test::pick(random, 4, 6), 90);
        const bool knowledge = i % 2 == 0;
        const int depth = test::pick(random, 2, 5);
        const std::string eval = knowledge ? "knowledge" : "simple";
        const std::string common = "depth=" + std::to_string(depth) + ",eval=" + eval;
        const auto settings = settings_of("knowledge:" + common);
        const auto report = players::make_engine(settings).best_move(rules, board, kNever);
        const int initial = utility(rules, board, board.to_move, knowledge);
        INFO(common, " on ", to_text(board));
        REQUIRE(report.score.value ==
                figure_5(rules, board, initial, board.to_move, 0, depth, knowledge));
        const auto plain = settings_of("minimax:" + common);
        if (players::make_engine(plain).best_move(rules, board, kNever).score.value !=
            report.score.value)
            ++pruned;
    }
    CHECK(pruned > 0);  // the pruning makes a difference somewhere
}

TEST_CASE("when nothing is left to look at, alpha-beta takes over until the limit") {
    // A game of few seeds is searched to its end in no time; the takeover then proves its result.
    const auto settings = settings_of("knowledge:eval=simple,nodes=2000000");
    const auto report = players::make_engine(settings).best_move({}, start_board({3, 2}), kNever);
    CHECK(report.score.exact);
    CHECK(report.score.points() == 4);
    // At fixed depth there is no takeover, and no claim.
    const auto fixed = settings_of("knowledge:eval=simple,depth=60");
    CHECK_FALSE(players::make_engine(fixed).best_move({}, start_board({3, 2}), kNever).score.exact);
    bool claimed = false;
    const auto analysis = players::make_engine(fixed).analyse(
        {}, start_board({3, 2}), kNever,
        [&](const SearchReport& depth) { claimed |= depth.score.exact; });
    for (const auto& move : analysis.moves) claimed |= move.score.exact;
    CHECK_FALSE(claimed);
}
