// Minimax is the oracle: at equal depth, every pure search has its value, with any technique.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "eval/eval.hpp"
#include "kalah/notation.hpp"
#include "players/make_engine.hpp"
#include "rules/position.hpp"
#include "support/random_boards.hpp"
#include "support/scale.hpp"
#include "support/search.hpp"

using namespace kalah;
using test::kNever;
using test::Random;
using test::settings_of;

namespace {

SearchReport think(const std::string& player, const Rules& rules, const Board& board) {
    return players::make_engine(settings_of(player)).best_move(rules, board, kNever);
}

struct Case {
    Rules rules;
    Board board;
    int depth;
    std::string eval;
};

/// Positions of several sizes and rule sets, small enough for minimax.
Case random_case(Random& random) {
    static const auto all_rules = test::all_rules();
    Case result;
    const bool fast = test::pick(random, 0, 1) == 0;
    const int width = fast ? 6 : test::pick(random, 1, 7);
    result.rules = all_rules[static_cast<std::size_t>(
        test::pick(random, 0, static_cast<int>(all_rules.size()) - 1))];
    if (fast) {
        result.rules = {};
        if (test::pick(random, 0, 1) == 0) result.rules.capture = Capture::empty;
    }
    result.board = test::random_board(random, width, test::pick(random, 2, 60));
    result.depth = test::pick(random, 1, width <= 4 ? 6 : 5);
    result.eval = to_text(kAllEvals[static_cast<std::size_t>(test::pick(random, 0, 6))]);
    return result;
}

}  // namespace

