#include <doctest/doctest.h>

#include "system/csv.hpp"

using namespace kalah;

TEST_CASE("a row of a CSV table quotes texts and leaves numbers bare") {
    CHECK(CsvRow().text("a").number(-3).number(0.25).empty().text("").line() ==
          "\"a\",-3,0.25,,\"\"\n");
    CHECK(CsvRow().text("say \"hi\", Bo\nAnn").line() == "\"say \"\"hi\"\", Bo\nAnn\"\n");
    CHECK(CsvRow().empty().empty().line() == ",\n");
}

TEST_CASE("names that a spreadsheet would compute get an apostrophe") {
    for (const char* name : {"=1+1", "+1", "-1", "@x", "\t=1", "\r=1", "  =1", "|x"})
        CHECK(csv_foreign(name) == '"' + ("'" + std::string(name)) + '"');
    for (const char* name : {"Ann", "a=b", " a", "", "'x", "cmd:./bot -x"})
        CHECK(csv_foreign(name) == '"' + std::string(name) + '"');
    CHECK(csv_foreign(std::string_view("a\0b", 3)) == "\"ab\"");
    CHECK(csv_foreign("=\"x\"") == R"("'=""x""")");
}

TEST_CASE("JSON values become cells") {
    CHECK(csv_cell(std::nullopt).empty());
    CHECK(csv_cell(Json()).empty());
    CHECK(csv_cell(Json("a\"b")) == R"("a""b")");
    CHECK(csv_cell(Json(12)) == "12");
    CHECK(csv_cell(Json::object().set("a", 1)) == R"("{""a"":1}")");
}
