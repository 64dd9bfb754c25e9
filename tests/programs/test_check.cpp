// The check of a program plays the games that it should, and survives what programs do. What it
// says about them is tested with the command (tests/app/test_check.py).
#include <algorithm>
#include <set>

#include "kalah/moves.hpp"
#include "kalah/notation.hpp"
#include "programs/check.hpp"
#include "programs/check_positions.hpp"
#include "programs/seats.hpp"

using namespace kalah;
using namespace kalah::test;
using programs::CheckPart;

namespace {

/// Whether a move of the mover does what `wanted` says.
template <class Wanted>
bool some_move(const Board& board, Wanted wanted) {
    for (const int pit : legal_moves(board)) {
        Game game({}, board);
        if (wanted(game.play(pit))) return true;
    }
    return false;
}

programs::CheckResult check(
    const std::string& behaviour, void (*change)(programs::ProgramOptions&) = [](auto&) {}) {
    programs::CheckSubject subject{"tested"};
    subject.command = mock(behaviour).substr(4);
    subject.options = patient();
    change(subject.options);
    programs::CheckPlan plan;
    plan.boards = {start_board({3, 2})};
    plan.concurrency = 2;
    plan.budget = std::chrono::hours(1);
    return programs::check_program(subject, plan, kNever, [](std::size_t) {});
}

}  // namespace

TEST_CASE("a check has twenty positions for every width, and each asks the program something") {
    for (int pits = 3; pits <= kMaxPits; ++pits) {
        CAPTURE(pits);
        const auto positions = programs::check_positions(pits);
        CHECK(positions.size() == programs::kCheckPositions);
        std::set<std::string> names;
        std::set<std::string> boards;
        int as_north = 0;
        for (const auto& [what, board] : positions) {
            CAPTURE(what);
            names.insert(what);
            boards.insert(to_text(board));
            CHECK(parse_position(to_text(board)));
            CHECK(board.width == pits);
            CHECK(legal_moves(board).size() >= 2);  // the referee plays a sole move itself
            if (board.to_move == Side::north) ++as_north;
            if (what.starts_with("extra turns"))
                for (const int pit : legal_moves(board))
                    CHECK(Game({}, board).play(pit).extra_turn);
            if (what.starts_with("a capture") || what.find("now empty") != std::string::npos)
                CHECK(some_move(board, [](const MoveResult& move) { return move.captured > 0; }));
            if (what.find("round") != std::string::npos)
                CHECK(
                    some_move(board, [&](const MoveResult& move) { return move.sown > 2 * pits; }));
        }
        CHECK(names.size() == positions.size());
        CHECK(boards.size() == positions.size());
        CHECK(as_north >= 6);
    }
}

TEST_CASE("a check plays every part, from both sides, and cuts long games off") {
    const std::string mark = new_mark();
    const programs::CheckResult result = check("honest");
    CHECK(result.left_out.empty());
    CHECK(result.games.size() == 2 + 2 + 2 + programs::kCheckPositions);
    for (const programs::CheckedGame& game : result.games) {
        CAPTURE(game.task.what);
        CHECK(!game.lost());
        CHECK(game.record.faults.empty());
        CHECK(game.end.ready);
        if (game.task.part == CheckPart::whole) {
            CHECK(game.record.ending == Ending::finished);
            CHECK(game.end.exit_code == 0);
        }
    }
    CHECK(result.usage.peak.processes >= 1);
    CHECK(result.usage.peak.threads >= 1);
    CHECK(result.usage.peak.memory > 1 << 20);
    CHECK(left_behind(mark) == std::vector<std::string>{});
}

TEST_CASE("a program that does not begin is asked once, one without moves three times") {
    const programs::CheckResult crashed = check("crash-at-start");
    CHECK(crashed.games.size() == 1);
    CHECK(!crashed.games[0].end.ready);
    CHECK(crashed.games[0].end.said == "cannot find my brain\n");
    const programs::CheckResult stalled =
        check("stall", [](auto& options) { options.move_limit = 200ms; });
    CHECK(stalled.games.size() >= 3);
    CHECK(stalled.games.size() <= 5);  // two at a time, and the ping's
    CHECK(stalled.games.back().loss().kind == FaultKind::timeout);
}

TEST_CASE("processes of a program are counted, and too many of them are ended") {
    const std::string mark = new_mark();
    {
        programs::UsageWatch watch({});
        while (watch.seen().peak.processes < 4) play({mock("fork")}, {"greedy"});
        CHECK(!watch.seen().too_many);
    }
    programs::UsageWatch watch({2, 0, 0});
    const GameRecord record = play({mock("fork-and-think")}, {"greedy"});
    CHECK(loss_of(record).starts_with("gone crash south"));
    CHECK(watch.seen().too_many);
    CHECK(left_behind(mark) == std::vector<std::string>{});
}
