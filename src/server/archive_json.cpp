#include "server/archive_json.hpp"

#include "server/view.hpp"

namespace kalah::server {
namespace {

Json time_json(store::Milliseconds time) {
    return time == 0 ? Json() : Json(time);
}

Json points_json(bool decided, int south, int north) {
    if (!decided) return {};
    return Json::object().set("south", south).set("north", north);
}

Json notes_json(const GameRecord& record) {
    Json notes = Json::array();
    for (const MoveNote& note : record.notes)
        notes.push(Json::object()
                       .set("seconds", note.seconds)
                       .set("comment", note.comment)
                       .set("source", name(note.source)));
    return notes;
}

Json faults_json(const GameRecord& record) {
    Json faults = Json::array();
    for (const Fault& fault : record.faults)
        faults.push(Json::object()
                        .set("ply", fault.ply)
                        .set("side", to_text(fault.side))
                        .set("kind", name(fault.kind))
                        .set("text", fault.text));
    return faults;
}

}  // namespace

Json row_json(const store::GameSummary& game) {
    const bool decided = game.ending == Ending::finished || game.loser;
    return Json::object()
        .set("number", game.id)
        .set("origin", game.origin)
        .set("names", names_json({game.names[0], game.names[1]}))
        .set("rules", game.rules)
        .set("start", game.start)
        .set("started", time_json(game.started))
        .set("finished", time_json(game.finished))
        .set("ending", name(game.ending))
        .set("points", points_json(decided, game.points[0], game.points[1]))
        .set("plies", game.plies);
}

Json stored_json(const store::StoredGame& game) {
    const GameRecord& record = game.record;
    Json json = view_json(record.game);
    json.set("number", game.id)
        .set("origin", game.origin)
        .set("names", names_json(record.names))
        .set("started", time_json(record.started))
        .set("finished", time_json(record.finished))
        .set("ending", name(record.ending))
        .set("loser", side_json(record.loser))
        .set("points",
             points_json(record.decided(), record.points(Side::south), record.points(Side::north)))
        .set("notes", notes_json(record))
        .set("faults", faults_json(record));
    return json;
}

Json record_json(const store::PlayerRecord& player) {
    return Json::object()
        .set("name", player.name)
        .set("games", player.games)
        .set("wins", player.wins)
        .set("draws", player.draws)
        .set("losses", player.losses)
        .set("last", player.last);
}

}  // namespace kalah::server
