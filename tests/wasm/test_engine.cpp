// The engine of a page without a server, compiled for this machine: it answers, keeps games and
// lets messages in between slices of a search. As WebAssembly: tests/page/site_test.sh.
#include "wasm/engine.hpp"

#include <doctest/doctest.h>

#include "support/page.hpp"

using namespace kalah;
using kalah::test::at;
using kalah::test::text_at;

namespace {

/// A browser: an engine, what it keeps, and one page.
struct Browser {
    Browser() { open(); }

    void open() {
        engine = std::make_unique<wasm::Engine>(
            "1.0", wasm::Engine::Outside{
                       [this](auto, std::string_view message) {
                           messages.push_back(*Json::parse(message));
                       },
                       [](auto) {},
                       [this](const std::string& name, const std::optional<std::string>& text) {
                           if (text)
                               kept[name] = *text;
                           else
                               kept.erase(name);
                       },
                       [this](std::span<unsigned char> bytes) {
                           for (unsigned char& byte : bytes)
                               byte = static_cast<unsigned char>(random = mix64(random, 0));
                       }});
        for (const auto& [name, text] : kept) engine->restore(text);
        session = engine->open();
    }
    /// The page is closed, and opened again some day.
    void open_again() {
        engine.reset();
        messages.clear();
        open();
    }
    void say(int id, const std::string& verb, const std::string& keys) {
        const std::string more = keys.empty() ? "" : "," + keys;
        engine->receive(session,
                        R"({"id":)" + std::to_string(id) + R"(,"do":")" + verb + '"' + more + "}");
    }
    std::optional<Json> found(std::string_view key, const Json& value) {
        for (const Json& message : messages)
            if (const auto has = message.find(key); has && has->line() == value.line())
                return message;
        return std::nullopt;
    }
    Json ask(const std::string& verb, const std::string& keys = "") {
        say(++last_id, verb, keys);
        for (int turns = 0; turns < 100'000; ++turns) {
            if (const auto answer = found("re", last_id)) return *answer;
            static_cast<void>(engine->work());
        }
        return {};
    }
    void work_until_idle() {
        while (engine->work() == 0) {
        }
    }

    std::vector<Json> messages;
    std::map<std::string, std::string> kept;
    std::unique_ptr<wasm::Engine> engine;
    server::SessionId session = 0;
    std::uint64_t random = 1;
    int last_id = 0;
};

constexpr const char* kAgainstGreedy =
    R"("rules":"standard","start":"2x2","seats":{"south":{"kind":"person","name":"Ann"},)"
    R"("north":{"kind":"player","player":"greedy"}})";
constexpr const char* kOnOneScreen =
    R"("rules":"standard","start":"2x2","seats":{"south":{"kind":"person","name":"Ann"},)"
    R"("north":{"kind":"person","name":"Bob"}})";

std::string of_game(const Json& made) {
    return R"("game":")" + text_at(made, "game") + '"';
}

}  // namespace

TEST_CASE(
    "a person plays against the engine, which goes on with the game after the page was closed") {
    Browser browser;
    const Json made = browser.ask("new", kAgainstGreedy);
    const std::string key = text_at(made, "keys.south");
    const std::string game = of_game(made);
    browser.ask("move", game + R"(,"key":")" + key + R"(","pit":2,"ply":0)");
    browser.work_until_idle();
    const Json before = browser.ask("enter", game);
    REQUIRE(at(before, "state.played").items().size() >= 2);
    CHECK(text_at(before, "state.to_move") == "south");

    browser.open_again();
    const Json after = browser.ask("enter", game + R"(,"keys":[")" + key + R"("])");
    CHECK(at(after, "state.played").line() == at(before, "state.played").line());
    CHECK(at(after, "sides").line() == R"(["south"])");
}

TEST_CASE("a finished game is listed and shown, also after the page was closed") {
    Browser browser;
    const Json made = browser.ask("new", kOnOneScreen);
    CHECK(at(browser.ask("games"), "games").items().empty());
    browser.ask("move", of_game(made) + R"(,"key":")" + text_at(made, "keys.south") +
                            R"(","pit":1,"ply":0)");
    browser.ask("resign", of_game(made) + R"(,"key":")" + text_at(made, "keys.north") + '"');
    for (const bool again : {false, true}) {
        if (again) browser.open_again();
        const auto games = at(browser.ask("games"), "games").items();
        REQUIRE(games.size() == 1);
        CHECK(text_at(games.front(), "ending") == "resigned");
        const Json shown = browser.ask("game", R"("number":)" + at(games.front(), "number").line());
        CHECK(text_at(shown, "names.north") == "Bob");
        CHECK(text_at(shown, "loser") == "north");
        CHECK(at(shown, "moves").as_string() == "1");
        CHECK(at(browser.ask("enter", of_game(made)), "state.number").as_integer() ==
              at(games.front(), "number").as_integer());
    }
}

TEST_CASE("moves that were taken back stay taken back") {
    Browser browser;
    const Json made = browser.ask("new", kAgainstGreedy);
    const std::string seat = of_game(made) + R"(,"key":")" + text_at(made, "keys.south") + '"';
    browser.ask("move", seat + R"(,"pit":2,"ply":0)");
    browser.work_until_idle();
    browser.ask("undo", seat);
    browser.open_again();
    CHECK(at(browser.ask("enter", of_game(made)), "state.played").items().empty());
}

TEST_CASE("what was kept and cannot be read is left out") {
    Browser browser;
    browser.ask("new", kOnOneScreen);
    browser.kept["broken"] = "{";
    browser.kept["strange"] = R"({"name":"aaaaaaaaaaaaa","state":"?"})";
    browser.open_again();
    CHECK(text_at(browser.ask("enter", R"("game":"aaaaaaaaaaaaa")"), "error.code") ==
          "no_such_game");
    CHECK(browser.ask("hello").find("levels"));
}

TEST_CASE("an analysis lets messages in between") {
    Browser browser;
    const std::string line = R"("rules":"standard","start":"6x6")";
    browser.say(1000, "analyze", line + R"(,"time":60000)");
    for (int slices = 0; slices < 3; ++slices) CHECK(browser.engine->work() == 0);
    browser.last_id = 2000;
    CHECK(browser.ask("position", line).find("view"));
    browser.ask("stop", R"("of":1000)");
    const auto end = browser.found("stopped", true);
    REQUIRE(end);
    CHECK(text_at(*end, "event") == "analysis");
}

TEST_CASE("tournaments and other people's games are refused, not forgotten") {
    Browser browser;
    CHECK(browser.ask("tournaments").find("error"));
    CHECK(browser.ask("players").find("error"));
}
