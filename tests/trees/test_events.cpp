// The events of a search: complete enough to replay it, and true to it.
#include <doctest/doctest.h>

#include <map>
#include <set>

#include "kalah/notation.hpp"
#include "support/search.hpp"
#include "trees/events.hpp"
#include "trees/pseudo_code.hpp"

using namespace kalah;
using test::kNever;
using test::settings_of;

namespace {

std::vector<Json> events_of(const std::string& player, const std::string& position,
                            bool all_values = true) {
    trees::Subject subject;
    subject.start = *parse_start(position);
    subject.options = settings_of(player);
    subject.player = player;
    subject.all_values = all_values;
    std::vector<Json> events;
    trees::EventWriter writer(subject, [&](const std::string& line) {
        const auto event = Json::parse(line);
        REQUIRE_MESSAGE(event, line);
        events.push_back(*event);
    });
    writer.begin();
    const auto report =
        search::trace(subject.options, subject.rules, subject.start, all_values, kNever, writer);
    REQUIRE(report);
    writer.end(*report);
    return events;
}

std::string kind(const Json& event) {
    return *event.find("event")->as_string();
}
std::int64_t number(const Json& event, const char* key) {
    return *event.find(key)->as_integer();
}

}  // namespace

TEST_CASE("every event names a line of the pseudo-code that came with it") {
    for (const char* player :
         {"minimax:depth=3", "alphabeta:depth=4", "knowledge:depth=4,limit=4,least=2",
          "mtdf:depth=4,tt=1M", "alphabeta:depth=5,tt=1M,etc=yes,futility=yes,order=tactical",
          "champion:depth=5,memory=1M", "knowledge:nodes=300,limit=0,least=0"}) {
        CAPTURE(player);
        std::set<std::string> lines;
        for (const Json& event : events_of(player, "<5,3,2,4,3,2,5,1,3,4,2,3,2>")) {
            if (const auto code = event.find("pseudo_code"))
                for (const Json& line : code->items())
                    lines.insert(*line.find("code")->as_string());
            if (const auto code = event.find("code"))
                CHECK_MESSAGE(lines.contains(*code->as_string()), event.line());
        }
    }
}

TEST_CASE("a replay of the events finds the values of all nodes by minimax") {
    for (const std::string player :
         {"minimax:depth=4", "alphabeta:depth=5", "knowledge:depth=5,limit=6,least=3"}) {
        CAPTURE(player);
        struct Node {
            bool max = true;
            std::int64_t best = 0;
            bool valued = false;
        };
        std::map<std::int64_t, Node> nodes;
        std::int64_t visited = 0;
        for (const Json& event : events_of(player, "<5,3,2,4,3,2,5,1,3,4,2,3,2>", false)) {
            if (kind(event) == "pass") nodes[0] = {};
            if (kind(event) == "enter") {
                nodes[number(event, "node")] = {*event.find("kind")->as_string() == "max"};
                ++visited;
            }
            if (kind(event) == "back") {
                Node& node = nodes[number(event, "node")];
                const std::int64_t value = number(event, "value");
                const bool better =
                    !node.valued || (node.max ? value > node.best : value < node.best);
                CHECK(better == *event.find("better")->as_bool());
                if (better) node.best = value;
                node.valued = true;
                CHECK(number(event, "best") == node.best);
            }
            if (kind(event) == "leave")
                CHECK(number(event, "value") == nodes[number(event, "node")].best);
            if (kind(event) == "pass_end") CHECK(number(event, "value") == nodes[0].best);
            if (kind(event) == "end") CHECK(number(event, "nodes") == visited);
        }
        CHECK(visited > 100);
    }
}

TEST_CASE("a cut names the moves that were left out and comes with a closed window") {
    int cuts = 0;
    for (const Json& event : events_of("alphabeta:depth=5", "<5,3,2,4,3,2,5,1,3,4,2,3,2>")) {
        if (kind(event) != "cut") continue;
        ++cuts;
        CHECK(number(event, "alpha") >= number(event, "beta"));
        CHECK_FALSE(event.find("pits")->items().empty());
    }
    CHECK(cuts > 10);
}

TEST_CASE("pseudo-code shows only the techniques that a player uses") {
    const auto has = [](const std::string& player, const std::string& id) {
        for (const auto& line : trees::pseudo_code(settings_of(player)))
            if (line.id == id) return true;
        return false;
    };
    CHECK(has("alphabeta:depth=1", "alphabeta.cut"));
    CHECK_FALSE(has("alphabeta:depth=1", "alphabeta.table"));
    CHECK(has("alphabeta:depth=1,tt=1M", "alphabeta.table"));
    CHECK(has("champion:depth=1", "alphabeta.etc"));
    CHECK(has("knowledge:depth=1", "knowledge.limit"));
    CHECK_FALSE(has("minimax:depth=1", "minimax.cut"));
}
