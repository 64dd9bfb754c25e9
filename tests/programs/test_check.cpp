// The check of a program plays the games that it should, and survives what programs do. What it
// says about them is tested with the command (tests/app/test_check.py).
#include <algorithm>
#include <set>

#include "kalah/moves.hpp"
#include "kalah/notation.hpp"
#include "programs/check.hpp"
#include "programs/check_positions.hpp"
#include "programs/relay.hpp"
#include "programs/sandbox.hpp"
#include "programs/seats.hpp"
#include "support/folder.hpp"
#include "support/skip.hpp"

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

TEST_CASE("a check knows whether its ping was sent, and whether it was answered") {
    for (const char* behaviour : {"honest", "no-pong"}) {
        CAPTURE(behaviour);
        const programs::CheckResult result = check(behaviour);
        const bool answers = std::string(behaviour) == "honest";
        for (const programs::CheckedGame& game : result.games) {
            if (game.task.part != CheckPart::ping) {
                CHECK(!game.end.pinged);
                CHECK(game.end.ready);
            } else if (game.end.pinged) {  // unless the machine is too busy for that
                CHECK(game.end.ready.has_value() == answers);
            }
        }
    }
}

TEST_CASE("a program that ends before the ping was not asked by one") {
    const test::Folder folder;
    const programs::CheckResult result = check("once " + folder.path() + "/played");
    REQUIRE(result.games.size() > 1);
    const programs::CheckedGame& game = result.games[1];
    REQUIRE(game.task.part == CheckPart::ping);
    CHECK(game.lost());
    CHECK(!game.end.pinged);
}

TEST_CASE("a check waits a little for a late answer, and knows whether one came") {
    const programs::CheckResult late =
        check("late 1.3", [](auto& options) { options.move_limit = 1s; });
    const auto answered = [](const programs::CheckedGame& game) {
        return game.lost() && game.end.ready && game.end.answer && game.end.answer->seconds >= 1.3;
    };
    CHECK(std::any_of(late.games.begin(), late.games.end(), answered));
    const programs::CheckResult never =
        check("stall", [](auto& options) { options.move_limit = 400ms; });
    double waited = 0;
    for (const programs::CheckedGame& game : never.games) {
        CHECK(!game.end.answer);
        waited = std::max(waited, game.end.waited);
    }
    CHECK(waited >= 1.2);  // three times the limit
}

TEST_CASE("a check tells a move after its yield from a late one") {
    const programs::CheckResult result = check("yield-first");
    REQUIRE(!result.games.empty());
    const programs::CheckedGame& game = result.games.front();
    CHECK(game.lost());
    REQUIRE(game.end.answer);
    CHECK(game.end.answer->after_yield);
    CHECK(game.end.waited == 0);
}

TEST_CASE("a check keeps an illegal move and the position in which it was played") {
    const programs::CheckResult result = check("illegal");
    int illegal = 0;
    for (const programs::CheckedGame& game : result.games) {
        if (!game.lost()) continue;
        CHECK(game.loss().kind == FaultKind::illegal);
        REQUIRE(game.end.answer);
        const Board seen = game.last_seen();
        CHECK(game.end.answer->pit == seen.width);  // the mock plays one pit too far
        CHECK(seen.to_move == Side::south);
        CHECK(seen.store(Side::south) == game.record.game.board().store(game.task.side));
        ++illegal;
    }
    CHECK(illegal > 2);
}

TEST_CASE("a command that cannot run plays no game of a check") {
    programs::CheckSubject subject{"tested"};
    subject.command = "./nosuch";
    subject.options = patient();
    programs::CheckPlan plan;
    plan.boards = {start_board({3, 2})};
    const auto result = programs::check_program(subject, plan, kNever, [](std::size_t) {});
    REQUIRE(result.cannot_run);
    CHECK(result.cannot_run->message.starts_with("./nosuch is not a program"));
    CHECK(result.games.empty());
    CHECK(result.left_out.size() == programs::check_tasks(plan).size());
}

TEST_CASE("processes that pretend to be those of a sandbox are counted all the same") {
    const std::string mark = new_mark();
    const std::string disguised = mock(std::string("disguised ") + programs::kRelayCommand);
    programs::UsageWatch watch({});
    for (int i = 0; i < 50 && watch.seen().peak.processes < 7; ++i) play({disguised}, {"greedy"});
    CHECK(watch.seen().peak.processes >= 7);  // it, three children, and a process of each
    CHECK(watch.seen().peak.largest > 0);
    CHECK(watch.seen().peak.largest < watch.seen().peak.memory);
    CHECK(left_behind(mark) == std::vector<std::string>{});
}

TEST_CASE("in a sandbox, processes are counted without those of the sandbox") {
    if (const auto objection = programs::validate_sandbox()) return skip(objection->message);
    REQUIRE(::chdir(KALAH_PROGRAMS) == 0);
    const auto most = [](Seat seat, int enough) {
        programs::UsageWatch watch({});
        seat.options.sandbox = true;
        for (int i = 0; i < 50 && watch.seen().peak.processes < enough; ++i) play(seat, {"greedy"});
        return watch.seen().peak.processes;
    };
    Seat sleeper{"cmd:exec sleep 3600"};  // a single process
    sleeper.options.start_limit = 1s;
    CHECK(most(sleeper, 1) == 1);
    CHECK(most({mock(std::string("disguised ") + programs::kRelayCommand)}, 7) >= 7);
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
