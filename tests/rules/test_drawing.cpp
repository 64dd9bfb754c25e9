#include "rules/drawing.hpp"

#include <doctest/doctest.h>

#include "kalah/notation.hpp"

using namespace kalah;

namespace {

std::string drawn(const char* start, Colour colour = Colour::no) {
    return "\n" + draw(*parse_start(start), colour);
}

}  // namespace

TEST_CASE("the board is drawn as people see it: north on top and reversed") {
    CHECK(drawn("<6,7,12,1,2,3,4,5,6,10,20,30,40,50,60>") == R"(
           6    5    4    3    2    1
 north  +----+----+----+----+----+----+
    12  | 60 | 50 | 40 | 30 | 20 | 10 |
        +----+----+----+----+----+----+  south
        |  1 |  2 |  3 |  4 |  5 |  6 |  7
        +----+----+----+----+----+----+
           1    2    3    4    5    6
)");
}

TEST_CASE("one pit and large numbers are drawn in line too") {
    CHECK(drawn("<1,65000,0,1,5>") == R"(
           1
 north  +----+
     0  |  5 |
        +----+  south
        |  1 |  65000
        +----+
           1
)");
    CHECK(drawn("<2,0,0,1000,5,0,23>") == R"(
             2      1
 north  +------+------+
     0  |   23 |    0 |
        +------+------+  south
        | 1000 |    5 |  0
        +------+------+
             1      2
)");
}

TEST_CASE("a board of twelve pits fits into eighty columns") {
    const std::string text = drawn("12x12");
    std::size_t longest = 0;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = text.find('\n', begin);
        longest = std::max(longest, end - begin);
        begin = end + 1;
    }
    CHECK(longest <= 80);
}

TEST_CASE("colour changes nothing but colour, and marks what the mover can play") {
    const std::string plain = drawn("<2,0,0,3,0,4,5> n");
    std::string coloured = drawn("<2,0,0,3,0,4,5> n", Colour::yes);
    CHECK(coloured.find("\x1b[1;32m 5\x1b[0m") != std::string::npos);
    CHECK(coloured.find("\x1b[1;32m 3") == std::string::npos);
    CHECK(coloured.find("\x1b[1mnorth\x1b[0m") != std::string::npos);
    CHECK(coloured.find("\x1b[1msouth") == std::string::npos);
    for (std::size_t at = coloured.find('\x1b'); at != std::string::npos;
         at = coloured.find('\x1b'))
        coloured.erase(at, coloured.find('m', at) - at + 1);
    CHECK(coloured == plain);
}
