#include "app/completion.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

using namespace kalah::app;

namespace {

OptionDescription option(std::string name, std::string value, bool many = false) {
    return {{std::move(name)}, std::move(value), "", "Options", false, many};
}

CommandDescription program() {
    CommandDescription match{"match", {"contest"}, "play", "", {option("A", ""), option("B", "")},
                             {},      {}};
    match.options = {option("--json", ""), option("--kind", "one|two|FILE"),
                     option("--bots", "SPEC", true)};
    CommandDescription show{"games show", {}, "show", "", {}, {option("--out-dir", "DIR")}, {}};
    CommandDescription games{"games", {}, "games", "", {}, {}, {show}};
    CommandDescription man{"man", {}, "manual", "", {}, {option("--json", "")}, {}};
    return {"", {}, "", "", {}, {option("--version", "")}, {match, games, man}};
}

std::string words(const std::vector<std::string>& line) {
    const Completion completion = complete(program(), line);
    std::string text;
    for (const auto& candidate : completion.candidates) text += candidate.word + " ";
    if (completion.files == Completion::Files::files) text += ":files";
    if (completion.files == Completion::Files::folders) text += ":folders";
    return text;
}

}  // namespace

TEST_CASE("completion offers commands, their other spellings and families") {
    CHECK(words({""}) == "match contest games man help ");
    CHECK(words({"ga"}) == "games ");
    CHECK(words({"games", ""}) == "show ");
    CHECK(words({"help", "games", ""}) == "show ");
    CHECK(words({"help", "mat"}) == "match ");
    CHECK(words({"help", "match", ""}).empty());
    CHECK(words({"man", "--j"}) == "--json ");
    CHECK(words({"nonsense", ""}).empty());
    CHECK(words({}).empty());
}

TEST_CASE("completion offers each option once, and what it takes") {
    CHECK(words({"--"}) == "--version ");
    CHECK(words({"contest", "--"}) == "--json --kind --bots ");
    CHECK(words({"match", "--json", "--"}) == "--kind --bots ");
    CHECK(words({"match", "--kind", ""}) == "one two :files");
    CHECK(words({"match", "--kind", "t"}) == "two :files");
    CHECK(words({"match", "--kind=o"}) == "--kind=one :files");
    CHECK(words({"match", "--json=o"}).empty());
    CHECK(words({"games", "show", "--out-dir", "x"}) == ":folders");
    // An option with several values takes them until the next one.
    CHECK(words({"match", "--bots", "random", "gree"}) == "greedy ");
    CHECK(words({"match", "--bots", "random", "--k"}) == "--kind ");
}

TEST_CASE("completion offers players, their settings and the values of these") {
    CHECK(words({"match", "champ"}) == "champion ");
    CHECK(words({"match", "greedy", "level10"}) == "level10 ");
    CHECK(words({"match", "greedy", "random", "champ"}).empty());  // there are only two
    CHECK(words({"match", "Ann=grandm"}) == "Ann=grandmaster ");
    CHECK(words({"match", "Ann=champion:ord"}) == "Ann=champion:order= ");
    CHECK(words({"match", "alphabeta:order=ta"}) == "alphabeta:order=tactical ");
    CHECK(words({"match", "alphabeta:depth=3,eval=fit"}) == "alphabeta:depth=3,eval=fitted ");
    CHECK(words({"match", "level3:"}) == "level3:seed= level3:opening= ");
    CHECK(words({"match", "level3:seed=1,"}) == "level3:seed=1,opening= ");
    CHECK(words({"match", "nobody:"}).find("nobody") == std::string::npos);
    CHECK(words({"match", "cm"}) == "cmd: ");
}

TEST_CASE("completion knows presets and boards") {
    const auto first = [](const char* value, const char* typed) {
        const Completion completion = complete_value(value, typed);
        return completion.candidates.empty() ? "" : completion.candidates.front().word;
    };
    CHECK(first("PRESET", "multi") == "multilap");
    CHECK(first("6x4,6x6", "6x4,") == "6x4,6x4");
    CHECK(first("position", "6x6") == "6x6");
    CHECK(complete_value("position", "6x6").candidates.size() == 1);
    CHECK(first("N", "").empty());
    CHECK(first("10s", "").empty());
}
