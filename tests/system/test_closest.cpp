#include "system/closest.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace kalah;

namespace {
const std::vector<std::string> kCommands{"build", "verify", "info", "probe", "pack", "unpack"};
}

TEST_CASE("a mistyped word is told from a foreign one") {
    CHECK(closest_name("biuld", kCommands) == "build");   // two letters swapped
    CHECK(closest_name("verfy", kCommands) == "verify");  // one missing
    CHECK(closest_name("prrobe", kCommands) == "probe");  // one too many
    CHECK(closest_name("ver", kCommands) == "verify");    // the beginning of one
    CHECK(closest_name("unpacks", kCommands) == "unpack");
    CHECK(closest_name("fly", kCommands).empty());
    CHECK(closest_name("", kCommands).empty());
    CHECK(closest_name(std::string(100'000, 'p'), kCommands).empty());
    // The beginning of two says nothing.
    CHECK(closest_name("p", std::vector<std::string>{"probe", "pack"}).empty());
}

TEST_CASE("without a near name, all are listed") {
    CHECK(choices_text("biuld", kCommands) == "did you mean build?");
    const std::vector<std::string> only{"make"};
    CHECK(choices_text("info", only) == "there is make");
    CHECK(choices_text("fly", kCommands) == "there are build, verify, info, probe, pack, unpack");
}
