#include "app/game_json.hpp"

#include "kalah/notation.hpp"

namespace kalah::app {

Json position_json(const Rules& rules, const Board& board, bool over) {
    Json result;
    if (over)
        result.set("south", board.store(Side::south))
            .set("north", board.store(Side::north))
            .set("winner", to_text(winner_of(board)));
    Json legal = Json::array();
    if (!over)
        for (const int pit : legal_moves(board)) legal.push(pit + 1);
    Json json;
    json.set("rules", to_text(rules))
        .set("position", to_text(board))
        .set("to_move", to_text(board.to_move))
        .set("over", over)
        .set("result", result)
        .set("legal", legal);
    return json;
}

Json game_json(const Game& game) {
    Json json = position_json(game.rules(), game.board(), game.over());
    json.set("again", !game.played().empty() && game.played().back().extra_turn)
        .set("start", start_text(game.start()))
        .set("moves", moves_text(game));
    return json;
}

}  // namespace kalah::app
