// Requests of pages: which are understood, which are refused, and that none ends the server.
#include <random>

#include "server/server_info.hpp"
#include "support/page.hpp"
#include "support/scale.hpp"

using namespace kalah;
using namespace kalah::test;

TEST_CASE("a page is told which rules, players and levels there are") {
    TestServer server;
    Page ada = server.page();
    const Json hello = ada.ask("hello");
    CHECK(text_at(hello, "version") == "1.0");
    CHECK(text_at(hello, "lobby.start") == "6x6");
    CHECK(text_at(hello, "lobby.kgp") == "127.0.0.1:1");
    CHECK(at(hello, "levels").items().size() == 10);
    CHECK(text_at(at(hello, "presets").items().front(), "name") == "standard");
    for (const Json& each : at(hello, "players").items()) CHECK(text_at(each, "name") != "human");
    CHECK(ada.refusal("hello", R"("who":1)") == "unknown_key");
}

TEST_CASE("every level can play on every board") {
    TestServer server;
    server.computes = false;
    Page ada = server.page();
    for (const players::Level& level : players::levels())
        for (const char* start : {"1x1", "6x4", "12x3"}) {
            const Json made =
                ada.ask("new", new_game(kAda, player(std::string(level.name)), "", start));
            CHECK_MESSAGE(made.find("game"), made.line());
            ada.ask("leave", Made(made).game());
        }
}

TEST_CASE("what is no request is answered without an id, and the session goes on") {
    TestServer server;
    Page ada = server.page();
    const std::string deep(10'000, '[');
    for (const char* frame :
         {"", "{", "[]", "7", "{}", R"({"do":"hello"})", R"({"id":1})", R"({"id":-1,"do":"hello"})",
          R"({"id":1.5,"do":"hello"})", R"({"id":1,"do":7})", "\xFF", R"({"id":"1","do":"hello"})",
          R"({"id":1,"id":2,"do":"hello"})", deep.c_str()}) {
        ada.say(frame);
        auto& answers = ada.late_answers();
        REQUIRE(answers.size() == 1);
        CHECK_MESSAGE(at(answers[0], "re").is_null(), frame);
        CHECK(text_at(answers[0], "error.code") == "bad_message");
        answers.clear();
    }
    CHECK(ada.refusal("dance") == "unknown_verb");
    CHECK(text_at(ada.ask("hello"), "version") == "1.0");
}

TEST_CASE("missing, wrong and unknown keys are named") {
    TestServer server;
    Page ada = server.page();
    const auto refusal = [&](const std::string& keys) {
        const Json error = at(ada.ask("move", keys), "error");
        const auto key = error.find("args") ? at(error, "args").find("key") : std::nullopt;
        return text_at(error, "code") + (key ? " " + *key->as_string() : "");
    };
    CHECK(refusal(R"("pit":1,"ply":0,"key":"k")") == "missing_key game");
    CHECK(refusal(R"("game":1,"pit":1,"ply":0,"key":"k")") == "wrong_type game");
    CHECK(refusal(R"("game":"a","pit":13,"ply":0,"key":"k")") == "out_of_range pit");
    CHECK(refusal(R"("game":"a","pit":1,"ply":0,"key":"k","pitt":1)") == "unknown_key pitt");
    CHECK(refusal(R"("game":"a","pit":1,"ply":0,"key":"k")") == "no_such_game");
}

TEST_CASE("a long text is read by the compute threads, and answered") {
    TestServer server;
    server.computes = false;
    Page ada = server.page();
    const std::string text =
        R"("text":"kalah-game 1\nrules standard\nstart 6x4\nmoves 3)" + std::string(600, ' ') + '"';
    CHECK(ada.ask("read", text).is_null());
    server.computes = true;
    server.settle();
    CHECK(text_at(ada.late_answers().at(0), "view.moves") == "3");
}

TEST_CASE("many spoiled frames do not bring the server down") {
    server::ServerOptions options;
    options.most_saved_of_a_host = 50;
    options.most_in_memory = 100;
    TestServer server(options, *store::Store::in_memory());
    server.computes = false;
    std::optional<Page> ada(server.page());
    const Made made(ada->ask("new", new_game(kAda, kBob)));
    const std::vector<std::string> good{
        R"("do":"hello")",
        R"("do":"new",)" + new_game(kAda, kOpen, R"("clock":{"seconds":60,"increment":1})"),
        R"("do":"new",)" + new_game(kAda, player("random"), R"("moves":"3-6")"),
        R"("do":"enter",)" + made.game() + R"(,"keys":["a","b"])",
        R"("do":"leave",)" + made.game(),
        R"("do":"sit","name":"Cy",)" + made.game(),
        R"("do":"move",)" + made.move("south", 3, 0),
        R"("do":"undo",)" + made.as("south"),
        R"("do":"refuse",)" + made.as("north"),
        R"("do":"resign",)" + made.as("north"),
        R"("do":"swap",)" + made.as("south"),
        R"("do":"rematch",)" + made.as("south"),
        R"("do":"sow","rules":"standard","start":"<3,0,0,1,2,3,4,5,6>","moves":"1","pit":2)",
        R"("do":"read","text":"kalah-game 1\nrules standard\nstart 6x4\nmoves 3-6\n")"};
    std::mt19937 random(1);  // NOLINT: the same every time
    const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
    const std::string spice = "{}[]\",:0123456789-.eE\\u\0\n\xFF\xC3<>x=abn";
    const int frames = scaled(20'000, 100'000);
    for (int i = 0; i < frames; ++i) {
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
        ada->say(frame);
        if (i % 100 != 99) continue;
        ada->late_answers().clear();  // the answer to a spoiled request may have the next id
        CHECK(text_at(ada->ask("hello"), "version") == "1.0");
        ada->events.clear();
        ada->late_answers().clear();
        server.pass(1s);
        if (i % 1000 == 999) ada.emplace(server.page());  // may make new games
    }
}
