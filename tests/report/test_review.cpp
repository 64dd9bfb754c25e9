#include <doctest/doctest.h>

#include "kalah/notation.hpp"
#include "players/judgement.hpp"
#include "players/spec.hpp"

using namespace kalah;
using namespace kalah::players;

namespace {

std::vector<JudgedMove> judge_all(const GameRecord& record) {
    const EngineOptions engine = parse_player("champion:nodes=2000,memory=1M")->settings;
    const JudgeSettings settings{[engine](const Game&) { return engine; },
                                 engine.eval,
                                 {std::chrono::milliseconds(600'000), 1000}};
    const StopToken never;
    return judge(record, {true, true}, settings, never);
}

}  // namespace

TEST_CASE(
    "in a forfeit nothing is judged, but in a game lost by a fault later, what was played is") {
    GameRecord record{Game({}, start_board({4, 3}))};
    record.play(3, {0, "", MoveSource::forced});
    record.play(2, {0, "", MoveSource::forced});
    record.play(2, {0.1, ""});  // south's own; north is next
    REQUIRE(record.game.board().to_move == Side::north);
    GameRecord forfeit = record;
    forfeit.lose(Side::north, Ending::gone, FaultKind::crash, "exited");
    CHECK(is_forfeit(forfeit));
    const auto moves = judge_all(forfeit);
    REQUIRE(moves.size() == 3);
    CHECK(moves[0].skipped == Skipped::opening);
    CHECK(moves[1].skipped == Skipped::opening);
    CHECK(moves[2].skipped == Skipped::forfeit);
    CHECK(name(moves[2].skipped) == "forfeit");

    GameRecord lost = record;
    lost.lose(Side::south, Ending::gone, FaultKind::crash, "exited");
    CHECK_FALSE(is_forfeit(lost));
    CHECK(judge_all(lost)[2].is_judged());
    CHECK_FALSE(is_forfeit(record));
}

TEST_CASE("a line of best play that is cut says so") {
    // One move of south ends this game, another does not.
    JudgedMove move;
    move.board = *parse_position("<3,5,5,0,0,1,1,0,0>");
    move.line = {2};
    CHECK(best_play_text({}, move) == "3");
    move.board = *parse_position("<3,5,5,1,0,1,1,0,0>");
    move.line = {0};
    CHECK(best_play_text({}, move) == "1 \u2026");
}
