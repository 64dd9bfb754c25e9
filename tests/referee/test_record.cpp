#include "referee/record.hpp"

#include <doctest/doctest.h>

#include "referee/one_game.hpp"

using namespace kalah;

TEST_CASE("every kind of fault and ending is found again by its name") {
    for (int i = 0; i <= static_cast<int>(FaultKind::crash); ++i) {
        const auto kind = static_cast<FaultKind>(i);
        CHECK(parse_fault_kind(name(kind)) == kind);
    }
    for (int i = 0; i <= static_cast<int>(Ending::stopped); ++i) {
        const auto ending = static_cast<Ending>(i);
        CHECK(parse_ending(name(ending)) == ending);
    }
    CHECK(name(FaultKind::wrong_game) == "wrong-game");
    CHECK(name(FaultKind::no_pong) == "no-pong");
    CHECK(name(Ending::stopped) == "stopped");
    CHECK_FALSE(parse_fault_kind("Illegal"));
    CHECK_FALSE(parse_ending(""));
}

TEST_CASE("a record that plays to the end has the stores as its points") {
    GameRecord record{Game({}, start_board({1, 1})), {"a", "b"}};
    CHECK_FALSE(record.decided());
    record.play(0, {1.5, "only move", MoveSource::referee});
    CHECK(record.ending == Ending::finished);
    CHECK(record.decided());
    CHECK(record.notes == std::vector<MoveNote>{{1.5, "only move", MoveSource::referee}});
    CHECK(record.points(Side::south) == 1);
    CHECK(record.margin() == 0);
    CHECK(record.name_of(Side::north) == "b");
}

TEST_CASE("a game lost by a fault costs all seeds, and the fault is noted") {
    GameRecord record{Game({}, start_board({6, 4}))};
    record.play(2, {});
    record.lose(Side::south, Ending::gone, FaultKind::gone, "closed the connection");
    CHECK(record.decided());
    CHECK(record.points(Side::south) == 0);
    CHECK(record.margin() == -48);
    CHECK(record.faults ==
          std::vector<Fault>{{1, Side::south, FaultKind::gone, "closed the connection"}});
}
