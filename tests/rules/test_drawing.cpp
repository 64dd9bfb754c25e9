#include "rules/drawing.hpp"

#include <doctest/doctest.h>

#include <sstream>

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

TEST_CASE("the last move is marked where it began, where it ended and what it captured") {
    Board board = *parse_position("<3,0,0,1,0,3,3,3,3>");
    const MoveResult captures = apply({}, board, 0);
    REQUIRE(captures.captured == 4);
    CHECK("\n" + draw(board, Look{.last = &captures}) == R"(
           3    2    1
 north  +----+----+----+
     0  |  3 |  0x|  3 |
        +----+----+----+  south
        |  0o|  0*|  3 |  4
        +----+----+----+
           1    2    3
)");
    board = start_board({6, 4});
    const MoveResult stored = apply({}, board, 2);
    CHECK(draw(board, Look{.last = &stored}).find("|  4 |  4 |  0o|  5 |  5 |  5 |  1*\n") !=
          std::string::npos);
    const MoveResult crossing = apply({}, board, 5);
    CHECK("\n" + draw(board, Look{.last = &crossing}) == R"(
           6    5    4    3    2    1
 north  +----+----+----+----+----+----+
     0  |  4 |  4 |  5*|  5 |  5 |  5 |
        +----+----+----+----+----+----+  south
        |  4 |  4 |  0 |  5 |  5 |  0o|  2
        +----+----+----+----+----+----+
           1    2    3    4    5    6
)");
    const MoveResult norths = apply({}, board, 1);
    CHECK(draw(board, Look{.last = &norths}).find("     1* |  5 |  5 |  6 |  6 |  0o|  5 |\n") !=
          std::string::npos);
}

TEST_CASE("a chosen pit is in brackets, on the side to move") {
    Board board = start_board({3, 2});
    CHECK(draw(board, Look{.chosen = 1}).find("|  2 |[ 2]|  2 |  0\n") != std::string::npos);
    board.to_move = Side::north;
    CHECK(draw(board, Look{.chosen = 2}).find("     0  |[ 2]|  2 |  2 |\n") != std::string::npos);
    CHECK(draw(board, Look{Colour::yes, false, nullptr, 2}).find("[\x1b[7m 2\x1b[0m]") !=
          std::string::npos);
}

TEST_CASE("a compact drawing shows the same in few columns") {
    Board board = *parse_position("<6,7,12,1,2,3,4,5,6,10,20,30,40,50,60>");
    const MoveResult played = apply({}, board, 1);
    const std::string text = draw(board, Look{.compact = true, .last = &played, .chosen = 4});
    CHECK("\n" + text == R"(
north 12
   6  5  4  3  2  1
| 60[50]40 30 20 10 |
|  1  0o 4  5* 5  6 |
   1  2  3  4  5  6
              south 7
)");
    CHECK(drawing_width(board) == 46);
    std::size_t longest = 0;
    std::istringstream lines(draw(start_board({12, 12}), Look{.compact = true}));
    for (std::string line; std::getline(lines, line);) longest = std::max(longest, line.size());
    CHECK(longest == 39);
}
