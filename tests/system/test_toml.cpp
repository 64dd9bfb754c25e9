#include "system/toml.hpp"

#include <doctest/doctest.h>

namespace kalah {
namespace {

struct Settings {
    int port = 1;
    std::string host_name = "here";
    std::chrono::milliseconds time{0};
    bool fast = false;
    std::vector<std::string> bots = {"random"};
};

std::vector<Field> fields_of(Settings& settings) {
    return {number_field("port", settings.port, {0, 65'535}, ""),
            text_field("host-name", "NAME", settings.host_name, ""),
            duration_field("time", "1s", settings.time, ""), flag_field("fast", settings.fast, "")};
}

/// What is wrong with the text, or "none".
std::string read(std::string_view text, Settings& settings) {
    const auto table = TomlTable::parse(text);
    const auto error = table ? table->read(fields_of(settings), {{"bots", settings.bots}})
                             : std::optional(table.error());
    return error ? to_text(*error) : "none";
}
std::string error_of(std::string_view text) {
    Settings settings;
    return read(text, settings);
}

TEST_CASE("keys of a table are named like fields, and take the values of options") {
    Settings settings;
    CHECK(read("port = 7\nhost-name = \"there\"\ntime = \"0.3s\"\nfast = true\n"
               "bots = [\"a,b\", \"c\"]",
               settings) == "none");
    CHECK(settings.port == 7);
    CHECK(settings.host_name == "there");
    CHECK(settings.time.count() == 300);
    CHECK(settings.fast);
    CHECK(settings.bots == std::vector<std::string>{"a,b", "c"});
    CHECK(read("host_name = \"x\"\nbots = \"one\"", settings) == "none");
    CHECK(settings.host_name == "x");
    CHECK(settings.bots == std::vector<std::string>{"one"});
    CHECK(read("", settings) == "none");
    CHECK(settings.port == 7);
}

TEST_CASE("mistakes in a table are said with line and column") {
    CHECK(error_of("\nport = 65536") ==
          "line 2, column 8: port: expected a number from 0 to 65535");
    CHECK(error_of("port = \"7\"") == "line 1, column 8: port: expected a whole number");
    CHECK(error_of("fast = 1") == "line 1, column 8: fast: expected true or false");
    CHECK(error_of("bots = [1]") == "line 1, column 9: bots: expected a text in quotes");
    CHECK(error_of("prot = 1") == "line 1, column 8: no key \"prot\": did you mean port?");
    CHECK(error_of("hostname = 1") ==
          "line 1, column 12: no key \"hostname\": did you mean host-name?");
    CHECK(error_of("host_nam = 1") ==
          "line 1, column 12: no key \"host_nam\": did you mean host_name?");
    CHECK(error_of("x = 1").ends_with("no key \"x\": there are port, host-name, time, fast, bots"));
    CHECK(error_of("host-name = \"a\"\nhost_name = \"b\"").find("stands twice") !=
          std::string::npos);
    CHECK(error_of("port = ").starts_with("line 1, column"));
    CHECK(error_of("[port]").find("expected a whole number") != std::string::npos);
}

TEST_CASE("the places of values and of elements of lists are known") {
    const auto table = TomlTable::parse("port = 7\n\nhost_name = 'a'\nbots = [\n  'a',\n  'b']\n");
    REQUIRE(table);
    const auto place = [&](const std::string& name, std::optional<std::size_t> element = {}) {
        const auto found = table->place(name, element);
        return found ? std::pair(found->line, found->column) : std::pair(0, 0);
    };
    CHECK(place("port") == std::pair(1, 8));
    CHECK(place("port", 0) == std::pair(1, 8));  // one text is a list, too
    CHECK(place("host-name") == std::pair(3, 13));
    CHECK(place("bots") == std::pair(4, 8));
    CHECK(place("bots", 1) == std::pair(6, 3));
    CHECK(place("bots", 2) == std::pair(0, 0));
    CHECK(place("time") == std::pair(0, 0));
}

TEST_CASE("tables within a table have places of their own") {
    const auto whole = TomlTable::parse("[one]\nport = 3\n[[many]]\n[[many]]\nport = 0\nwrong = 1");
    REQUIRE(whole);
    Settings settings;
    CHECK_FALSE(whole->read({}, {}, {"one", "many"}));
    CHECK_FALSE(whole->table("many"));
    REQUIRE(whole->table("one"));
    CHECK_FALSE(whole->table("one")->read(fields_of(settings)));
    CHECK(settings.port == 3);
    const auto many = whole->tables("many");
    REQUIRE(many);
    REQUIRE(*many);
    REQUIRE((*many)->size() == 2);
    CHECK_FALSE((*many)->front().read(fields_of(settings)));
    const auto error = (*many)->back().read(fields_of(settings));
    REQUIRE(error);
    CHECK(error->line == 6);
    CHECK_FALSE(whole->tables("none").value());
    CHECK_FALSE(whole->tables("one"));
}

}  // namespace
}  // namespace kalah
