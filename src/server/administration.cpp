#include "server/administration.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "net/proxies.hpp"
#include "server/game_json.hpp"
#include "server/game_server.hpp"
#include "system/values.hpp"

namespace kalah::server {
namespace {

/// A browser game whose last move is older does not keep a draining server.
constexpr std::chrono::minutes kStillPlayed{5};
constexpr std::chrono::seconds kBetweenLooks{5};
constexpr std::int64_t kLongestBan = std::int64_t{1000} * 60 * 60 * 24;

/// What `end` takes: games without a page are known by their number in the store.
std::string handle_of(const LiveGame& game) {
    if (game.is_browser_game() || !game.data().number) return game.name();
    return std::to_string(*game.data().number);
}

/// The games that each session is in.
using GamesOfSessions = std::unordered_map<SessionId, std::vector<const GameEntry*>>;
GamesOfSessions games_of_sessions(const Games& games) {
    GamesOfSessions all;
    for (const auto& [id, entry] : games.all()) {
        if (entry->game.over()) continue;
        for (const Side side : kBothSides)
            if (const SessionId client = entry->game.seat(side).client; client != 0)
                all[client].push_back(entry.get());
        for (const auto& [session, viewer] : entry->viewers) all[session].push_back(entry.get());
    }
    return all;
}

Json handles_json(const std::vector<const GameEntry*>& games) {
    std::vector<std::string> handles;
    handles.reserve(games.size());
    for (const GameEntry* entry : games) handles.push_back(handle_of(entry->game));
    std::sort(handles.begin(), handles.end());
    Json list = Json::array();
    for (const std::string& handle : handles) list.push(handle);
    return list;
}

/// A page has no name; its person has one in each game.
std::string name_of_person(const std::vector<const GameEntry*>& games, SessionId session) {
    for (const GameEntry* entry : games)
        for (const Side side : kBothSides)
            if (entry->viewers.at(session).sides[side]) return entry->game.seat(side).name;
    return "";
}

/// The smallest ids are the oldest.
template <class Row>
void keep_oldest(std::vector<Row>& rows) {
    const std::size_t kept = std::min(rows.size(), Administration::kMostRows);
    const auto end = rows.begin() + static_cast<std::ptrdiff_t>(kept);
    std::partial_sort(rows.begin(), end, rows.end());
    rows.erase(end, rows.end());
}

Json game_json(const GameEntry& entry) {
    const LiveGame& game = entry.game;
    const bool waiting = game.status() == Status::waiting;
    return lobby_game_json(game)
        .set("game", handle_of(game))
        .set("number", game.data().number ? Json(*game.data().number) : Json())
        .set("status", waiting ? "waiting" : "playing")
        .set("started", game.record().started)
        .set("viewers", entry.viewers.size());
}

/// Its pages are here, and its last move was not long ago: its people would be disturbed.
bool is_played(const GameEntry& entry, Time now) {
    const LiveGame& game = entry.game;
    return !game.in_lobby() && game.status() == Status::playing && entry.person_here() &&
           now < entry.changed + kStillPlayed;
}

Error no_such_host(const std::string& text) {
    return coded("bad_host", in_quotes(text) + " is no address: write 192.0.2.1 or 2001:db8::1");
}

}  // namespace

std::int64_t Administration::wall_of(Time time) const {
    return core_.ports.wall_clock() -
           std::chrono::duration_cast<milliseconds>(core_.now - time).count();
}

// Lists.

Json Administration::sessions() const {
    struct Row {
        SessionId id;
        const char* kind;
        std::string name;
        std::string host;
        Time since;
        bool operator<(const Row& other) const { return id < other.id; }
    };
    const Parts& parts = *core_.parts;
    GamesOfSessions games = games_of_sessions(parts.games);
    std::vector<Row> rows;
    for (const auto& [id, session] : parts.clients.all())
        rows.push_back(
            {id, "kgp", session->place.info.name, session->place.host, session->connected()});
    for (const auto& [id, session] : parts.pages.all())
        rows.push_back(
            {id, "page", name_of_person(games[id], id), session.host, session.connected});
    const std::size_t total = rows.size();
    keep_oldest(rows);
    Json list = Json::array();
    for (const Row& row : rows)
        list.push(Json::object()
                      .set("id", row.id)
                      .set("kind", row.kind)
                      .set("name", row.name)
                      .set("host", net::counted_text(row.host))
                      .set("since", wall_of(row.since))
                      .set("games", handles_json(games[row.id])));
    return Json::object().set("sessions", std::move(list)).set("total", total);
}

Json Administration::games() const {
    std::vector<std::pair<GameId, const GameEntry*>> rows;
    for (const auto& [id, entry] : core_.parts->games.all())
        if (!entry->game.over()) rows.emplace_back(id, entry.get());
    const std::size_t total = rows.size();
    keep_oldest(rows);
    Json list = Json::array();
    for (const auto& [id, entry] : rows) list.push(game_json(*entry));
    return Json::object().set("games", std::move(list)).set("total", total);
}

Json Administration::bans() const {
    Json list = Json::array();
    std::size_t total = 0;
    for (const auto& [host, until] : bans_) {
        if (admits(host, core_.now)) continue;
        ++total;
        list.push(Json::object()
                      .set("host", net::counted_text(host))
                      .set("until", until == kNever ? Json() : Json(wall_of(until))));
    }
    return Json::object().set("bans", std::move(list)).set("total", total);
}

// Actions.

Result<Json> Administration::act(std::string_view verb, Fields fields) {
    const bool of_host = verb == "ban" || verb == "unban";
    const std::string text = of_host         ? fields.text("host")
                             : verb == "end" ? fields.text("game")
                                             : "";
    const auto time =
        verb == "ban" ? fields.maybe_number("ms", 1, kLongestBan) : std::optional<std::int64_t>();
    if (auto error = fields.validate()) return *error;
    if (verb == "end") return end(text);
    if (verb == "ban") return ban(text, time ? std::optional(milliseconds(*time)) : std::nullopt);
    if (verb == "unban") return unban(text);
    return drain();
}

GameEntry* Administration::find_game(const std::string& text) const {
    Games& games = core_.parts->games;
    if (GameEntry* entry = games.find(text)) return entry;
    const auto number = parse_number(text, 1, static_cast<std::uint64_t>(Request::kLargestId));
    if (!number) return nullptr;
    const auto wanted = static_cast<StoredGameId>(*number);
    for (const auto& [id, entry] : games.all())
        if (entry->game.data().number == wanted) return entry.get();
    return nullptr;
}

Result<Json> Administration::end(const std::string& game) {
    GameEntry* entry = find_game(game);
    if (entry == nullptr || entry->game.over())
        return coded("no_such_game",
                     "game " + in_quotes(game) + " is not being played ('kalah admin games')");
    Json ended = game_json(*entry);
    core_.log(LogLevel::warning, "game ended by the administrator",
              {{"game", handle_of(entry->game)}});
    core_.parts->games.end_by_administrator(*entry);
    return ended;
}

Result<Json> Administration::ban(const std::string& text, std::optional<milliseconds> time) {
    const auto host = net::parse_counted(text);
    if (!host) return no_such_host(text);
    std::erase_if(bans_, [&](const auto& each) { return each.second <= core_.now; });
    bans_[*host] = time ? core_.now + *time : kNever;
    constexpr const char* kWhy = "Your host is banned here";
    const std::size_t closed = core_.parts->clients.dismiss_host(*host, kWhy) +
                               core_.parts->pages.dismiss_host(*host, kWhy);
    core_.log(LogLevel::warning, "host banned",
              {{"host", net::counted_text(*host)},
               {"for", time ? duration_text(*time) : "ever"},
               {"sessions", static_cast<std::int64_t>(closed)}});
    return Json::object().set("host", net::counted_text(*host)).set("closed", closed);
}

Result<Json> Administration::unban(const std::string& text) {
    const auto host = net::parse_counted(text);
    if (!host) return no_such_host(text);
    if (bans_.erase(*host) == 0) return coded("no_such_ban", in_quotes(text) + " is not banned");
    core_.log(LogLevel::warning, "host no longer banned", {{"host", net::counted_text(*host)}});
    return Json::object().set("host", net::counted_text(*host));
}

bool Administration::admits(const std::string& host, Time now) const {
    const auto found = bans_.find(host);
    return found == bans_.end() || found->second <= now;
}

Json Administration::drain() {
    const std::uint64_t games = core_.parts->games.counts().games;
    if (!core_.draining)
        core_.log(LogLevel::warning, "draining", {{"games", static_cast<std::int64_t>(games)}});
    core_.closing = core_.draining = true;
    core_.parts->clients.dismiss_idle();
    look();
    return Json::object().set("games", games);
}

void Administration::look() const {
    if (core_.draining) core_.deadlines.set(core_.now + kBetweenLooks, kDrainTimer);
}

bool Administration::has_drained() const {
    if (!core_.draining || !core_.parts->games.is_empty()) return false;
    const auto& games = core_.parts->games.all();
    return std::none_of(games.begin(), games.end(),
                        [&](const auto& each) { return is_played(*each.second, core_.now); });
}

}  // namespace kalah::server
