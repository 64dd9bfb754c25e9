// What a check says about games, made by hand: pings, late answers, illegal moves, memory. That
// real programs play such games is tested in tests/programs/test_check.cpp.
#include <doctest/doctest.h>

#include <algorithm>

#include "app/check_findings.hpp"
#include "kalah/notation.hpp"

using namespace kalah;
using app::Finding;
using programs::CheckedGame;
using programs::CheckPart;
using programs::CheckResult;

namespace {

using Status = Finding::Status;

CheckedGame checked(CheckPart part, Side side = Side::south) {
    const Game game({}, start_board({6, 4}));
    CheckedGame checked{{part, "6x4", game, side}, GameRecord{game}};
    checked.record.ending = Ending::finished;
    checked.end.ready = std::chrono::milliseconds(50);
    checked.end.pinged = part == CheckPart::ping;
    return checked;
}

CheckedGame lost_on_time() {
    CheckedGame game = checked(CheckPart::whole);
    game.record.lose(Side::south, Ending::timeout, FaultKind::timeout, "named no move in time");
    return game;
}

Finding finding(const CheckResult& result, std::string_view check, arena::Plan limits = {}) {
    for (const Finding& each : app::check_findings(result, limits, true))
        if (each.check == check) return each;
    FAIL("no finding");
    return {};
}

CheckResult result_of(const CheckedGame& game) {
    CheckResult result;
    result.games = {checked(CheckPart::start), game};
    return result;
}

bool says(const std::string& text, std::string_view part) {
    CAPTURE(text);
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a check speaks of answers to a ping only if one was sent") {
    CheckedGame game = checked(CheckPart::ping);
    CHECK(finding(result_of(game), "ping").status == Status::ok);

    game.end.pinged = false;
    Finding found = finding(result_of(game), "ping");
    CHECK(found.status == Status::skipped);
    CHECK(says(found.seen, "not checked"));

    game.end.ready.reset();
    game.record.lose(Side::south, Ending::gone, FaultKind::crash, "exited with code 1: no file");
    game.end.said = "no file\n";
    found = finding(result_of(game), "ping");
    CHECK(found.status == Status::warning);
    CHECK(found.seen == "not checked: no `ping` was sent, as the program exited with code 1");
    CHECK(!found.advice.empty());

    game.end.pinged = true;
    found = finding(result_of(game), "ping");
    CHECK(found.seen == "after the server's `ping`, the program exited with code 1");

    game = checked(CheckPart::ping);
    game.end.ready.reset();
    game.record.lose(Side::south, Ending::timeout, FaultKind::timeout, "asked for no game");
    CHECK(finding(result_of(game), "ping").seen == "did not answer the server's `ping`");
}

TEST_CASE("a check tells a late answer from none") {
    CheckedGame game = lost_on_time();
    CHECK(finding(result_of(game), "time").seen == "named no move in time (6x4 as south)");

    game.end.answer = {2, 1.25};
    Finding found = finding(result_of(game), "time");
    CHECK(found.status == Status::failed);
    CHECK(found.seen == "named no move in time: answered late, after 1.25 s (6x4 as south)");
    CHECK(says(found.advice, "Stop thinking"));

    game.end.answer->after_yield = true;
    found = finding(result_of(game), "time");
    CHECK(found.seen == "named no move in time: sent `yield` before `move` (6x4 as south)");
    CHECK(says(found.advice, "after the `move`"));

    game.end.answer.reset();
    game.end.waited = 3;
    found = finding(result_of(game), "time");
    CHECK(found.seen ==
          "named no move in time: had not answered after 3 s, 3.0 times the limit (6x4 as south)");
    CHECK(says(found.advice, "endless loop"));
}

TEST_CASE("a move that was ignored is not called a late one") {
    CheckedGame game = checked(CheckPart::whole);
    game.record.faults.push_back({0, Side::south, FaultKind::garbage, "move: \"3.0\" is no pit"});
    game.record.lose(Side::south, Ending::timeout, FaultKind::timeout,
                     "named no usable move; ignored: move: \"3.0\" is no pit");
    game.end.waited = 3;
    CHECK(finding(result_of(game), "time").status == Status::ok);
    const Finding found = finding(result_of(game), "games");
    CHECK(found.seen ==
          "lost 1 of 1 game by its own fault: 6x4 as south: named no usable move; ignored: move: "
          "\"3.0\" is no pit (garbage)");
    CHECK(says(found.advice, "the pit in digits"));
}

TEST_CASE("a finding names the rules and the state in which it was seen") {
    CheckedGame game = checked(CheckPart::whole, Side::north);
    game.record.ending = Ending::running;
    game.record.faults.push_back(
        {1, Side::north, FaultKind::repeated, "move 1 for a settled state"});
    game.record.play(1, {});  // by south
    const std::string where = "6x4 as north, rules standard, state <6,0,0,4,4,4,4,4,4,4,0,5,5,5,5>";
    CHECK(finding(result_of(game), "protocol").where == where);
    game.record.lose(Side::north, Ending::timeout, FaultKind::timeout, "named no move in time");
    CHECK(finding(result_of(game), "time").where == where);
    CHECK(finding(result_of(game), "games").where == where);
    const std::string text = app::to_text(app::check_findings(result_of(game), {}, true));
    CHECK(says(text, "\n                   in: " + where + "\n"));
}

TEST_CASE("a game without any answer is named before one with a late answer") {
    CheckedGame late = lost_on_time();
    late.end.answer = {2, 1.25};
    CheckResult result = result_of(late);
    CheckedGame none = lost_on_time();
    none.end.waited = 3;
    result.games.push_back(none);
    CHECK(says(finding(result, "time").seen, "had not answered"));
}

TEST_CASE("an illegal move is shown with its position as the program saw it") {
    CheckedGame game = checked(CheckPart::whole, Side::north);
    game.record.ending = Ending::running;
    game.record.play(1, {});  // by south
    game.record.lose(Side::north, Ending::illegal, FaultKind::illegal, "pit 7 does not exist");
    game.end.answer = {6, 0.1};
    const std::string seen = finding(result_of(game), "games").seen;
    CHECK(says(seen,
               "6x4 as north: pit 7 does not exist (illegal): move 7 in answer to state "
               "<6,0,0,4,4,4,4,4,4,4,0,5,5,5,5>"));
    CHECK(to_text(game.last_seen()) == "<6,0,0,4,4,4,4,4,4,4,0,5,5,5,5>");
}

TEST_CASE("a command that cannot run is said in one finding") {
    CheckResult result;
    result.cannot_run = Error{"./run has Windows line ends"};
    const auto findings = app::check_findings(result, {}, true);
    CHECK(findings.size() == 1);
    CHECK(findings.front().seen == "cannot run: ./run has Windows line ends");
    CHECK(!app::is_fit(findings));
}

TEST_CASE("memory is compared with the limit process by process") {
    CheckResult result = result_of(checked(CheckPart::whole));
    constexpr std::uint64_t kMega = 1 << 20;
    result.usage.peak = {4, 4, 400 * kMega, 110 * kMega};
    arena::Plan limits;
    limits.memory = 200 * kMega;
    Finding found = finding(result, "memory", limits);
    CHECK(found.status == Status::ok);
    CHECK(found.seen ==
          "400 MiB of memory at its peak in all its processes, 110 MiB in the largest, of 200 MiB");
    result.usage.peak.largest = 190 * kMega;
    CHECK(finding(result, "memory", limits).status == Status::warning);
}
