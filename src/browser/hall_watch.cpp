#include "browser/hall_watch.hpp"

#include <algorithm>

#include "browser/stored_json.hpp"
#include "browser/view.hpp"
#include "kalah/notation.hpp"

namespace kalah::browser {
namespace {

Json game_json(const char* key, const Json& id, const GameRecord& record) {
    const Game& game = record.game;
    return Json::object()
        .set(key, id)
        .set("names", names_json(record.names))
        .set("rules", to_text(game.rules()))
        .set("start", start_text(game.start()))
        .set("position", to_text(game.board()))
        .set("seeds", seeds_json(game.board()))
        .set("to_move", to_text(game.board().to_move))
        .set("plies", game.played().size());
}

/// Nothing of the clients' tokens.
Json clients_json(const net::HallScene& scene) {
    Json clients = Json::array();
    for (const net::HallScene::Client& client : scene.clients)
        clients.push(Json::object()
                         .set("name", client.about.name)
                         .set("authors", client.about.authors)
                         .set("description", client.about.description)
                         .set("doing", client.doing));
    return clients;
}

Json state_json(const net::HallScene::Table& table) {
    const bool over = table.record.ending != Ending::running;
    Json state = view_json(table.record.game);
    state.set("names", names_json(table.record.names))
        .set("ending", over ? Json(name(table.record.ending)) : Json())
        .set("number", over && table.number > 0 ? Json(table.number) : Json());
    return state;
}

Json bout_json(net::BoutId bout, Json state, Json sowing) {
    return Json::object()
        .set("event", "bout")
        .set("bout", bout)
        .set("state", std::move(state))
        .set("sowing", std::move(sowing));
}

}  // namespace

HallWatch::HallWatch(Office& office, RoomsNow rooms) : office_(office), rooms_(std::move(rooms)) {}

std::vector<std::pair<std::string_view, Handler>> HallWatch::handlers() {
    return {{"lobby", [this](VisitId visit, Request& request) { return lobby(visit, request); }},
            {"watch", [this](VisitId visit, Request& request) { return watch(visit, request); }}};
}

void HallWatch::left(VisitId visit) {
    lobby_.erase(visit);
    fresh_.erase(visit);
    std::vector<net::BoutId> bouts;
    for (const auto& [bout, watched] : watched_) bouts.push_back(bout);
    for (const net::BoutId bout : bouts) unwatch(visit, bout);
}

Result<Json> HallWatch::lobby(VisitId visit, Request& request) {
    const bool on = request.flag("on");
    if (auto error = request.validate()) return *error;
    lobby_.erase(visit);
    fresh_.erase(visit);
    if (on) {
        lobby_.insert(visit);
        fresh_.insert(visit);
        look_soon();
    }
    return Json::object();
}

Result<Json> HallWatch::watch(VisitId visit, Request& request) {
    const auto bout = static_cast<net::BoutId>(request.number("bout", 0, Request::kLargestId));
    const bool on = request.flag("on");
    if (auto error = request.validate()) return *error;
    unwatch(visit, bout);
    if (!on) return Json::object();
    std::size_t count = 0;
    for (const auto& [number, watched] : watched_) count += watched.visits.count(visit);
    if (count >= kMostWatched)
        return Error{"at most " + std::to_string(kMostWatched) + " games at one time"};
    watched_[bout].visits.insert(visit);
    watched_[bout].fresh.insert(visit);
    look_soon();
    return Json::object();
}

void HallWatch::unwatch(VisitId visit, net::BoutId bout) {
    const auto found = watched_.find(bout);
    if (found == watched_.end()) return;
    found->second.visits.erase(visit);
    found->second.fresh.erase(visit);
    if (found->second.visits.empty()) watched_.erase(found);
}

void HallWatch::look_soon() {
    if (std::exchange(looking_, true)) return;
    const auto now = net::Clock::now();
    // By the queue, so that it comes behind the answer.
    if (next_look_ <= now)
        office_.post([this] { look(); });
    else
        office_.at(next_look_, [this] { look(); });
}

void HallWatch::look() {
    looking_ = false;
    next_look_ = net::Clock::now() + kBetweenLooks;
    if (!lobby_.empty())
        office_.links().look(kMostRows, [this](net::HallScene scene) {
            office_.post([this, scene = std::move(scene)] { see_lobby(scene); });
        });
    for (const auto& [bout, watched] : watched_)
        office_.links().look_at(bout, [this, bout = bout](Bout seen) {
            office_.post([this, bout, seen = std::move(seen)] { see_bout(bout, seen); });
        });
    if (!lobby_.empty() || !watched_.empty()) look_soon();
}

void HallWatch::see_lobby(const net::HallScene& scene) {
    Json games = Json::array();
    for (const net::HallScene::Table& table : scene.tables)
        games.push(game_json("bout", table.bout, table.record));
    Json rooms = Json::array();
    for (const Room* room : rooms_(kMostRows))
        rooms.push(game_json("room", room->name(), room->data().record));
    const Json event = Json::object()
                           .set("event", "lobby")
                           .set("clients", clients_json(scene))
                           .set("games", std::move(games))
                           .set("rooms", std::move(rooms));
    std::string text = event.line();
    const bool changed = text != told_;
    told_ = std::move(text);
    for (const VisitId visit : lobby_)
        if (changed || fresh_.contains(visit)) office_.tell(visit, event);
    fresh_.clear();
}

void HallWatch::see_bout(net::BoutId bout, const Bout& seen) {
    const auto found = watched_.find(bout);
    if (found == watched_.end()) return;
    Watched& watched = found->second;
    if (!seen) {
        for (const VisitId visit : watched.visits) office_.tell(visit, bout_json(bout, {}, {}));
        watched_.erase(found);
        return;
    }
    const Game& game = seen->record.game;
    const std::size_t plies = game.played().size();
    const bool over = seen->record.ending != Ending::running;
    const bool changed = !watched.told || plies != watched.plies || over;
    // Whoever has seen the position before can draw the move; of several moves, nobody.
    const bool one_more = watched.told && plies == watched.plies + 1;
    const Json state = changed || !watched.fresh.empty() ? state_json(*seen) : Json();
    for (const VisitId visit : watched.visits) {
        const bool fresh = watched.fresh.contains(visit);
        if (changed || fresh)
            office_.tell(visit, bout_json(bout, state,
                                          one_more && !fresh ? last_sowing_json(game) : Json()));
    }
    watched.fresh.clear();
    watched.told = true;
    watched.plies = plies;
    if (over) watched_.erase(found);
}

}  // namespace kalah::browser
