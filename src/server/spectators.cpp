#include <algorithm>
#include <utility>
#include <vector>

#include "referee/game_json.hpp"
#include "server/game_json.hpp"
#include "server/game_server.hpp"

namespace kalah::server {
namespace {

std::map<std::string, std::string> snapshot(const Json& state) {
    std::map<std::string, std::string> values;
    for (const std::string& key : state.keys()) values.emplace(key, state.find(key)->line());
    return values;
}

/// True if only time has passed: not worth telling without another change, such as whose clock
/// runs.
bool only_time(const std::string& key, const std::string& before, const std::string& after) {
    const auto running = [](const std::string& clock) {
        return clock.substr(std::min(clock.find("\"running\""), clock.size()));
    };
    return key == "limit" || (key == "clock" && running(before) == running(after));
}

/// The keys of the state that differ from what was told; null if there is nothing to tell.
Json changes_of(const Json& state, const std::map<std::string, std::string>& told) {
    Json changes = Json::object();
    bool any = false;
    for (const std::string& key : state.keys()) {
        Json value = *state.find(key);
        const auto before = told.find(key);
        const std::string text = value.line();
        if (before != told.end() && before->second == text) continue;
        any = any || before == told.end() || !only_time(key, before->second, text);
        changes.set(key, std::move(value));
    }
    return any ? changes : Json();
}

/// The event without `changes`.
Json event_head(const GameEntry& entry) {
    const Game& game = entry.game.game();
    const std::size_t plies = game.played().size();
    Json event = Json::object();
    event.set("event", "game").set("game", entry.game.name()).set("ply", plies);
    if (plies < entry.told_plies) event.set("keep", plies);
    if (plies <= entry.told_plies) return event;
    Json moves = Json::array();
    for (std::size_t i = entry.told_plies; i < plies; ++i)
        moves.push(played_json(game.board_after(i + 1), game.played()[i])
                       .set("sowing",
                            sowing_json(game.rules(), game.board_after(i), game.played()[i].pit)));
    return event.set("moves", std::move(moves));
}

/// The oldest games that are being played and seen, at most `most`. Ids grow, so the smallest are
/// the oldest.
std::vector<const GameEntry*> oldest(const Games& games, std::size_t most) {
    std::vector<const GameEntry*> shown;
    for (const auto& [id, entry] : games.all()) {
        const LiveGame& game = entry->game;
        const bool seen = game.in_lobby() ? entry->begun : !entry->viewers.empty();
        if (seen && game.status() == Status::playing) shown.push_back(entry.get());
    }
    const auto end = shown.begin() + static_cast<std::ptrdiff_t>(std::min(most, shown.size()));
    std::partial_sort(shown.begin(), end, shown.end(),
                      [](const auto* a, const auto* b) { return a->game.id() < b->game.id(); });
    shown.erase(end, shown.end());
    return shown;
}

}  // namespace

void Spectators::add(GameEntry& entry, SessionId session, const PerSide<bool>& sides,
                     std::string_view name) {
    const bool first = entry.viewers.empty();
    if (!first) tell(entry);
    Viewer& viewer = entry.viewers[session];
    for (const Side side : kBothSides) viewer.sides[side] = viewer.sides[side] || sides[side];
    viewer.told_sides = viewer.sides;
    viewer.by_alias = name == entry.alias;
    if (!first) return;
    entry.told = snapshot(live_json(entry.game, entry.here(), core_.now));
    entry.told_plies = entry.game.ply();
}

void Spectators::tell(GameEntry& entry) {
    if (entry.viewers.empty() || entry.busy()) return;
    const Json state = live_json(entry.game, entry.here(), core_.now);
    const Json changes = changes_of(state, entry.told);
    const bool moved = entry.game.ply() != entry.told_plies;
    const Json head = moved || !changes.is_null() ? event_head(entry) : Json();
    // By what differs between viewers: whether they know the game by its alias, and new sides.
    std::map<std::pair<bool, std::optional<PerSide<bool>>>, std::string> lines;
    for (auto& [session, viewer] : entry.viewers) {
        const bool new_sides = viewer.sides != viewer.told_sides;
        viewer.told_sides = viewer.sides;
        if (!new_sides && head.is_null()) continue;
        std::string& line =
            lines[{viewer.by_alias, new_sides ? std::optional(viewer.sides) : std::nullopt}];
        if (line.empty()) {
            Json event = head.is_null() ? event_head(entry) : head;
            Json all = changes.is_null() ? Json::object() : changes;
            if (new_sides) all.set("sides", sides_json(viewer.sides));
            line = event.set("game", entry.name_for(viewer)).set("changes", std::move(all)).line();
        }
        core_.parts->pages.send(session, line);
    }
    for (const std::string& key : changes.keys()) entry.told[key] = state.find(key)->line();
    entry.told_plies = entry.game.ply();
}

void Spectators::watch_lobby(SessionId session, bool on) {
    lobby_.erase(session);
    fresh_.erase(session);
    if (!on) return;
    lobby_.insert(session);
    fresh_.insert(session);
    touch();
}

void Spectators::touch() {
    if (lobby_.empty() || std::exchange(looking_, true)) return;
    core_.deadlines.set(std::max(next_look_, core_.now), kLobbyTimer);
}

void Spectators::look() {
    looking_ = false;
    if (lobby_.empty()) return;
    next_look_ = core_.now + kBetweenLooks;
    Json games = Json::array();
    for (const GameEntry* entry : oldest(games_, kMostRows))
        games.push(lobby_game_json(entry->game));
    std::string text = Json::object()
                           .set("event", "lobby")
                           .set("waiting", core_.parts->lobby.waiting_json(kMostRows))
                           .set("sessions", core_.parts->clients.sessions_json(kMostRows))
                           .set("games", std::move(games))
                           .set("finished", games_.finished())
                           .line();
    const bool changed = text != told_;
    told_ = std::move(text);
    for (const SessionId session : lobby_)
        if (changed || fresh_.contains(session)) core_.parts->pages.send(session, told_);
    fresh_.clear();
}

}  // namespace kalah::server
