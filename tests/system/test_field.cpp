#include "system/field.hpp"

#include <doctest/doctest.h>

using namespace kalah;
using namespace std::chrono_literals;

namespace {

/// The code of the error when a text sets the field; empty if it works.
std::string refusal(const Field& field, std::string_view text) {
    const auto error = field.set(text);
    return error ? error->code : "";
}

}  // namespace

TEST_CASE("a field sets its target from a text, or leaves it as it was") {
    int games = 7;
    const Field field = number_field("most-games", games, {1, 100}, "at most so many");
    for (const char* wrong : {"", "0", "101", "1e2", "0x10", "-1", "+1", "007", "1 ", "x"}) {
        CAPTURE(wrong);
        CHECK(refusal(field, wrong) == "input");
        CHECK(games == 7);
    }
    CHECK(refusal(field, "100").empty());
    CHECK(games == 100);
    CHECK(field.key() == "most-games");
    CHECK(field.option() == "--most-games");
    CHECK_FALSE(field.is_flag());
}

TEST_CASE("fields read times, sizes, flags, texts and choices") {
    std::chrono::milliseconds time{};
    std::optional<std::size_t> memory;
    bool sandbox = false;
    std::string file;
    std::optional<char> letter;
    CHECK(refusal(duration_field("time", "1s", time, ""), "2m").empty());
    CHECK(time == 2min);
    CHECK(refusal(duration_field("time", "1s", time, ""), "2") == "input");
    CHECK(refusal(size_field("memory", "64M", memory, ""), "64M").empty());
    CHECK(memory == std::size_t{64} << 20);
    const Field flag = flag_field("sandbox", sandbox, "");
    CHECK(flag.is_flag());
    CHECK(refusal(flag, "yes").empty());
    CHECK(sandbox);
    CHECK(refusal(text_field("out", "FILE", file, ""), "a b").empty());
    CHECK(file == "a b");
    char chosen = '?';
    const Field choice = choice_field<char>("colour,color", chosen, {{"a", 'a'}, {"b", 'b'}}, "");
    CHECK(choice.value == "a|b");
    CHECK(choice.option() == "--colour,--color");
    CHECK(choice.key() == "colour");
    CHECK(refusal(choice, "c") == "input");
    CHECK(refusal(choice, "b").empty());
    CHECK(chosen == 'b');
}

TEST_CASE("a field writes what it reads") {
    const auto kept = [](const Field& field, std::string_view text) {
        REQUIRE_FALSE(field.set(text));
        CHECK(field.get() == text);
    };
    std::uint64_t seed = 0;
    double real = 0;
    std::chrono::milliseconds time{};
    std::uint64_t memory = 0;
    bool flag = false;
    std::string text;
    char choice = 'a';
    std::optional<std::string> maybe;
    kept(number_field("seed", seed, {0, 1'000'000'000'000'000}, ""), "1000000000000000");
    for (const char* number : {"0", "-5", "5.25", "1e-05", "0.1"})
        kept(real_field("elo", real, ""), number);
    CHECK(real_field("elo", real, "").set("1.5x"));
    CHECK(real == 0.1);
    kept(duration_field("time", "1s", time, ""), "1500ms");
    kept(size_field("memory", "64M", memory, ""), "1025K");
    kept(size_field("memory", "64M", memory, ""), "2G");
    kept(or_none(size_field("memory", "64M", memory, ""), memory), "none");
    CHECK(memory == 0);
    kept(or_none(size_field("memory", "64M", memory, ""), memory), "64M");
    kept(flag_field("sandbox", flag, ""), "yes");
    kept(text_field("out", "FILE", text, ""), "a b");
    kept(choice_field<char>("kind", choice, {{"first", 'a'}, {"last", 'b'}}, ""), "last");
    CHECK(text_field("out", "FILE", maybe, "").get().empty());
    kept(text_field("out", "FILE", maybe, ""), "x");
    CHECK(formerly("program_time", duration_field("time", "1s", time, "")).key() == "time");
}

TEST_CASE("durations are written as they are read") {
    for (const auto time : {1ms, 200ms, 1000ms, 30'000ms, 61'000ms, 120'000ms, 86'400'000ms})
        CHECK(*parse_duration(duration_text(time)) == time);
    CHECK(elapsed_text(12.4) == "12 s");
    CHECK(elapsed_text(185) == "3:05 min");
    CHECK(elapsed_text(5400) == "1:30 h");
}
