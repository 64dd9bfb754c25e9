#include "rules/moves_between.hpp"

#include <doctest/doctest.h>

#include <random>

#include "kalah/game.hpp"
#include "kalah/notation.hpp"

using namespace kalah;

namespace {

std::string text(const std::vector<MoveResult>& moves) {
    std::string all;
    for (const MoveResult& move : moves)
        all += std::string(1, to_text(move.mover)[0]) + std::to_string(move.pit + 1) + " ";
    return all;
}

std::string between(const char* from, const char* to) {
    const auto moves = moves_between({}, *parse_position(from), *parse_position(to));
    return moves ? text(*moves) : "none";
}

int any_of(const Board& board, std::mt19937& random) {
    const PitSet pits = legal_moves(board);
    auto pit = pits.begin();
    for (auto skip = random() % static_cast<unsigned>(pits.size()); skip > 0; --skip) ++pit;
    return *pit;
}

}  // namespace

TEST_CASE("the moves of a known game are worked out from the positions that a client saw") {
    // Transcript of a game on 3x3; the client sees the board from its own seat, as south.
    const Board first = *parse_position("<3,0,1,4,3,3,3,0,4>");
    CHECK(to_text(*start_before({}, first)) == "<3,0,0,3,3,3,3,3,3> n");
    CHECK(between("<3,0,0,3,3,3,3,3,3> n", "<3,0,1,4,3,3,3,0,4>") == "n2 ");
    // The client plays 1, the opponent 1; the client plays 2, the opponent 3.
    CHECK(between("<3,1,1,0,4,4,4,0,4> n", "<3,1,2,1,4,4,0,1,5>") == "n1 ");
    CHECK(between("<3,2,2,1,0,5,1,2,5> n", "<3,2,3,2,1,6,2,2,0>") == "n3 ");
}

TEST_CASE("equal positions have no moves between them, impossible ones have none at all") {
    CHECK(between("<3,0,0,3,3,3,3,3,3>", "<3,0,0,3,3,3,3,3,3>").empty());
    CHECK(between("<3,0,0,3,3,3,3,3,3> n", "<3,1,0,3,3,3,3,3,2>") == "none");
    CHECK(between("<3,0,0,3,3,3,3,3,3> n", "<2,0,0,3,3,3,3>") == "none");
    CHECK(between("<3,5,0,3,3,3,3,3,3> n", "<3,4,0,3,3,3,3,3,4>") == "none");
    CHECK_FALSE(start_before({}, *parse_position("<3,0,0,3,3,3,3,3,4>")));
    CHECK_FALSE(start_before({}, *parse_position("<3,2,0,1,3,3,3,3,3>")));
    CHECK(start_before({}, start_board({6, 4})) == start_board({6, 4}));
}

TEST_CASE("whatever two players do, the moves that one of them was not asked for are found") {
    std::mt19937 random(7);
    int forced = 0;
    int longest = 0;
    for (int game = 0; game < 200; ++game) {
        const char* rules = game % 3 == 0   ? "standard"
                            : game % 3 == 1 ? "empty-capture"
                                            : "multilap";
        const Rules chosen = parse_rules(rules)->rules;
        Board board = start_board({3 + game % 5, 1 + game % 6});
        if (game % 2 == 1) board.to_move = Side::north;
        Board known = board;  // after south's last own choice
        bool over = false;
        int hidden = 0;
        while (!over) {
            const bool asked = board.to_move == Side::south && legal_moves(board).size() > 1;
            if (asked) {
                const auto moves = moves_between(chosen, known, board);
                REQUIRE(moves);
                Board replayed = known;
                for (const MoveResult& move : *moves) {
                    REQUIRE(replayed.to_move == move.mover);
                    apply(chosen, replayed, move.pit);
                }
                CHECK(replayed == board);
                CHECK(static_cast<int>(moves->size()) <= hidden);
                longest = std::max(longest, hidden);
            }
            if (board.to_move == Side::south && !asked) ++forced;
            over = apply(chosen, board, any_of(board, random)).over;
            hidden = asked ? 0 : hidden + 1;
            if (asked) known = board;
        }
    }
    CHECK(forced > 50);
    CHECK(longest > 5);
}
