// A traced search equals the engine's: same nodes, same values, and a consistent tree.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "kalah/notation.hpp"
#include "players/make_engine.hpp"
#include "search/trace.hpp"
#include "support/random_boards.hpp"
#include "support/search.hpp"

using namespace kalah;
using search::Reason;
using search::TraceNode;
using test::kNever;
using test::Random;
using test::settings_of;

namespace {

struct TracedCase {
    Rules rules;
    Board board;
};

/// Starts, middle games and endgames, on six pits, where the engine uses its fast board, and on
/// other boards.
std::vector<TracedCase> twenty_positions() {
    std::vector<TracedCase> cases{
        {{}, *parse_start("6x4")},
        {parse_rules("empty-capture")->rules, *parse_start("6x6")},
        {parse_rules("multilap")->rules, *parse_start("6x3")},
        {parse_rules("standard,majority-stop=yes")->rules, *parse_start("5x3")}};
    Random random(4711);
    const auto all_rules = test::all_rules();
    while (cases.size() < 20) {
        TracedCase one;
        const bool six = cases.size() % 3 != 0;
        if (!six)
            one.rules = all_rules[static_cast<std::size_t>(
                test::pick(random, 0, static_cast<int>(all_rules.size()) - 1))];
        one.board = test::random_board(random, six ? 6 : test::pick(random, 2, 5),
                                       test::pick(random, 4, 50));
        cases.push_back(one);
    }
    return cases;
}

const std::vector<std::string> kPlayers{
    "minimax:depth=4",
    "minimax:depth=3,eval=five-part",
    "minimax:depth=3,eval=again,ties=random,seed=5",
    "greedy",
    "alphabeta:depth=5",
    "alphabeta:depth=5,eval=store",
    "alphabeta:depth=5,eval=knowledge",
    "alphabeta:depth=5,eval=knowledge-both",
    "alphabeta:depth=5,eval=knowledge-both,lap-pit=30,store-pit=0,empty-pit=9,futility=yes",
    "alphabeta:depth=5,eval=five-part,order=right",
    "alphabeta:depth=5,eval=again,order=tactical",
    "alphabeta:depth=5,eval=again,bonus=3,futility=yes",
    "alphabeta:depth=5,eval=long-turn,order=valued,futility=yes",
    "alphabeta:depth=5,eval=fitted,futility=yes",
    "alphabeta:depth=5,quiet=yes",
    "alphabeta:depth=5,step=2,ties=random",
    "alphabeta:depth=6,tt=1M",
    "alphabeta:depth=6,tt=1M,pure=yes,order=tactical",
    "alphabeta:depth=6,tt=64K,order=tactical,etc=yes,futility=yes,quiet=yes",
    "alphabeta:nodes=700,tt=64K,order=tactical",
    "knowledge:depth=5",
    "knowledge:depth=5,limit=8,least=4,eval=simple",
    "knowledge:depth=5,limit=8,least=4,from=node,eval=fitted",
    "knowledge:nodes=2000,limit=4,least=2",
    "mtdf:depth=6,tt=1M",
    "mtdf:depth=6,tt=64K,eval=knowledge,etc=yes,ties=random",
    "mtdf:depth=6,tt=1M,deepening=no",
    "champion:depth=7,memory=1M",
    "champion:depth=7,memory=64K,quiet=yes,ties=random",
    "champion:nodes=900,memory=64K",
};

/// Builds nothing, but checks that every step follows from those before.
class Checker final : public search::TraceSink {
  public:
    std::uint64_t nodes = 0;
    std::set<Reason> reasons;

    void begin_pass(search::Purpose /*purpose*/, const TraceNode& root) override {
        path_.assign(1, root);
    }
    void enter(const TraceNode& node) override {
        ++nodes;
        REQUIRE(node.id == nodes);
        REQUIRE(node.parent == path_.back().id);
        REQUIRE(node.ply == static_cast<int>(path_.size()));
        REQUIRE((path_.back().at.moves >> node.pit & 1U) == 1U);
        REQUIRE(node.alpha < node.beta);
        // The board must agree on the side to move.
        if (node.at.moves != 0)
            REQUIRE((node.at.board->to_move == path_.front().at.board->to_move) == node.max);
        path_.push_back(node);
    }
    void leave(const TraceNode& node) override {
        REQUIRE(node.id == path_.back().id);
        path_.pop_back();
        reasons.insert(node.reason);
        REQUIRE(node.value.has_value() == (node.reason != Reason::stopped));
        if (node.reason != Reason::moves) return;
        REQUIRE(node.best == node.value);
        REQUIRE((node.tried == node.at.moves || node.fails_high()));
    }

