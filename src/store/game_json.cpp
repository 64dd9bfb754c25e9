#include "referee/game_json.hpp"

#include "store/games.hpp"

namespace kalah::store {

Json summary_json(const GameSummary& game) {
    const bool decided = game.ending == Ending::finished || game.loser;
    return Json::object()
        .set("number", game.id)
        .set("origin", game.origin)
        .set("names", names_json(game.names))
        .set("rules", game.rules)
        .set("start", game.start)
        .set("started", time_json(game.started))
        .set("finished", time_json(game.finished))
        .set("ending", name(game.ending))
        .set("loser", side_json(game.loser))
        .set("points", decided ? result_json(game.points[0], game.points[1]) : Json())
        .set("plies", game.plies)
        .set("fault_count", game.faults);
}

Json stored_json(const StoredGame& game) {
    return record_json(game.record).set("number", game.id).set("origin", game.origin);
}

}  // namespace kalah::store
