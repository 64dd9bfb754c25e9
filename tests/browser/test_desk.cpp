#include "support/desk.hpp"

#include "store/games.hpp"

using namespace kalah;
using namespace kalah::test;

namespace {

struct Office {
    explicit Office(std::shared_ptr<store::Store> chosen = *store::Store::in_memory())
        : store(std::move(chosen)), desk(wire, {}, [this](browser::Office& office) {
              browser::Services services;
              services.push_back(std::make_unique<browser::Hello>(
                  office, "1.0", browser::HallTerms{{}, start_board({6, 6}), {}}));
              browser::RoomsSetting rooms;
              rooms.store = store;
              rooms.wall_clock = [] { return kNow; };
              rooms.equipment = std::make_shared<browser::GuestEquipment>(
                  players::Equipment("", [](const std::string& path) {
                      return Result<std::string>(Error{path + ": no files here"});
                  }));
              services.push_back(std::make_unique<browser::Rooms>(office, rooms));
              return services;
          }) {}
    Visitor visitor() { return {desk, wire, ++visits}; }

    std::shared_ptr<store::Store> store;
    Wire wire;
    browser::Desk desk;
    net::VisitId visits = 0;
};

const std::string kTwoPeople =
    R"("rules":"standard","start":"6x4","seats":{"south":{"kind":"person","name":"Ada"},)"
    R"("north":{"kind":"person","name":"Bob"}})";

}  // namespace

TEST_CASE("a page is told which rules, players and levels there are") {
    Office office;
    Visitor ada = office.visitor();
    const Json hello = ada.ask("hello");
    CHECK(text_at(hello, "version") == "1.0");
    CHECK(text_at(hello, "hall.start") == "6x6");
    CHECK(at(hello, "levels").items().size() == 6);
    CHECK(text_at(at(hello, "presets").items().front(), "name") == "standard");
    CHECK(ada.refusal("hello", R"("who":1)") == R"(there is no "who" here)");
}

TEST_CASE("what is no request is answered without an id, and the desk goes on") {
    Office office;
    Visitor ada = office.visitor();
    for (const char* frame : {"", "{", "[]", "7", "{}", R"({"do":"hello"})", R"({"id":1})",
                              R"({"id":-1,"do":"hello"})", R"({"id":1.5,"do":"hello"})",
                              R"({"id":1,"do":7})", "\xFF", R"({"id":"1","do":"hello"})"}) {
        ada.say(frame);
        const Json answer = ada.next();
        CHECK_MESSAGE(at(answer, "re").is_null(), frame);
        CHECK_FALSE(text_at(answer, "error").empty());
    }
    CHECK(ada.refusal("dance") == R"(there is nothing to do by the name of "dance")");
    CHECK(text_at(ada.ask("hello"), "version") == "1.0");
}

TEST_CASE("two people on one screen play, and a move for another ply is refused") {
    Office office;
    Visitor ada = office.visitor();
    const Json made = ada.ask("new", kTwoPeople);
    const std::string room = R"("room":")" + text_at(made, "room") + '"';
    const std::string south = room + R"(,"key":")" + text_at(made, "keys.south") + '"';
    const std::string north = room + R"(,"key":")" + text_at(made, "keys.north") + '"';
    CHECK(text_at(made, "state.status") == "playing");
    CHECK(text_at(made, "state.seats.north.name") == "Bob");
    CHECK_FALSE(ada.ask("move", south + R"(,"pit":3,"ply":0)").find("error"));
    Json event = ada.event();
    CHECK(text_at(event, "event") == "room");
    CHECK(text_at(event, "state.moves") == "3");
    CHECK(text_at(event, "sowing.side") == "south");
    CHECK(ada.refusal("move", north + R"(,"pit":1,"ply":1)") == "south is to move");
    CHECK(ada.refusal("move", south + R"(,"pit":6,"ply":0)") ==
          "the game has gone on: there are 1 moves now, not 0");
    CHECK(ada.refusal("move", south + R"(,"pit":3,"ply":1)") == "pit 3 of south is empty");
    CHECK(ada.refusal("move", room + R"(,"key":"x","pit":6,"ply":1)") ==
          "this key opens no seat here");
    ada.ask("move", south + R"(,"pit":6,"ply":1)");
    ada.ask("move", north + R"(,"pit":1,"ply":2)");
    ada.ask("undo", south);
    Visitor bob = office.visitor();
    const Json entered =
        bob.ask("enter", room + R"(,"keys":[")" + text_at(made, "keys.north") + R"("])");
    CHECK(text_at(entered, "state.moves") == "3-6");
    CHECK(at(entered, "sides").line() == R"(["north"])");
}
