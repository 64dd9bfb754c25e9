#include "players/explain.hpp"

#include <doctest/doctest.h>

#include "kalah/notation.hpp"
#include "players/make_engine.hpp"
#include "players/spec.hpp"
#include "support/random_boards.hpp"

using namespace kalah;
using namespace kalah::players;

TEST_CASE("the parts where a line ends add up to the score of its move") {
    test::Random random(80001);
    const StopToken never;
    int leaves = 0;
    for (int i = 0; i < 60; ++i) {
        const Rules& rules = presets()[static_cast<std::size_t>(i) % presets().size()].rules;
        const Board board = test::random_board(random, i % 3 == 0 ? 6 : 4, 40);
        if (legal_moves(board).empty() || is_over(rules, board)) continue;
        for (const EvalId eval : kAllEvals) {
            EngineOptions options = parse_player("minimax:depth=3")->settings;
            options.eval = eval;
            if (i % 2 == 0 && usual_bonus(eval) > 0) options.bonus = 9;
            const auto report = make_engine(options).analyse(rules, board, never);
            for (const MoveReport& move : report.moves) {
                const auto leaf = leaf_of({rules, board}, move.line, options.bonus);
                const auto found = explain(eval, rules, leaf, board.to_move);
                int sum = 0;
                for (const EvalPart& part : found.parts) sum += part.value();
                CAPTURE(to_text(eval));
                CAPTURE(to_text(board));
                REQUIRE(sum == found.value);
                REQUIRE(found.value == move.score.value);
                ++leaves;
            }
        }
    }
    CHECK(leaves > 1000);
}

TEST_CASE("parts are points for the side asked for, whoever is to move") {
    const Rules rules;
    const Leaf leaf{*parse_position("<6,3,1,0,13,4,1,1,2,0,0,0,0,0,1>")};
    const auto south = explain(EvalId::knowledge, rules, leaf, Side::south);
    CHECK(points_text(south, south.value) == "+15");
    CHECK(parts_text(south) ==
          "stores +8 (2 x 4), lap-pits +4 (1 x 4), store-pits +2 (1 x 2), empty-pits +1 (1 x 1)");
    const auto north = explain(EvalId::knowledge, rules, leaf, Side::north);
    CHECK(north.value == -15);
    CHECK(parts_text(north) ==
          "stores -8 (2 x -4), lap-pits -4 (1 x -4), store-pits -2 (1 x -2), "
          "empty-pits -1 (1 x -1)");
    const auto even = explain(EvalId::store, rules, {start_board({6, 4})}, Side::south);
    CHECK(parts_text(even) == "nothing");
}

TEST_CASE("an explanation as JSON has points, weights and what a seed weighs") {
    const Leaf leaf{*parse_position("<3,2,0,0,2,2,2,2,2>")};
    CHECK(
        explanation_json(explain(EvalId::five_part, {}, leaf, Side::south)).line() ==
        R"({"eval":"five-part","mover":"south","points":-0.6666666666666666,"per_seed":1.0,"parts":[)"
        R"({"part":"F1","pit":null,"count":2,"weight":1.1666666666666667,"points":2.3333333333333335},)"
        R"({"part":"F2","pit":null,"count":4,"weight":1.0,"points":4.0},)"
        R"({"part":"F3","pit":null,"count":6,"weight":-1.0,"points":-6.0},)"
        R"({"part":"F4","pit":null,"count":2,"weight":1.0,"points":2.0},)"
        R"({"part":"F5","pit":null,"count":3,"weight":-1.0,"points":-3.0}]})");
}

TEST_CASE("again without its bonus searches as store does, and with another as it says") {
    const StopToken never;
    const auto search = [&](const char* player) {
        return make_engine(parse_player(player)->settings)
            .best_move({}, *parse_position("<6,3,1,4,0,6,1,5,1,4,4,3,0,6,9>"), never);
    };
    const auto store = search("alphabeta:eval=store,depth=6,futility=yes");
    const auto none = search("alphabeta:eval=again,bonus=0,depth=6,futility=yes");
    CHECK(none.nodes == store.nodes);
    CHECK(none.score.value == store.score.value);
    const auto usual = search("alphabeta:eval=again,depth=1");
    const auto more = search("alphabeta:eval=again,bonus=11,depth=1");
    CHECK(more.score.value - usual.score.value == 5);
    for (const char* algorithm : {"minimax", "knowledge", "mtdf"})
        CHECK(
            search((std::string(algorithm) + ":eval=again,bonus=11,depth=1").c_str()).score.value ==
            more.score.value);
}

TEST_CASE("a bonus for moving again needs an evaluation that has one") {
    CHECK(parse_player("alphabeta:eval=long-turn,bonus=12")->settings.bonus == 12);
    CHECK_FALSE(parse_player("alphabeta:eval=again")->settings.bonus);
    CHECK(parse_player("alphabeta:eval=again,bonus=101").error().code == "bad_setting");
    const auto wrong = parse_player("alphabeta:bonus=3");
    REQUIRE_FALSE(wrong);
    CHECK(wrong.error().column == 17);
}
