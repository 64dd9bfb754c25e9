#include "kalah/notation.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

using namespace kalah;

namespace {

struct Bad {
    std::string text;
    int column;
    std::string message;  // or the beginning of it
};

template <class Parse>
void check_errors(Parse parse, const std::vector<Bad>& table) {
    for (const Bad& bad : table) {
        CAPTURE(bad.text);
        const auto parsed = parse(bad.text);
        REQUIRE_FALSE(parsed);
        CHECK(parsed.error().column == bad.column);
        CHECK(parsed.error().message.substr(0, bad.message.size()) == bad.message);
    }
}

}  // namespace

TEST_CASE("sizes from 1x1 to twelve pits are read and written") {
    for (const char* text : {"1x1", "6x4", "12x12", "12x2730", "1x32767"}) {
        const auto size = parse_size(text);
        REQUIRE(size);
        CHECK(to_text(*size) == text);
    }
}

TEST_CASE("a size that does not parse says where and why") {
    check_errors(
        [](const std::string& text) { return parse_size(text); },
        {{"", 1, "expected the number of pits, found the end"},
         {"x4", 1, "expected the number of pits, found 'x'"},
         {"0x4", 1, "a board has 1 to 12 pits a side"},
         {"13x4", 1, "the number of pits: 13 is more than 12"},
         {"6", 2, "expected 'x', found the end"},
         {"6X4", 2, "expected 'x', found 'X'"},
         {"6x", 3, "expected the number of seeds, found the end"},
         {"6x0", 3, "a pit starts with at least 1 seed"},
         {"6x04", 3, "the number of seeds: 04 has a leading zero"},
         {"6x5462", 3, "more than 65535 seeds in all"},
         {"6x99999999999999999999", 3, "the number of seeds: 99999999999999999999 is more"},
         {"6x4 ", 4, "expected the end, found ' '"},
         {" 6x4", 1, "expected the number of pits, found ' '"}});
}

TEST_CASE("positions are read and written, with north to move too") {
    for (const char* text :
         {"<1,0,0,1,1>", "<3,0,0,3,3,3,3,3,3>", "<3,1,2,3,0,4,4,3,3> n",
          "<12,0,288,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0>", "<1,65535,0,0,0>"}) {
        const auto board = parse_position(text);
        REQUIRE(board);
        CHECK(to_text(*board) == text);
    }
}

TEST_CASE("the fields of a position are pits, stores, south's row and north's row") {
    const Board board = *parse_position("<2,10,11,1,2,3,4>");
    CHECK(board.width == 2);
    CHECK(board.store(Side::south) == 10);
    CHECK(board.store(Side::north) == 11);
    CHECK(board.at(Side::south, 0) == 1);
    CHECK(board.at(Side::south, 1) == 2);
    CHECK(board.at(Side::north, 0) == 3);
    CHECK(board.at(Side::north, 1) == 4);
    CHECK(board.to_move == Side::south);
}

TEST_CASE("a position that does not parse says where and why") {
    check_errors([](const std::string& text) { return parse_position(text); },
                 {{"", 1, "expected '<', found the end"},
                  {"6x4", 1, "expected '<', found '6'"},
                  {"<>", 2, "expected the number of pits, found '>'"},
                  {"<0,0,0>", 2, "a board has 1 to 12 pits a side"},
                  {"<13,0,0>", 2, "the number of pits: 13 is more than 12"},
                  {"<2,0,0,1,2,3>", 13, "expected ',' and pit 2 of north, found '>'"},
                  {"<2,0,0,1,2,3,4,5>", 15, "expected '>' after 4 pits, found ','"},
                  {"<2,0,0,1,2,3,4", 15, "expected '>' after 4 pits, found the end"},
                  {"<2,0,0,1,-2,3,4>", 10, "expected pit 2 of south, found '-'"},
                  {"<2, 0,0,1,2,3,4>", 4, "expected south's store, found ' '"},
                  {"<2,0,0,1,02,3,4>", 10, "pit 2 of south: 02 has a leading zero"},
                  {"<2,0,65536,1,2,3,4>", 6, "north's store: 65536 is more than 65535"},
                  {"<2,65000,0,1,2,3,533>", 18, "pit 2 of north: more than 65535 seeds in all"},
                  {"<2,0,0,1,2,3,4>n", 16, "expected the end, or \" n\""},
                  {"<2,0,0,1,2,3,4> s", 17, "expected the end, or \" n\""},
                  {"<2,0,0,1,2,3,4>  n", 17, "expected the end, or \" n\""},
                  {"<2,0,0,1,2,3,4> n ", 18, "expected the end, or \" n\""},
                  {"<2,\xC3\xA9,0,1,2,3,4>", 4, "expected south's store, found a character"}});
}

TEST_CASE("no cut or damaged position is taken for another one") {
    const std::string whole = "<3,10,2,3,0,4,4,13,3> n";
    for (std::size_t length = 0; length < whole.size(); ++length) {
        CAPTURE(length);
        const auto cut = parse_position(whole.substr(0, length));
        CHECK(static_cast<bool>(cut) == (length == whole.find('>') + 1));
    }
    for (std::size_t at = 0; at < whole.size(); ++at) {
        for (int c = 1; c < 256; ++c) {
            std::string damaged = whole;
            damaged[at] = static_cast<char>(c);
            const auto parsed = parse_position(damaged);
            if (parsed) {
                CHECK(to_text(*parsed) == damaged);  // a valid text of another position
            } else {
                CHECK(parsed.error().column >= 1);
                CHECK(parsed.error().column <= static_cast<int>(whole.size()) + 1);
            }
        }
    }
}

TEST_CASE("a start is a size or a position") {
    CHECK(*parse_start("3x2") == *parse_start("<3,0,0,2,2,2,2,2,2>"));
    check_errors([](const std::string& text) { return parse_start(text); },
                 {{"", 1, "expected a size like 6x4 or a position"},
                  {"start", 1, "expected a size like 6x4 or a position"},
                  {"6x", 3, "expected the number of seeds"},
                  {"<6", 3, "expected ',' and south's store"}});
}
