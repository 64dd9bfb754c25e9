// The perfect games printed by Irving, Donkers and Uiterwijk replay to the values they proved.
#include <doctest/doctest.h>

#include "kalah/game.hpp"
#include "kalah/notation.hpp"
#include "support/tsv.hpp"

using namespace kalah;

TEST_CASE("all twelve perfect games replay to their values") {
    const auto rows = test::read_table("perfect-games.tsv");
    REQUIRE(rows.size() == 12);
    for (const auto& row : rows) {
        CAPTURE(row.at("size"));
        Rules rules;
        rules.capture = Capture::empty;
        Game game(rules, *parse_start(row.at("size")));
        Side turn = Side::south;
        for (const std::string& moves : test::split(row.at("moves"), '-')) {
            for (const char digit : moves) {
                REQUIRE_FALSE(game.over());
                REQUIRE(game.board().to_move == turn);
                REQUIRE_FALSE(game.validate(digit - '0'));
                game.play(digit - '0');
            }
            turn = opponent(turn);
        }
        CHECK(game.over());
        CHECK(game.board().store(Side::south) - game.board().store(Side::north) ==
              std::stoi(row.at("value")));
    }
}
