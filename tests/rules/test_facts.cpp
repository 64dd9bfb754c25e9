// Moves and games made by an independent implementation, and the worked positions of the rules.
#include <doctest/doctest.h>

#include "kalah/game.hpp"
#include "kalah/notation.hpp"
#include "support/tsv.hpp"

using namespace kalah;
using test::read_table;

namespace {

Board board_of(const std::string& text, const std::string& side) {
    const auto board = parse_position(side == "N" ? text + " n" : text);
    REQUIRE(board);
    return *board;
}

std::string without_mover(const Board& board) {
    const std::string text = to_text(board);
    return text.substr(0, text.find('>') + 1);
}

Rules kgp_rules() {
    Rules rules;
    rules.majority_stop = true;
    return rules;
}

}  // namespace

TEST_CASE("all 860 single moves of sowing.tsv come out") {
    const auto rows = read_table("sowing.tsv");
    REQUIRE(rows.size() == 860);
    for (const auto& row : rows) {
        CAPTURE(row.at("board_before"));
        CAPTURE(row.at("side"));
        CAPTURE(row.at("pit1"));
        Board board = board_of(row.at("board_before"), row.at("side"));
        const Side mover = board.to_move;
        const MoveResult played = apply(kgp_rules(), board, std::stoi(row.at("pit1")) - 1);
        CHECK(without_mover(board) == row.at("board_after"));
        CHECK(played.extra_turn == (row.at("again") == "true"));
        CHECK(played.over == (row.at("over_after") == "true"));
        CHECK(board.to_move == (played.extra_turn ? mover : opponent(mover)));
    }
}

TEST_CASE("all 30 games of games.tsv come out") {
    const auto rows = read_table("games.tsv");
    REQUIRE(rows.size() == 30);
    for (const auto& row : rows) {
        CAPTURE(row.at("size"));
        CAPTURE(row.at("init"));
        Game game(kgp_rules(), start_board({std::stoi(row.at("size")), std::stoi(row.at("init"))}));
        for (const std::string& move : test::split(row.at("moves(1-based, side:pit)"), ' ')) {
            REQUIRE(move.substr(0, 2) == (game.board().to_move == Side::south ? "S:" : "N:"));
            const int pit = std::stoi(move.substr(2)) - 1;
            REQUIRE_FALSE(game.validate(pit));
            game.play(pit);
        }
        CHECK(game.over());
        CHECK(without_mover(game.board()) == row.at("final_board"));
        const Winner won = winner_of(game.board());
        const std::string result = won == Winner::draw    ? "Draw"
                                   : won == Winner::south ? "Win"
                                                          : "Loss";
        CHECK(result == row.at("result_for_south"));
    }
}

TEST_CASE("every worked position comes out") {
    const auto rows = read_table("worked.tsv");
    REQUIRE(rows.size() == 9);
    for (const auto& row : rows) {
        CAPTURE(row.at("why"));
        const auto rules = parse_rules(row.at("rules"));
        REQUIRE(rules);
        Board board = board_of(row.at("before"), row.at("side"));
        const MoveResult played = apply(rules->rules, board, std::stoi(row.at("pit")) - 1);
        CHECK(without_mover(board) == row.at("after"));
        CHECK(played.extra_turn == (row.at("again") == "true"));
    }
}
