#include "system/json.hpp"

#include <string>
#include <type_traits>
#include <vector>

#include <doctest/doctest.h>

using kalah::Json;

namespace {

std::string refusal(const std::string& text) {
    const auto json = Json::parse(text);
    return json ? "read as " + json->line() : to_text(json.error());
}

}  // namespace

TEST_CASE("JSON that was printed is read as the same value") {
    for (const char* text :
         {R"({"id":7,"do":"sow","moves":"3-6 2","names":["Ada","B\"ob"],"on":true,"x":null})", "[]",
          "{}", "-12", "0.5", R"("é")", "[[[1],[]],{\"a\":{}}]", "18446744073709551615"}) {
        CAPTURE(text);
        const auto json = Json::parse(text);
        REQUIRE(json);
        CHECK(json->line() == text);
    }
}

TEST_CASE("JSON that is put together in one expression is moved out of it, not copied") {
    static_assert(std::is_same_v<decltype(Json::object().set("a", 1)), Json&&>);
    static_assert(std::is_same_v<decltype(Json::array().push(1)), Json&&>);
    const std::vector<int> seeds{4, 0, -1};
    Json list = Json::array().push(Json::numbers(seeds)).push(Json::numbers({}));
    list.push(Json::object().set("a", 1).set("b", "x"));
    CHECK(list.line() == R"([[4,0,-1],[],{"a":1,"b":"x"}])");
}

TEST_CASE("JSON is looked at by the kind that is expected") {
    const auto json = Json::parse(
        R"({"n": 7, "big": 9223372036854775808, "f": 1.5, "s": "a", "b": false, "l": [1, "x"], "o": null})");
    REQUIRE(json);
    CHECK(json->is_object());
    CHECK(json->keys() == std::vector<std::string>{"n", "big", "f", "s", "b", "l", "o"});
    CHECK(json->find("n")->as_integer() == 7);
    CHECK(json->find("n")->as_number() == 7.0);
    CHECK_FALSE(json->find("big")->as_integer());
    CHECK_FALSE(json->find("f")->as_integer());
    CHECK(json->find("f")->as_number() == 1.5);
    CHECK(json->find("s")->as_string() == "a");
    CHECK_FALSE(json->find("s")->as_bool());
    CHECK(json->find("b")->as_bool() == false);
    CHECK(json->find("l")->is_array());
    CHECK(json->find("l")->items().at(1).as_string() == "x");
    CHECK(json->find("l")->keys().empty());
    CHECK(json->find("o")->is_null());
    CHECK_FALSE(json->find("other"));
    CHECK_FALSE(json->find("n")->find("n"));
    CHECK(json->items().empty());
}

TEST_CASE("what is no JSON is refused with its place") {
    CHECK(refusal("") == "column 1: this is no JSON");
    CHECK(refusal("{\"a\": tru}") == "column 10: this is no JSON");
    CHECK(refusal("{} {}") == "column 4: this is no JSON");
    CHECK(refusal("{\"a\":1,}") == "column 8: this is no JSON");
    CHECK(refusal("[1 /* 2 */]") == "column 4: this is no JSON");
    CHECK(refusal("\"\xC3\x28\"") == "column 3: this is no JSON");
    CHECK(refusal("\"\xED\xA0\x80\"") == "column 3: this is no JSON");  // a surrogate
    CHECK(refusal(std::string("\"a\0b\"", 5)) == "column 3: this is no JSON");
    CHECK(refusal("NaN") == "column 1: this is no JSON");
    CHECK(refusal("[1e999]") == "column 6: a number that is out of range");
}

TEST_CASE("JSON of strangers may be neither deep nor wide") {
    const auto nested = [](int depth) {
        return std::string(static_cast<std::size_t>(depth), '[') +
               std::string(static_cast<std::size_t>(depth), ']');
    };
    CHECK(Json::parse(nested(kalah::kDeepestJson)));
    CHECK(refusal(nested(33)) == "column 33: brackets more than 32 deep");
    CHECK(refusal(std::string(60'000, '[')) == "column 33: brackets more than 32 deep");
    CHECK(Json::parse('"' + std::string(60'000, '[') + '"'));
    CHECK(Json::parse("\"\\\"" + std::string(60'000, '{') + '"'));

    CHECK(refusal(R"({"a":1,"b":{"a":2},"a":3})") == "key \"a\" stands there twice");
    const auto with_keys = [](std::size_t count) {
        std::string text = "{";
        for (std::size_t key = 0; key < count; ++key)
            text += (key > 0 ? ",\"" : "\"") + std::to_string(key) + "\":0";
        return text + "}";
    };
    CHECK(Json::parse(with_keys(kalah::kMostJsonKeys)));
    CHECK(refusal(with_keys(65)) == "an object with too many keys");
}
