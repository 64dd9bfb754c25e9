// Hall: what those see of it who watch.
#include <doctest/doctest.h>

#include "support/hall.hpp"

using namespace kalah;
using test::last_state;
using test::options_of;
using test::Pair;
using test::TestHall;

TEST_CASE("a scene shows who is here, what they do and what is played") {
    TestHall hall(options_of("6x4"));
    const Pair pair(hall);
    const auto verifier = hall.connect();
    hall.say(*verifier, "set info:name v\nset auth:token secret\nmode verify\n");
    const auto arriving = hall.connect();
    const auto waiting = hall.connect("w");
    hall.say(*pair.south, "@22 move 2\n@22 yield\n");

    const net::HallScene scene = hall.hall.scene(10);
    REQUIRE(scene.clients.size() == 5);
    std::string doings;
    for (const auto& client : scene.clients) doings += client.about.name + ":" + client.doing + " ";
    CHECK(doings == "a:playing b:playing v:verify :arriving w:waiting ");
    CHECK(scene.clients[2].about.token.empty());
    REQUIRE(scene.tables.size() == 1);
    CHECK(scene.tables[0].number == 1);
    CHECK(scene.tables[0].record.names == std::array<std::string, 2>{"a", "b"});
    CHECK(scene.tables[0].record.game.played().size() == 1);
}

TEST_CASE("a scene has no more than was asked for, those that are here longest") {
    TestHall hall(options_of("6x4"));
    const Pair first(hall);
    const Pair second(hall);
    const Pair third(hall);
    const net::HallScene scene = hall.hall.scene(2);
    REQUIRE(scene.clients.size() == 2);
    CHECK(scene.clients[0].about.name == "a");
    CHECK(scene.clients[1].about.name == "b");
    REQUIRE(scene.tables.size() == 2);
    CHECK(scene.tables[0].number == 1);
    CHECK(scene.tables[1].number == 2);
    CHECK(hall.hall.scene(0).tables.empty());
}

TEST_CASE("a game that is not noted down yet is not shown") {
    TestHall hall(options_of("6x4"));
    hall.answer_begins = false;
    const Pair pair(hall);
    CHECK(hall.hall.scene(10).tables.empty());
    hall.answer_begins = true;
    hall.settle();
    CHECK(hall.hall.scene(10).tables.size() == 1);
}

TEST_CASE("a game can be looked at while it is played, and for some time after its end") {
    TestHall hall(options_of("6x4"));
    net::BoutId bout = 0;
    {
        const Pair pair(hall);
        bout = hall.hall.scene(1).tables.at(0).bout;
        hall.say(*pair.south, "@22 move 2\n@22 yield\n");
        const auto played = hall.hall.table_of(bout);
        REQUIRE(played);
        CHECK(played->record.ending == Ending::running);
        CHECK(played->record.game.played().size() == 1);
        hall.closed_by(*pair.north);
        hall.closed_by(*pair.south);
    }
    const auto ended = hall.hall.table_of(bout);
    REQUIRE(ended);
    CHECK(ended->number == 1);
    CHECK(ended->record.ending == Ending::gone);
    CHECK(ended->record.loser == Side::north);
    CHECK(hall.hall.scene(1).tables.empty());

    for (std::size_t i = 0; i < net::Hall::kRemembered; ++i) {
        CHECK(hall.hall.table_of(bout));
        const Pair pair(hall);
        hall.closed_by(*pair.north);
        hall.closed_by(*pair.south);
    }
    CHECK_FALSE(hall.hall.table_of(bout));
    CHECK_FALSE(hall.hall.table_of(0));
}
