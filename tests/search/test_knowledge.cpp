// The thesis's knowledge-based search against a slow one that follows figure 5 word by word.
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "eval/eval.hpp"
#include "kalah/game.hpp"
#include "kalah/notation.hpp"
#include "players/make_engine.hpp"
#include "rules/position.hpp"
#include "rules/random_pit.hpp"
#include "support/random_boards.hpp"
#include "support/scale.hpp"
#include "support/search.hpp"

using namespace kalah;
using test::kNever;
using test::settings_of;

namespace {

/// Utility of a board for a player.
int utility(const Rules& rules, const Board& board, Side player, EvalId eval, bool again) {
    const PlainPosition position(rules, board);
    const int value = eval::with_eval(eval, [&](auto one) {
        return decltype(one)::value(position, again ? usual_bonus(eval) : 0);
    });
    return board.to_move == player ? value : -value;
}

int finished(const Rules& rules, const Board& board, Side player, EvalId eval) {
    const PlainPosition position(rules, board);
    const int value =
        eval::with_eval(eval, [&](auto one) { return eval::finished<decltype(one)>(position); });
    return board.to_move == player ? value : -value;
}

struct Figure5 {
    Rules rules;
    EvalId eval;
    PruningLimits limits;
    double seed;  // the weight of a seed in the evaluation
    int depth;

    /// The value of a position for its mover. Uses no windows, so that it looks at every child.
    /// `from`: the utility that costs are counted from, for the mover.
    [[nodiscard]] int value(const Board& board, double from, int ply) const {
        int best = -100'000'000;
        const Side me = board.to_move;
        for (const int pit : legal_moves(board)) {
            Board child = board;
            const MoveResult played = apply(rules, child, pit);
            int result = 0;
            if (played.over) {
                result = finished(rules, child, me, eval);
            } else {
                const int now = utility(rules, child, me, eval, played.extra_turn);
                const double cost = (from - now) / seed;  // in seeds
                const double most = std::max(limits.limit - limits.fall * ply, limits.least) / 4.0;
                result = now;
                if (ply + 1 < depth && cost <= most) {
                    const double before = limits.from == PruningLimits::From::node ? now : from;
                    const bool same = child.to_move == me;
                    result = value(child, same ? before : -before, ply + 1);
                    if (!same) result = -result;
                }
            }
            best = std::max(best, result);
        }
        return best;
    }
};

const char* const kLimits[] = {"", ",limit=24,least=12", ",limit=8,least=4,fall=0",
                               ",from=node,limit=20,least=8,fall=2"};

}  // namespace

TEST_CASE("the knowledge-based search is that of figure 5, with alpha-beta on top") {
    test::Random random(81001);
    for (const EvalId eval : kAllEvals) {
        int pruned = 0;
        for (int i = 0; i < test::scaled(60, 1000); ++i) {
            Rules rules;
            rules.capture = Capture::empty;
            const Board board = test::random_board(random, test::pick(random, 4, 6), 90);
            const int depth = test::pick(random, 2, 5);
            const std::string common =
                "depth=" + std::to_string(depth) + ",eval=" + std::string(to_text(eval));
            const auto settings = settings_of("knowledge:" + common + kLimits[i % 4]);
            const auto report = players::make_engine(settings).best_move(rules, board, kNever);
            const Figure5 oracle{rules, eval, settings.pruning,
                                 double(seed_weight(eval, seeds_in_all(board))), depth};
            INFO(common, kLimits[i % 4], " on ", to_text(board));
            REQUIRE(report.score.value ==
                    oracle.value(board, utility(rules, board, board.to_move, eval, false), 0));
            const auto plain = settings_of("minimax:" + common);
            if (players::make_engine(plain).best_move(rules, board, kNever).score.value !=
                report.score.value)
                ++pruned;
        }
        INFO(to_text(eval));
        CHECK(pruned > 0);  // the pruning makes a difference somewhere
    }
}

TEST_CASE("a seed weighs the same in the pruning's limits under every evaluation") {
    CHECK(seed_weight(EvalId::store, 72) == 1);
    CHECK(seed_weight(EvalId::simple, 72) == 4);
    CHECK(seed_weight(EvalId::fitted, 72) == 4);
    CHECK(seed_weight(EvalId::long_turn, 72) == 6);
    CHECK(seed_weight(EvalId::five_part, 72) == 72);
    // `store` and `simple` differ only by their unit, so the trees are equal.
    test::Random random(81002);
    for (int i = 0; i < 20; ++i) {
        const Board board = test::random_board(random, 6, 72);
        const auto nodes = [&](const char* eval) {
            return players::make_engine(settings_of("knowledge:depth=6,eval=" + std::string(eval)))
                .best_move({}, board, kNever)
                .nodes;
        };
        CHECK(nodes("store") == nodes("simple"));
    }
}

TEST_CASE(
    "knowledge-based pruning changes most trees of midgame positions under every evaluation") {
    // Positions 12 random moves into 6x6, as in a game.
    std::vector<Board> positions;
    test::Random random(81003);
    const Rules rules = parse_rules("empty-capture")->rules;
    while (positions.size() < 40) {
        Game game(rules, start_board({6, 6}));
        for (int ply = 0; ply < 12 && !game.over(); ++ply) {
            game.play(random_pit(game.board(), random()));
        }
        if (!game.over()) positions.push_back(game.board());
    }
    for (const EvalId eval : kAllEvals) {
        int differ = 0;
        for (const Board& board : positions) {
            const auto nodes = [&](const char* player) {
                const auto settings = settings_of(std::string(player) +
                                                  ":depth=8,eval=" + std::string(to_text(eval)));
                return players::make_engine(settings).best_move(rules, board, kNever).nodes;
            };
            differ += nodes("knowledge") != nodes("alphabeta") ? 1 : 0;
        }
        INFO(to_text(eval));
        CHECK(differ >= 20);
    }
}

TEST_CASE("when nothing is left to look at, alpha-beta takes over until the limit") {
    // A game with few seeds is soon searched to its end; the takeover then proves its result.
    const auto settings = settings_of("knowledge:eval=simple,nodes=2000000");
    const auto report = players::make_engine(settings).best_move({}, start_board({3, 2}), kNever);
    CHECK(report.score.exact);
    CHECK(report.score.points() == 4);
    REQUIRE(report.takeover.has_value());
    CHECK(*report.takeover <= report.depth);
    // At a fixed depth there is no takeover, and the search does not claim an exact score.
    const auto fixed = settings_of("knowledge:eval=simple,depth=60");
    CHECK_FALSE(players::make_engine(fixed).best_move({}, start_board({3, 2}), kNever).score.exact);
    bool claimed = false;
    const auto analysis = players::make_engine(fixed).analyse(
        {}, start_board({3, 2}), kNever,
        [&](const SearchReport& depth) { claimed |= depth.score.exact; });
    for (const auto& move : analysis.moves) claimed |= move.score.exact;
    CHECK_FALSE(claimed);
}
