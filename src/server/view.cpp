#include "server/view.hpp"

#include <vector>

#include "kalah/notation.hpp"

namespace kalah::server {
namespace {

int seeds_at(const Board& board, int place) {
    const int width = board.width;
    if (place == store_place(board, Side::south)) return board.store(Side::south);
    if (place == store_place(board, Side::north)) return board.store(Side::north);
    return place < width ? board.at(Side::south, place) : board.at(Side::north, place - width - 1);
}

int places(const Board& board) {
    return 2 * board.width + 2;
}

/// The pit that faces a pit.
int opposite(const Board& board, int place) {
    return 2 * board.width - place;
}

int last_place(const Board& board, const MoveResult& played) {
    if (played.last == MoveResult::Last::store) return store_place(board, played.mover);
    const bool own = played.last == MoveResult::Last::own_pit;
    return place_of(board, own ? played.mover : opponent(played.mover), played.last_pit);
}

Json move_json(const Board& board, const MoveResult& played) {
    return Json::object()
        .set("pit", played.pit + 1)
        .set("place", place_of(board, played.mover, played.pit))
        .set("sown", played.sown)
        .set("laps", played.laps)
        .set("last", last_place(board, played))
        .set("extra_turn", played.extra_turn)
        .set("captured", played.captured)
        .set("over", played.over);
}

Json legal_json(const Game& game) {
    Json legal = Json::array();
    if (game.over()) return legal;
    for (const int pit : legal_moves(game.board())) {
        Board after = game.board();
        legal.push(move_json(after, apply(game.rules(), after, pit)));
    }
    return legal;
}

Json played_json(const Game& game) {
    Json moves = Json::array();
    for (std::size_t i = 0; i < game.played().size(); ++i) moves.push(played_move_json(game, i));
    return moves;
}

Json result_json(const Game& game) {
    if (!game.over()) return {};
    return Json::object()
        .set("south", game.board().store(Side::south))
        .set("north", game.board().store(Side::north))
        .set("winner", to_text(winner_of(game.board())));
}

/// Where so many seeds from a place fall: round the board, past the other side's store.
Json drops_json(const Board& board, int from, int seeds, int skipped, int& last) {
    std::vector<int> to;
    last = from;
    for (; seeds > 0; --seeds) {
        do last = (last + 1) % places(board);
        while (last == skipped);
        to.push_back(last);
    }
    return Json::numbers(to);
}

Json capture_json(const Board& sown, const MoveResult& played) {
    if (played.captured == 0) return {};
    const int last = last_place(sown, played);
    Json from = Json::array().push(last);
    if (seeds_at(sown, opposite(sown, last)) > 0) from.push(opposite(sown, last));
    return Json::object()
        .set("from", std::move(from))
        .set("to", store_place(sown, played.mover))
        .set("seeds", played.captured);
}

/// What the end of the game moves, of the board as it was sown.
Json sweep_json(const Rules& rules, const Board& sown, const MoveResult& played) {
    Json sweep = Json::array();
    if (played.swept == 0) return sweep;
    const int last = last_place(sown, played);
    for (const Side side : kBothSides) {
        const Side keeper = rules.sweep == Sweep::owner ? side : played.mover;
        for (int pit = 0; pit < sown.width; ++pit) {
            const int place = place_of(sown, side, pit);
            const bool captured =
                played.captured > 0 && (place == last || place == opposite(sown, last));
            if (captured || sown.at(side, pit) == 0) continue;
            sweep.push(Json::object()
                           .set("from", place)
                           .set("to", store_place(sown, keeper))
                           .set("seeds", sown.at(side, pit)));
        }
    }
    return sweep;
}

}  // namespace

int place_of(const Board& board, Side side, int pit) {
    return side == Side::south ? pit : board.width + 1 + pit;
}

int store_place(const Board& board, Side side) {
    return side == Side::south ? board.width : 2 * board.width + 1;
}

Json side_json(const std::optional<Side>& side) {
    return side ? Json(to_text(*side)) : Json();
}

Json seeds_json(const Board& board) {
    std::vector<int> seeds;
    for (int place = 0; place < places(board); ++place) seeds.push_back(seeds_at(board, place));
    return Json::numbers(seeds);
}

Json names_json(const PerSide<std::string>& names) {
    return Json::object().set("south", names[0]).set("north", names[1]);
}

Json played_move_json(const Game& game, std::size_t ply) {
    const Board& after = game.board_after(ply + 1);
    const MoveResult& played = game.played()[ply];
    return move_json(after, played)
        .set("side", to_text(played.mover))
        .set("seeds", seeds_json(after));
}

Json position_json(const Game& game) {
    const Board& board = game.board();
    return Json::object()
        .set("position", to_text(board))
        .set("seeds", seeds_json(board))
        .set("to_move", to_text(board.to_move))
        .set("over", game.over())
        .set("result", result_json(game))
        .set("legal", legal_json(game));
}

Json view_json(const Game& game) {
    Json view = Json::object();
    view.set("rules", to_text(game.rules()))
        .set("start", start_text(game.start()))
        .set("moves", moves_text(game))
        .set("pits", game.board().width);
    const Json position = position_json(game);
    for (const std::string& key : position.keys()) view.set(key, *position.find(key));
    return view.set("played", played_json(game));
}

Json sowing_json(const Rules& rules, const Board& before, int pit) {
    Board after = before;
    const MoveResult played = apply(rules, after, pit);
    const int skipped = store_place(before, opponent(played.mover));
    Json laps = Json::array();
    const Board* board = &before;
    int place = place_of(before, played.mover, pit);
    const std::vector<Board> boards = laps_of(rules, before, pit);
    for (const Board& lap : boards) {
        const int from = place;
        laps.push(Json::object()
                      .set("from", from)
                      .set("to", drops_json(*board, from, seeds_at(*board, from), skipped, place)));
        board = &lap;
    }
    return Json::object()
        .set("side", to_text(played.mover))
        .set("pit", pit + 1)
        .set("laps", std::move(laps))
        .set("capture", capture_json(*board, played))
        .set("sweep", sweep_json(rules, *board, played));
}

Json sowing_json(const Game& game, std::size_t ply) {
    return sowing_json(game.rules(), game.board_after(ply), game.played()[ply].pit);
}

Json last_sowing_json(const Game& game) {
    const std::size_t moves = game.played().size();
    if (moves == 0) return {};
    return sowing_json(game.rules(), game.board_after(moves - 1), game.played().back().pit);
}

}  // namespace kalah::server
