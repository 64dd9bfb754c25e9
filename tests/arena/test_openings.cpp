#include "arena/board_setup.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "kalah/notation.hpp"

using namespace kalah;

TEST_CASE("openings are all distinct positions, and the seed decides their order") {
    const auto first = arena::first_move_openings({}, start_board({6, 4}));
    CHECK(first.size() == 6);
    auto four = *arena::ply_openings({}, start_board({6, 4}), 4, 1);
    CHECK(four.size() == 942);
    const auto other = *arena::ply_openings({}, start_board({6, 4}), 4, 2);
    CHECK(moves_text(four[0]) != moves_text(other[0]));
    CHECK(moves_text(four[0]) ==
          moves_text((*arena::ply_openings({}, start_board({6, 4}), 4, 1))[0]));
    std::vector<std::string> boards;
    for (const Game& game : four) {
        CHECK(game.played().size() == 4);
        boards.push_back(to_text(game.board()));
    }
    std::sort(boards.begin(), boards.end());
    CHECK(std::unique(boards.begin(), boards.end()) == boards.end());
}

TEST_CASE("more openings than memory should hold are refused") {
    CHECK_FALSE(arena::ply_openings({}, start_board({12, 6}), 7, 1));
}

TEST_CASE("openings from a file are moves or positions, and mistakes have their line") {
    const Board start = start_board({6, 4});
    const std::vector<std::string> lines{"# openings",
                                         "",
                                         "  3-6 2",
                                         "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> 1",
                                         "<6,1,0,0,5,5,5,4,4,4,4,4,4,4,4> n",
                                         "<4,0,0,3,3,3,3,3,3,3,3>\r"};
    const auto openings = arena::line_openings({}, start, lines);
    REQUIRE(openings);
    REQUIRE(openings->size() == 3);  // the last one is for another board
    CHECK(moves_text((*openings)[0]) == "3-6 2");
    CHECK(moves_text((*openings)[1]) == "1");
    CHECK(to_text((*openings)[0].start()) == to_text(start));
    CHECK((*openings)[2].board().to_move == Side::north);

    const auto error = [&](const std::string& line) {
        const auto result = arena::line_openings({}, start, {"1", line});
        return result ? "none" : to_text(result.error());
    };
    CHECK(error("7") == "line 2, column 1: pit 7 does not exist: the pits are 1 to 6");
    CHECK(error("<6,0,0>").starts_with("line 2, column"));
    CHECK(error("<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> 3-6-9").starts_with("line 2, column 36: "));
}

TEST_CASE("a plan chooses its openings by name") {
    arena::Plan plan;
    const Board start = start_board({6, 4});
    plan.openings = "first-move";
    CHECK(arena::chosen_openings(plan, {}, start)->size() == 6);
    plan.openings = "2-ply";
    const auto two = arena::chosen_openings(plan, {}, start);
    plan.openings = "2";
    CHECK(arena::chosen_openings(plan, {}, start)->size() == two->size());
    plan.openings = "9-ply";
    CHECK(arena::chosen_openings(plan, {}, start).error().message ==
          "openings \"9-ply\": first-move, a file, or N-ply with a number from 0 to 7");
    plan.openings = "book.txt";
    plan.opening_lines = {"1", "2 1"};
    CHECK(arena::chosen_openings(plan, {}, start)->size() == 2);
    plan.opening_lines = {"9"};
    CHECK(arena::chosen_openings(plan, {}, start).error().message ==
          "book.txt, line 1, column 1: pit 9 does not exist: the pits are 1 to 6");
    plan.opening_lines = {"<4,0,0,3,3,3,3,3,3,3,3>"};
    CHECK(arena::chosen_openings(plan, {}, start).error().message ==
          "book.txt: no opening for this board");
}
