#include "support/desk.hpp"

#include <random>

#include <SQLiteCpp/Database.h>

#include "support/folder.hpp"

using namespace kalah;
using namespace kalah::test;

TEST_CASE("a page is told which rules, players and levels there are") {
    TestDesk desk;
    Visitor ada = desk.visitor();
    const Json hello = ada.ask("hello");
    CHECK(text_at(hello, "version") == "1.0");
    CHECK(text_at(hello, "hall.start") == "6x6");
    CHECK(text_at(hello, "hall.kgp") == "127.0.0.1:1");
    CHECK(at(hello, "levels").items().size() == 6);
    CHECK(text_at(at(hello, "presets").items().front(), "name") == "standard");
    for (const Json& each : at(hello, "players").items()) CHECK(text_at(each, "name") != "human");
    CHECK(ada.refusal("hello", R"("who":1)") == R"(there is no "who" here)");
}

TEST_CASE("everybody of the levels can play on every board") {
    TestDesk desk;
    Visitor ada = desk.visitor();
    for (const browser::Level& level : browser::levels())
        for (const char* start : {"1x1", "6x4", "12x3"}) {
            const Json made =
                ada.ask("new", new_game(kAda, player(std::string(level.player)), "", start));
            CHECK_MESSAGE(made.find("room"), made.line());
            ada.ask("leave", Made(made).room());
        }
}

