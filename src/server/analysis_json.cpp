#include "server/analysis_json.hpp"

#include "players/thought.hpp"

namespace kalah::server {
namespace {

const char* kind(bool exact) {
    return exact ? "exact" : "estimate";
}

/// Exact scores are whole seeds.
Json score_json(const Score& score, EvalId eval, Side mover) {
    const int sign = mover == Side::south ? 1 : -1;
    if (score.exact) return sign * static_cast<int>(score.points());
    const double seeds = players::in_seeds(score, eval);
    return seeds == 0 ? 0.0 : sign * seeds;  // never -0.0
}

int margin(const Board& board) {
    return board.store(Side::south) - board.store(Side::north);
}

Json moves_json(const Analysed& analysed) {
    Json moves = Json::array();
    for (const MoveReport& move : analysed.report.moves)
        moves.push(Json::object()
                       .set("pit", move.pit + 1)
                       .set("score", score_json(move.score, analysed.eval, analysed.board.to_move))
                       .set("kind", kind(move.score.exact))
                       .set("line", players::line_text(analysed.rules, analysed.board, move.line)));
    return moves;
}

/// What a move lost to the best one, in seeds for its mover; null if nothing is known of it.
Json cost_json(const SearchReport& report, int pit, EvalId eval) {
    for (const MoveReport& move : report.moves) {
        if (move.pit != pit) continue;
        const double cost =
            players::in_seeds(report.score, eval) - players::in_seeds(move.score, eval);
        return std::max(cost, 0.0);
    }
    return {};
}

}  // namespace

Json analysis_json(const Analysed& analysed) {
    const SearchReport& report = analysed.report;
    const bool known = report.depth > 0;
    return Json::object()
        .set("depth", report.depth)
        .set("nodes", report.nodes)
        .set("seconds", report.seconds)
        .set("score",
             known ? score_json(report.score, analysed.eval, analysed.board.to_move) : Json())
        .set("kind", kind(known && report.score.exact))
        .set("best", known ? Json(report.pit + 1) : Json())
        .set("moves", moves_json(analysed));
}

Json final_analysis_json(const Board& board) {
    return Json::object()
        .set("depth", 0)
        .set("nodes", 0)
        .set("seconds", 0.0)
        .set("score", margin(board))
        .set("kind", kind(true))
        .set("best", Json())
        .set("moves", Json::array());
}

Json review_json(const Game& game, std::size_t ply, const SearchReport& report, EvalId eval) {
    const Board& board = game.board_after(ply);
    const bool last = ply == game.played().size();
    const bool over = last && game.over();
    const bool known = !over && report.depth > 0;
    Json score = over ? Json(margin(board)) : Json();
    if (known) score = score_json(report.score, eval, board.to_move);
    return Json::object()
        .set("ply", ply)
        .set("score", std::move(score))
        .set("kind", kind(over || (known && report.score.exact)))
        .set("best", known ? Json(report.pit + 1) : Json())
        .set("line", known ? players::line_text(game.rules(), board, report.line) : std::string())
        .set("cost", known && !last ? cost_json(report, game.played()[ply].pit, eval) : Json());
}

}  // namespace kalah::server