TEST_CASE("minimax, alphabeta, mtdf and champion have equal values at equal depth") {
    Random random(80001);
    const int cases = test::scaled(500, 10'000);
    const std::vector<std::string> others{"alphabeta:",
                                          "alphabeta:order=right,",
                                          "alphabeta:futility=yes,",
                                          "alphabeta:futility=yes,order=tactical,",
                                          "alphabeta:tt=1M,pure=yes,",
                                          "alphabeta:order=tactical,tt=1M,pure=yes,",
                                          "alphabeta:tt=1K,etc=yes,futility=yes,pure=yes,",
                                          "mtdf:tt=1M,pure=yes,",
                                          "mtdf:tt=1K,etc=yes,order=left,pure=yes,step=2,",
                                          "champion:memory=1M,pure=yes,",
                                          "champion:memory=4K,pure=yes,threads=2,step=3,"};
    for (int i = 0; i < cases; ++i) {
        const Case one = random_case(random);
        const std::string common = "depth=" + std::to_string(one.depth) + ",eval=" + one.eval;
        const auto oracle = think("minimax:" + common, one.rules, one.board);
        for (const std::string& other : others) {
            const auto report = think(other + common, one.rules, one.board);
            INFO(other, common, " on ", to_text(one.board), " ", to_text(one.rules));
            REQUIRE(report.score.value == oracle.score.value);
            // Pruning may skip lines that depth cuts off, so it may be exact where minimax is not;
            // never the other way round.
            if (oracle.score.exact) REQUIRE(report.score.exact);
        }
    }
}

TEST_CASE("with weights of their own, searches agree as well, and weights change values") {
    Random random(80006);
    const std::vector<std::string> others{"alphabeta:", "alphabeta:futility=yes,order=valued,",
                                          "alphabeta:tt=1M,pure=yes,", "mtdf:tt=1M,pure=yes,"};
    int changed = 0;
    const int cases = test::scaled(100, 2'000);
    for (int i = 0; i < cases; ++i) {
        const Case one = random_case(random);
        const std::string depth = "depth=" + std::to_string(std::min(one.depth, 4));
        const std::string eval = i % 2 == 0 ? ",eval=knowledge" : ",eval=knowledge-both";
        const std::string weights = ",lap-pit=" + std::to_string(test::pick(random, 0, 100)) +
                                    ",store-pit=" + std::to_string(test::pick(random, 0, 100)) +
                                    ",empty-pit=" + std::to_string(test::pick(random, 3, 100));
        const auto oracle = think("minimax:" + depth + eval + weights, one.rules, one.board);
        const auto usual = think("minimax:" + depth + eval, one.rules, one.board);
        changed += oracle.score.value != usual.score.value ? 1 : 0;
        for (const std::string& other : others) {
            INFO(other, depth, eval, weights, " on ", to_text(one.board), " ", to_text(one.rules));
            const auto report = think(other + depth + eval + weights, one.rules, one.board);
            REQUIRE(report.score.value == oracle.score.value);
        }
    }
    CHECK(changed > cases / 2);
}

namespace {

/// Minimax that extends lines while a turn continues, by at most six sowings, as `quiet` does.
int quiet_value(const Rules& rules, const Board& board, int depth, bool again, EvalId id) {
    if (depth <= 0 && !(again && depth > -6))
        return eval::with_eval(id, [&](auto e) {
            return decltype(e)::value(PlainPosition(rules, board), again ? usual_bonus(id) : 0);
        });
    int best = -1'000'000'000;
    for (const int pit : legal_moves(board)) {
        Board child = board;
        const MoveResult played = apply(rules, child, pit);
        int value = 0;
        if (played.over)
            value = eval::with_eval(id, [&](auto e) {
                return eval::finished<decltype(e)>(PlainPosition(rules, child));
            });
        else
            value = quiet_value(rules, child, depth - 1, played.extra_turn, id);
        best = std::max(best, played.extra_turn ? value : -value);
    }
    return best;
}

}  // namespace

TEST_CASE("quiet searches look at turns to their end, and no further") {
    Random random(80005);
    int different = 0;
    for (int i = 0; i < test::scaled(200, 3000); ++i) {
        Rules rules;
        if (i % 2 == 0) rules.capture = Capture::empty;
        const Board board = test::random_board(random, test::pick(random, 4, 6), 50);
        const int depth = test::pick(random, 1, 4);
        const EvalId id = kAllEvals[static_cast<std::size_t>(test::pick(random, 0, 6))];
        const std::string common =
            "depth=" + std::to_string(depth) + ",eval=" + std::string(to_text(id));
        const int oracle = quiet_value(rules, board, depth, false, id);
        for (const std::string player :
             {"alphabeta:quiet=yes,", "alphabeta:quiet=yes,order=tactical,"}) {
            INFO(player, common, " on ", to_text(board));
            REQUIRE(think(player + common, rules, board).score.value == oracle);
        }
        if (think("alphabeta:" + common, rules, board).score.value != oracle) ++different;
    }
    CHECK(different > 0);
}

TEST_CASE("the best move has the value of the position") {
    Random random(80002);
    for (int i = 0; i < test::scaled(200, 2000); ++i) {
        const Case one = random_case(random);
        // long-turn counts the laps of the line, which the child position does not know.
        if (one.eval == to_text(EvalId::long_turn) && one.rules.sowing == Sowing::multi) continue;
        const std::string common = "depth=" + std::to_string(one.depth) + ",eval=" + one.eval;
        for (const std::string player : {"minimax:", "alphabeta:", "mtdf:tt=1M,pure=yes,"}) {
            const auto report = think(player + common, one.rules, one.board);
            INFO(player, common, " on ", to_text(one.board), " ", to_text(one.rules));
            Board child = one.board;
            const MoveResult played = apply(one.rules, child, report.pit);
            if (played.over || one.depth == 1) continue;
            auto below =
                think("minimax:depth=" + std::to_string(one.depth - 1) + ",eval=" + one.eval,
                      one.rules, child);
            REQUIRE(report.score.value == (played.extra_turn ? 1 : -1) * below.score.value);
        }
    }
}

TEST_CASE("an analysis gives every legal move the value that minimax gives it") {
    Random random(80003);
    for (int i = 0; i < test::scaled(100, 1000); ++i) {
        const Case one = random_case(random);
        const std::string common = "depth=" + std::to_string(one.depth) + ",eval=" + one.eval;
        std::map<int, int> oracle;
        for (const auto& move : players::make_engine(settings_of("minimax:" + common))
                                    .analyse(one.rules, one.board, kNever)
                                    .moves)
            oracle[move.pit] = move.score.value;
        REQUIRE(static_cast<int>(oracle.size()) == legal_moves(one.board).size());
        for (const std::string player :
             {"alphabeta:", "mtdf:tt=1M,pure=yes,", "champion:memory=1M,pure=yes,"}) {
            INFO(player, common, " on ", to_text(one.board), " ", to_text(one.rules));
            const auto report = players::make_engine(settings_of(player + common))
                                    .analyse(one.rules, one.board, kNever);
            REQUIRE(report.moves.size() == oracle.size());
            for (const auto& move : report.moves) REQUIRE(move.score.value == oracle[move.pit]);
            REQUIRE(report.moves.front().score.value == report.score.value);
        }
    }
}

TEST_CASE("what is not pure still proves the same exact results") {
    Random random(80004);
    for (int i = 0; i < test::scaled(100, 1500); ++i) {
        Case one = random_case(random);
        one.board = test::random_board(random, one.board.width, 9);
        const auto oracle = think("alphabeta:eval=store,depth=120", one.rules, one.board);
        REQUIRE(oracle.score.exact);
        for (const std::string player :
             {"champion:depth=120,memory=1M",
              "champion:depth=120,memory=1M,eval=knowledge,threads=2",
              "alphabeta:depth=120,tt=1M,etc=yes,futility=yes,order=tactical,eval=again",
              "mtdf:depth=120,eval=long-turn,futility=yes,tt=1M"}) {
            INFO(player, " on ", to_text(one.board), " ", to_text(one.rules));
            const auto report = think(player, one.rules, one.board);
            REQUIRE(report.score.exact);
            REQUIRE(report.score.points() == oracle.score.points());
        }
    }
}
