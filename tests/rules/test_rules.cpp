#include "kalah/rules.hpp"

#include <doctest/doctest.h>

#include "kalah/notation.hpp"
#include "support/random_boards.hpp"

using namespace kalah;

TEST_CASE("the presets are the four that people know, with their boards") {
    // name, board, then the options in the order of rule_options()
    const std::vector<std::vector<std::string>> expected{
        {"standard", "6x4", "opposite", "single", "yes", "owner", "no"},
        {"empty-capture", "6x6", "empty", "single", "yes", "owner", "no"},
        {"multilap", "6x4", "empty", "multi", "no", "none", "no"},
        {"avalanche", "6x4", "none", "multi", "yes", "owner", "no"}};
    std::vector<std::vector<std::string>> found;
    for (const Preset& preset : presets()) {
        found.push_back({std::string(preset.name), to_text(preset.size)});
        for (const RuleOption& option : rule_options())
            found.back().emplace_back(option.value_name(preset.rules));
    }
    CHECK(found == expected);
    CHECK(Rules{} == presets()[0].rules);
}

TEST_CASE("every rule set is written and read back") {
    for (const Rules& rules : test::all_rules()) {
        const std::string text = to_text(rules);
        CAPTURE(text);
        const auto read = parse_rules(text);
        REQUIRE(read);
        CHECK(read->rules == rules);
    }
    CHECK(to_text(Rules{}) == "standard");
    CHECK(to_text(presets()[2].rules) == "multilap");
    Rules kgp;
    kgp.majority_stop = true;
    CHECK(to_text(kgp) == "standard,majority-stop=yes");
}

TEST_CASE("rules that do not parse say what there is") {
    const auto message = [](const char* text) { return to_text(parse_rules(text).error()); };
    CHECK(message("chess") ==
          "column 1: no rules \"chess\": there are standard, empty-capture, multilap or avalanche");
    CHECK(message("") ==
          "column 1: no rules \"\": there are standard, empty-capture, multilap or avalanche");
    CHECK(message("standard,") == "column 10: expected option=value");
    CHECK(message("standard,sweep") == "column 10: expected option=value");
    CHECK(message("standard,sweep=all") ==
          "column 10: sweep is owner, finisher or none, not \"all\"");
    CHECK(message("standard,sweep=none,pits=3") ==
          "column 21: no rule option \"pits\": there are capture, sowing, extra-turn, sweep or "
          "majority-stop");
}
