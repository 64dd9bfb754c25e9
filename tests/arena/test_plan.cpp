#include "arena/plan.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "system/field.hpp"

using namespace kalah;
using arena::Kind;
using arena::Plan;

namespace {

Plan plan_of(Kind kind, int entrants) {
    Plan plan;
    plan.kind = kind;
    plan.boards = {"6x4"};
    for (int i = 0; i < entrants; ++i) plan.entrants.push_back({"P" + std::to_string(i), "random"});
    return plan;
}

std::string error_of(const std::string& text) {
    const auto plan = arena::parse_plan(text, {});
    return plan ? "none" : to_text(plan.error());
}

}  // namespace

TEST_CASE("a plan is read again as it was written") {
    Plan plan = plan_of(Kind::swiss, 3);
    CHECK(*arena::parse_plan(arena::to_toml(plan), {}) == plan);
    plan.entrants[1] = {"Zoë \"the\" <b> 'fox'\n", "cmd:python3 -c 'print(\"\\\\\")'"};
    plan.boards = {"6x4", "<2,0,0,1,1,1,1> n"};
    plan.rules = "empty-capture,sweep=none";
    plan.games = 40;
    plan.rounds = 5;
    plan.openings = "lines.txt";
    plan.opening_lines = {"1 2", "# why", ""};
    plan.seed = 1'000'000'000'000'000;
    plan.sprt = {-5, 5.25, 0.01, 0.2};
    plan.max_faults = 3;
    plan.program_time = std::chrono::milliseconds(1500);
    plan.cpu_time = std::chrono::minutes(2);
    plan.memory = 512 << 20;
    plan.sandbox = true;
    const auto read = arena::parse_plan(arena::to_toml(plan), {});
    REQUIRE(read);
    CHECK(*read == plan);
}

TEST_CASE("what a plan's file does not say stays as it was") {
    Plan usual;
    usual.games = 12;
    usual.seed = 9;
    const auto plan = arena::parse_plan(
        "kind = \"gauntlet\"\nboard = \"6x6\"\n[[player]]\n"
        "spec = \"random\"\n[[player]]\nname = \"B\"\nspec = \"greedy\"\n",
        usual);
    REQUIRE(plan);
    CHECK(plan->kind == Kind::gauntlet);
    CHECK(plan->boards == std::vector<std::string>{"6x6"});
    CHECK(plan->games == 12);
    CHECK(plan->seed == 9);
    CHECK(plan->entrants == std::vector<arena::Entrant>{{"random", "random"}, {"B", "greedy"}});
}

TEST_CASE("a plan's file takes what the command line takes, and a table for the test") {
    const auto text = arena::parse_plan("sprt = \"elo0=-1,elo1=2.5\"\nboard = \"6x4,6x6\"", {});
    const auto table =
        arena::parse_plan("board = [\"6x4\", \"6x6\"]\n[sprt]\nelo0 = -1\nelo1 = 2.5\n", {});
    REQUIRE(text);
    REQUIRE(table);
    CHECK(*text == *table);
    CHECK(text->sprt == arena::SprtOptions{-1, 2.5, 0.05, 0.05});
    CHECK(text->boards == std::vector<std::string>{"6x4", "6x6"});
    CHECK(arena::parse_plan("board = []", {})->boards.empty());  // the preset's board
}

TEST_CASE("every field of a plan has a key of its own and keeps its value") {
    Plan plan = plan_of(Kind::gauntlet, 2);
    plan.sprt = arena::SprtOptions{0, 5};
    std::set<std::string> keys;
    for (const Field& field : arena::plan_fields(plan)) {
        CAPTURE(field.name);
        CHECK_FALSE(field.help.empty());
        CHECK(keys.insert(field.key()).second);
        const std::string before = field.get();
        CHECK_FALSE(before.empty());
        CHECK_FALSE(field.set(before));
        CHECK(field.get() == before);
    }
    CHECK(keys.size() == 14);
}

TEST_CASE("the keys of a plan are the options, and older keys are read") {
    Plan plan = plan_of(Kind::gauntlet, 2);
    plan.sprt = arena::SprtOptions{0, 5};
    plan.opening_lines = {"3-6"};
    const std::string written = arena::to_toml(plan);
    for (const Field& field : arena::plan_fields(plan))
        CHECK(("\n" + written).find("\n" + field.name + " = ") != std::string::npos);
    const auto now = arena::parse_plan(
        "board = '6x5'\nmax-faults = 3\ntime = '2s'\nstart-time = '3s'\nopening-lines = ['1']", {});
    const auto then = arena::parse_plan(
        "boards = '6x5'\nmax_faults = 3\nprogram_time = '2s'\nstart_time = '3s'\nopening_lines = "
        "['1']",
        {});
    REQUIRE(now);
    REQUIRE(then);
    CHECK(*now == *then);
    CHECK(now->program_time == std::chrono::seconds(2));
    CHECK(error_of("board = '6x4'\nboards = '6x5'")
              .ends_with("boards stands twice, in two spellings"));
}