  private:
    std::vector<TraceNode> path_;
};

void compare(const EngineOptions& options, const TracedCase& one, bool all_values) {
    Engine engine = players::make_engine(options);
    const SearchReport expected = all_values ? engine.analyse(one.rules, one.board, kNever)
                                             : engine.best_move(one.rules, one.board, kNever);
    Checker checker;
    const auto traced = search::trace(options, one.rules, one.board, all_values, kNever, checker);
    REQUIRE(traced);
    CHECK(checker.nodes == expected.nodes);
    CHECK(traced->nodes == expected.nodes);
    CHECK(traced->score.value == expected.score.value);
    CHECK(traced->score.exact == expected.score.exact);
    CHECK(traced->pit == expected.pit);
    CHECK(traced->depth == expected.depth);
    CHECK(traced->line == expected.line);
    CHECK(traced->takeover == expected.takeover);
    REQUIRE(traced->moves.size() == expected.moves.size());
    for (std::size_t i = 0; i < expected.moves.size(); ++i) {
        CHECK(traced->moves[i].pit == expected.moves[i].pit);
        CHECK(traced->moves[i].score.value == expected.moves[i].score.value);
    }
}

std::set<Reason> reasons_of(const std::string& player, const TracedCase& one) {
    Checker checker;
    REQUIRE(search::trace(settings_of(player), one.rules, one.board, false, kNever, checker));
    return checker.reasons;
}

}  // namespace

TEST_CASE("a traced search visits the nodes of the engine and finds its values") {
    for (const TracedCase& one : twenty_positions())
        for (const std::string& player : kPlayers) {
            CAPTURE(player);
            CAPTURE(to_text(one.board));
            CAPTURE(to_text(one.rules));
            compare(settings_of(player), one, true);
            compare(settings_of(player), one, false);
        }
}

TEST_CASE("a traced search uses the endgame database as the engine does") {
    EngineOptions options = settings_of("champion:depth=6,memory=1M");
    options.database = *EndgameDatabase::build({}, 6, 8, 1);
    int covered = 0;
    for (const TracedCase& one : twenty_positions()) {
        CAPTURE(to_text(one.board));
        if (one.rules != Rules{} || one.board.width != 6) continue;
        compare(options, one, true);
        Checker checker;
        REQUIRE(search::trace(options, one.rules, one.board, true, kNever, checker));
        covered += checker.reasons.contains(Reason::database) ? 1 : 0;
    }
    CHECK(covered > 3);
}

TEST_CASE("each technique shows as a reason in the tree, and only where it is used") {
    const TracedCase middle{{}, *parse_position("<6,14,11,2,0,6,1,0,3,4,0,2,1,3,1> n")};
    const TracedCase late{{}, *parse_position("<6,20,16,0,1,0,2,1,0,1,0,0,3,0,1>")};
    const std::set<Reason> plain{Reason::moves, Reason::depth, Reason::over};
    CHECK(reasons_of("minimax:depth=6", late) == plain);
    CHECK(reasons_of("alphabeta:depth=6", late) == plain);
    CHECK(reasons_of("mtdf:depth=8,tt=1M,futility=yes", late).contains(Reason::futility));
    CHECK(reasons_of("alphabeta:depth=7,tt=1M", middle).contains(Reason::table));
    CHECK(reasons_of("champion:depth=9,memory=1M,futility=no", middle).contains(Reason::etc));
    CHECK(reasons_of("knowledge:depth=6,limit=8,least=4", middle).contains(Reason::limit));
    CHECK(reasons_of("alphabeta:nodes=100", middle).contains(Reason::stopped));
}
