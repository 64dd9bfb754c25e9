#include "referee/game_json.hpp"

#include <vector>

#include "kalah/notation.hpp"
#include "rules/sweep.hpp"

namespace kalah {
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

/// The places where `seeds` seeds from a place fall: round the board, past the other side's store.
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

/// The seeds that the end of the game moves into stores, on the board after the sowing.
Json sweep_json(const Rules& rules, const Board& sown, const MoveResult& played) {
    Json sweep = Json::array();
    if (played.swept == 0) return sweep;
    const int last = last_place(sown, played);
    for (const Side side : kBothSides) {
        const auto keeper = keeper_of(rules.sweep, side, played.mover);
        if (!keeper) continue;
        for (int pit = 0; pit < sown.width; ++pit) {
            const int place = place_of(sown, side, pit);
            const bool captured =
                played.captured > 0 && (place == last || place == opposite(sown, last));
            if (captured || sown.at(side, pit) == 0) continue;
            sweep.push(Json::object()
                           .set("from", place)
                           .set("to", store_place(sown, *keeper))
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
    std::vector<int> seeds(static_cast<std::size_t>(places(board)));
    for (int place = 0; place < places(board); ++place)
        seeds[static_cast<std::size_t>(place)] = seeds_at(board, place);
    return Json::numbers(seeds);
}

Json names_json(const std::array<std::string, 2>& names) {
    return Json::object().set("south", names[0]).set("north", names[1]);
}

Json time_json(std::int64_t milliseconds) {
    return milliseconds > 0 ? Json(milliseconds) : Json();
}

Json result_json(int south, int north) {
    return Json::object()
        .set("south", south)
        .set("north", north)
        .set("winner", south > north   ? "south"
                       : south < north ? "north"
                                       : "draw");
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

Json played_json(const Board& after, const MoveResult& played) {
    return move_json(after, played)
        .set("side", to_text(played.mover))
        .set("seeds", seeds_json(after));
}

Json legal_json(const Rules& rules, const Board& board) {
    Json legal = Json::array();
    for (const int pit : legal_moves(board)) {
        Board after = board;
        const MoveResult played = apply(rules, after, pit);
        legal.push(move_json(after, played));
    }
    return legal;
}

Json position_json(const Rules& rules, const Board& board, bool over) {
    return Json::object()
        .set("rules", to_text(rules))
        .set("position", to_text(board))
        .set("pits", board.width)
        .set("seeds", seeds_json(board))
        .set("to_move", to_text(board.to_move))
        .set("over", over)
        .set("result",
             over ? result_json(board.store(Side::south), board.store(Side::north)) : Json())
        .set("legal", over ? Json::array() : legal_json(rules, board));
}

namespace {

/// The result of a game whose side to move has no seeds from the start, as if the other had moved.
Json result_without_moves(const Rules& rules, Board board) {
    apply_sweep(rules, board, opponent(board.to_move));
    return result_json(board.store(Side::south), board.store(Side::north));
}

}  // namespace

Json game_json(const Game& game) {
    const bool stuck = game.played().empty() && legal_moves(game.board()).empty();
    Json played = Json::array();
    for (std::size_t i = 0; i < game.played().size(); ++i)
        played.push(played_json(game.board_after(i + 1), game.played()[i]));
    Json json = position_json(game.rules(), game.board(), game.over() || stuck)
                    .set("start", start_text(game.start()))
                    .set("moves", moves_text(game))
                    .set("played", std::move(played));
    if (stuck) json.set("result", result_without_moves(game.rules(), game.board()));
    return json;
}

Json note_json(const MoveNote& note) {
    return Json::object()
        .set("seconds", note.seconds)
        .set("source", name(note.source))
        .set("depth", note.depth > 0 ? Json(note.depth) : Json())
        .set("takeover", note.takeover > 0 ? Json(note.takeover) : Json())
        .set("comment", note.comment);
}

Json fault_json(const Fault& fault) {
    return Json::object()
        .set("ply", fault.ply)
        .set("side", to_text(fault.side))
        .set("kind", name(fault.kind))
        .set("text", fault.text);
}

Json record_json(const GameRecord& record) {
    Json notes = Json::array();
    for (const MoveNote& note : record.notes) notes.push(note_json(note));
    Json faults = Json::array();
    for (const Fault& fault : record.faults) faults.push(fault_json(fault));
    return game_json(record.game)
        .set("names", names_json(record.names))
        .set("started", time_json(record.started))
        .set("finished", time_json(record.finished))
        .set("ending", name(record.ending))
        .set("loser", side_json(record.loser))
        .set("points", record.decided()
                           ? result_json(record.points(Side::south), record.points(Side::north))
                           : Json())
        .set("notes", std::move(notes))
        .set("faults", std::move(faults));
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

Json last_sowing_json(const Game& game) {
    const std::size_t moves = game.played().size();
    if (moves == 0) return {};
    return sowing_json(game.rules(), game.board_after(moves - 1), game.played().back().pit);
}

}  // namespace kalah