TEST_CASE("what is no request is answered without an id, and the desk goes on") {
    TestDesk desk;
    Visitor ada = desk.visitor();
    const std::string deep(10'000, '[');
    for (const char* frame :
         {"", "{", "[]", "7", "{}", R"({"do":"hello"})", R"({"id":1})", R"({"id":-1,"do":"hello"})",
          R"({"id":1.5,"do":"hello"})", R"({"id":1,"do":7})", "\xFF", R"({"id":"1","do":"hello"})",
          R"({"id":1,"id":2,"do":"hello"})", deep.c_str()}) {
        ada.say(frame);
        const Json answer = ada.next();
        CHECK_MESSAGE(at(answer, "re").is_null(), frame);
        CHECK_FALSE(text_at(answer, "error").empty());
    }
    CHECK(ada.refusal("dance") == R"(there is nothing to do by the name of "dance")");
    CHECK(text_at(ada.ask("hello"), "version") == "1.0");
}

TEST_CASE("missing, wrong and unknown keys are named") {
    TestDesk desk;
    Visitor ada = desk.visitor();
    const auto refusal = [&](const std::string& keys) { return ada.refusal("move", keys); };
    CHECK(refusal(R"("pit":1,"ply":0,"key":"k")") == R"("room" is missing)");
    CHECK(refusal(R"("room":1,"pit":1,"ply":0,"key":"k")") == R"("room" is no text)");
    CHECK(refusal(R"("room":"a","pit":13,"ply":0,"key":"k")") ==
          R"("pit" is no number from 1 to 12)");
    CHECK(refusal(R"("room":"a","pit":1,"ply":0,"key":"k","pitt":1)") ==
          R"(there is no "pitt" here)");
    CHECK(refusal(R"("room":"a","pit":1,"ply":0,"key":"k")") == "there is no such game (any more)");
}

TEST_CASE("a store that others keep busy is no reason to wait, and its place is not told") {
    const Folder folder;
    const std::string path = folder.path() + "/games.sqlite";
    TestDesk desk(rooms_setting(
        *store::Store::open(path, store::Access::write, 0, std::chrono::milliseconds(50))));
    Visitor ada = desk.visitor();
    const Made made(ada.ask("new", new_game(kAda, kBob)));
    SQLite::Database other(path, SQLite::OPEN_READWRITE);
    other.exec("BEGIN IMMEDIATE");
    CHECK(ada.refusal("move", made.move("south", 3, 0)) == "the game cannot be kept just now");
    CHECK(ada.refusal("new", new_game(kAda, kBob)) == "the game cannot be kept just now");
    other.exec("ROLLBACK");
    CHECK_FALSE(ada.ask("move", made.move("south", 3, 0)).find("error"));
}

TEST_CASE("a visitor who asks more than can be answered is sent away") {
    Wire wire;
    std::promise<void> go_on;
    browser::Desk desk(wire, {}, [&](browser::Office& office) {
        office.at(net::Time(), [&] { go_on.get_future().wait(); });
        return browser::Services();
    });
    desk.came(1, "::1");
    desk.came(2, "::1");
    desk.said(2, "{}");
    for (int i = 0; i < 500; ++i) desk.said(1, "{}");
    CHECK(wire.closed(1) == net::Closing::too_much);
    desk.left(1);
    go_on.set_value();
    CHECK(at(wire.next(2), "re").is_null());
    CHECK_FALSE(wire.closed(2));
}

namespace {

/// Tells who came, and when requests came.
class Diary final : public browser::Service {
  public:
    Diary(browser::Office& office, std::vector<std::string>& lines)
        : office_(office), lines_(lines) {}
    std::vector<std::pair<std::string_view, browser::Handler>> handlers() override {
        return {{"note", [this](net::VisitId visit, browser::Request& /*request*/) {
                     lines_.push_back(std::to_string(visit) + " asked");
                     return Json::object().set("came", office_.now().time_since_epoch().count());
                 }}};
    }
    void came(net::VisitId visit, const std::string& host) override {
        lines_.push_back(std::to_string(visit) + " from " + host);
    }

  private:
    browser::Office& office_;
    std::vector<std::string>& lines_;  // of the desk's thread
};

}  // namespace

TEST_CASE("a request counts from when it came, also against a timer that rang meanwhile") {
    Wire wire;
    std::vector<std::string> lines;
    std::promise<void> go_on;
    std::optional<browser::Desk> desk;
    net::Time due;
    desk.emplace(wire, browser::Desk::Files(), [&](browser::Office& office) {
        office.at(net::Time(), [&] {
            go_on.get_future().wait();
            due = net::Clock::now();
            office.at(due, [&] { lines.emplace_back("rang"); });
        });
        browser::Services services;
        services.push_back(std::make_unique<Diary>(office, lines));
        return services;
    });
    desk->came(1, "::1");
    desk->said(1, R"({"id":1,"do":"note"})");
    desk->said(1, R"({"id":2,"do":"note"})");
    const auto said = net::Clock::now().time_since_epoch().count();
    go_on.set_value();
    CHECK(at(wire.next(1), "came").as_integer().value_or(said + 1) <= said);
    CHECK(at(wire.next(1), "came").as_integer().value_or(said + 1) <= said);
    desk->said(1, R"({"id":3,"do":"note"})");
    CHECK(at(wire.next(1), "came").as_integer() >= due.time_since_epoch().count());
    desk.reset();
    CHECK(lines == std::vector<std::string>{"1 from ::1", "1 asked", "1 asked", "rang", "1 asked"});
}

TEST_CASE("visitors are served in turn, however much one of them says") {
    Wire wire;
    std::vector<std::string> lines;
    std::promise<void> go_on;
    std::optional<browser::Desk> desk;
    desk.emplace(wire, browser::Desk::Files(), [&](browser::Office& office) {
        office.at(net::Time(), [&] { go_on.get_future().wait(); });
        browser::Services services;
        services.push_back(std::make_unique<Diary>(office, lines));
        return services;
    });
    for (const net::VisitId visit : {1, 2, 3}) desk->came(visit, "::1");
    for (int i = 0; i < 100; ++i) desk->said(1, R"({"id":1,"do":"note"})");
    for (const net::VisitId visit : {2, 3}) desk->said(visit, R"({"id":1,"do":"note"})");
    const std::string large = R"({"id":1,"do":")" + std::string(60'000, 'x') + R"("})";
    for (int i = 0; i < 5; ++i) desk->said(3, large);
    CHECK(wire.closed(3) == net::Closing::too_much);
    go_on.set_value();
    for (int i = 0; i < 100; ++i) (void)wire.next(1);
    desk.reset();
    // One of his may have been at its turn before the desk was held up.
    const auto second = std::find(lines.begin(), lines.end(), "2 asked") - lines.begin();
    CHECK(second - 3 <= 2);
    CHECK(std::count(lines.begin(), lines.end(), "3 asked") == 0);
}

TEST_CASE("a hundred thousand spoiled frames do not bring the desk down") {
    auto setting = rooms_setting(*store::Store::in_memory());
    setting.most_rooms = 50;
    TestDesk desk(setting);
    std::optional<Visitor> ada(desk.visitor());
    const Made made(ada->ask("new", new_game(kAda, kBob)));
    const std::vector<std::string> good{
        R"("do":"hello")",
        R"("do":"new",)" + new_game(kAda, kOpen, R"("clock":{"seconds":60,"increment":1})"),
        R"("do":"new",)" + new_game(kAda, player("random"), R"("moves":"3-6")"),
        R"("do":"enter",)" + made.room() + R"(,"keys":["a","b"])",
        R"("do":"leave",)" + made.room(),
        R"("do":"sit","name":"Cy",)" + made.room(),
        R"("do":"move",)" + made.move("south", 3, 0),
        R"("do":"undo",)" + made.as("south"),
        R"("do":"refuse",)" + made.as("north"),
        R"("do":"resign",)" + made.as("north"),
        R"("do":"swap",)" + made.as("south"),
        R"("do":"again",)" + made.as("south"),
        R"("do":"sow","rules":"standard","start":"<3,0,0,1,2,3,4,5,6>","moves":"1","pit":2)",
        R"("do":"read","text":"kalah-game 1\nrules standard\nstart 6x4\nmoves 3-6\n")"};
    std::mt19937 random(1);  // NOLINT: the same every time
    const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
    const std::string spice = "{}[]\",:0123456789-.eE\\u\0\n\xFF\xC3<>x=abn";
    constexpr int kFrames = 100'000;
    for (int i = 0; i < kFrames; ++i) {
        std::string frame =
            "{\"id\":" + std::to_string(1'000'000 + i) + "," + good[below(good.size())] + "}";
        for (std::size_t n = below(4); n > 0; --n) {
            const std::size_t place = below(frame.size());
            switch (below(4)) {
                case 0:
                    frame[place] = spice[below(spice.size())];
                    break;
                case 1:
                    frame.erase(place, 1 + below(8));
                    break;
                case 2:
                    frame.insert(place, 1, spice[below(spice.size())]);
                    break;
                default:
                    frame += frame.substr(place);
                    break;
            }
            if (frame.empty()) frame = "{";
        }
        ada->say(std::move(frame));
        if (i % 100 != 99) continue;
        // Waits until all is answered; a new visitor now and then, who may make new rooms.
        const std::int64_t id = 7'777'777'000'000 + i;  // that no spoiled one has
        ada->say("{\"id\":" + std::to_string(id) + ",\"do\":\"hello\"}");
        const Json answer = ada->event_that([&](const Json& message) {
            const auto re = message.find("re");
            return re && re->as_integer() == id;
        });
        CHECK(text_at(answer, "version") == "1.0");
        if (i % 1000 == 999) ada.emplace(desk.visitor());
    }
}