/// The example of a plan in docs/tournaments.md.
TEST_CASE("the plan in the documents is read, and names every key as its option is called") {
    std::ifstream file(std::string(KALAH_DOCS) + "/tournaments.md");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const std::size_t begin = text.find("```toml\n");
    REQUIRE(begin != std::string::npos);
    const std::string example = text.substr(begin + 8, text.find("```", begin + 8) - begin - 8);
    const auto plan = arena::parse_plan(example, {});
    REQUIRE(plan);
    CHECK(plan->entrants.size() == 2);
    Plan scratch;
    std::set<std::string> names{"rules", "name", "spec"};
    for (const Field& field : arena::plan_fields(scratch)) names.insert(field.name);
    std::istringstream lines(example);
    int keys = 0;
    for (std::string line; std::getline(lines, line);) {
        const std::size_t equals = line.find(" = ");
        if (equals == std::string::npos) continue;
        CAPTURE(line);
        CHECK(names.contains(line.substr(0, equals)));
        ++keys;
    }
    CHECK(keys > 10);
}

TEST_CASE("a plan's file with a mistake says where it is") {
    CHECK(error_of("kind = \"cup\"") ==
          "line 1, column 8: kind: expected match|round-robin|gauntlet|knockout|swiss");
    CHECK(error_of("games = -2") == "line 1, column 9: games: expected a number from 0 to 1000000");
    CHECK(error_of("games = \"2\"") == "line 1, column 9: games: expected a whole number");
    CHECK(error_of("\ntime = \"1w\"").starts_with("line 2, column 8: time: "));
    CHECK(error_of("board = [1]") == "line 1, column 10: board: expected a text in quotes");
    for (const char* key : {"rules", "openings", "kind", "time", "sprt"})
        CHECK(error_of(std::string(key) + " = [\"greedy\", \"random\"]")
                  .ends_with(std::string(key) + ": expected a text in quotes"));
    CHECK(error_of("[[player]]\nspec = [\"greedy\", \"random\"]") ==
          "line 2, column 8: spec: expected a text in quotes");
    CHECK(error_of("colour = 1").starts_with("line 1, column 10: no key \"colour\": there are "));
    CHECK(error_of("max_fault = 1") ==
          "line 1, column 13: no key \"max_fault\": did you mean max_faults?");
    CHECK(error_of("max-faults = 1") == "none");
    CHECK(error_of("[[player]]\nname = \"x\"").find("player: spec is missing") !=
          std::string::npos);
    CHECK(error_of("[[player]]\nspec = \"x\"\nelo = 3").find("no key \"elo\"") !=
          std::string::npos);
    CHECK(error_of("[sprt]\nelo2 = 3").find("no key \"elo2\"") != std::string::npos);
    CHECK(error_of("kind = ").starts_with("line 1, column"));
    CHECK(error_of("time = \"none\"").starts_with("line 1, column 8: time: "));
    CHECK(error_of("cpu-time = \"none\"") == "none");
    CHECK(error_of("sandbox = 1") == "line 1, column 11: sandbox: expected true or false");
    CHECK(error_of("player = 3") == "line 1, column 10: player: expected [[player]] sections");
    CHECK(error_of(std::string("kind = \"\xFF\"")).starts_with("line 1, column"));
}

TEST_CASE("plans that make no sense are refused") {
    CHECK_FALSE(arena::validate(plan_of(Kind::match, 2)));
    CHECK(arena::validate(plan_of(Kind::match, 3)) == "a match is between two players");
    CHECK(arena::validate(plan_of(Kind::swiss, 1)) == "at least two players are needed");
    CHECK(arena::validate(plan_of(Kind::swiss, 1001)));
    Plan plan = plan_of(Kind::round_robin, 3);
    plan.entrants[2].name = "P0";
    CHECK(arena::validate(plan) == "two players are called \"P0\": give them names of their own");
    plan.entrants[2].name = "P\n2";
    CHECK(arena::validate(plan) ==
          "a player's name is one line of text in UTF-8, without control characters");
    plan.entrants[2].name = "P\xff";
    CHECK(arena::validate(plan));
    plan = plan_of(Kind::round_robin, 3);
    plan.boards = {"6x4", "6x6", "6x4"};
    CHECK(arena::validate(plan) == "board 6x4 stands twice: play more --games instead");
    plan = plan_of(Kind::round_robin, 3);
    plan.games = 3;
    CHECK(arena::validate(plan));
    plan.games = 4;
    plan.rounds = 2;
    CHECK(arena::validate(plan) == "only a Swiss tournament has a number of rounds of its own");
    plan.rounds = 0;
    plan.sprt = arena::SprtOptions{};
    CHECK(arena::validate(plan) == "sprt tests one player against one other");
    plan = plan_of(Kind::match, 2);
    plan.sprt = {10, 0, 0.05, 0.05};
    CHECK(arena::validate(plan) == "sprt: elo0 must be less than elo1");
    for (const arena::SprtOptions bad : {arena::SprtOptions{0, 10, 0.6, 0.3},
                                         {0, 1e308, 0.05, 0.05},
                                         {std::nan(""), 10, 0.05, 0.05}}) {
        plan.sprt = bad;
        CHECK(arena::validate(plan));
    }
    plan.sprt.reset();
    plan.program_time = std::chrono::milliseconds(0);
    CHECK(arena::validate(plan) == "programs need some time to move and to start");
}
