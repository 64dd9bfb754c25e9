#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "server/game_server.hpp"
#include "server/tournament_json.hpp"

namespace kalah::server {
namespace {

constexpr std::int64_t kHuge = Request::kLargestId;
constexpr int kLonger = 20;  // cache a read this many times as long as it took
using StorePtr = std::shared_ptr<store::Readable>;

Error unavailable() {
    return coded("store_unavailable", "the store cannot be read just now");
}

bool is_origin(std::string_view text) {
    return text == "browser" || text == "serve" || text == "match" || text == "tournament" ||
           text == "import";
}

template <class Row, class ToJson>
Json rows_json(const std::vector<Row>& rows, ToJson to_json) {
    Json json = Json::array();
    for (const Row& row : rows) json.push(to_json(row));
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

Result<Json> read_game(const StorePtr& store, StoredGameId number) {
    const auto found = store->load(number);
    if (found) return store::stored_json(*found);
    const auto row = store->list({{}, {}, number + 1, 1});
    const bool none = row && (row->empty() || row->front().id != number);
    const std::string text = std::to_string(number);
    return none ? coded("no_such_number", "there is no game " + text, {{"number", text}})
                : unavailable();
}

}  // namespace

std::vector<store::PlayerRecord> page_of(const std::vector<store::PlayerRecord>& players,
                                         std::optional<store::Milliseconds> before,
                                         std::size_t least) {
    std::vector<store::PlayerRecord> page;
    for (const store::PlayerRecord& player : players) {
        if (before && player.last >= *before) continue;
        if (page.size() >= least && player.last != page.back().last) break;
        page.push_back(player);
    }
    return page;
}

bool Archive::handle(SessionId session, Request& request, const Answer& answer) {
    const std::string& verb = request.verb();
    if (verb == "games")
        games(request, answer);
    else if (verb == "game")
        game(request, answer);
    else if (verb == "players")
        players(request, answer);
    else if (verb == "player")
        player(request, answer);
    else if (verb == "tournaments")
        tournaments(request, answer);
    else if (verb == "tournament")
        tournament(session, request, answer);
    else
        return false;
    return true;
}

void Archive::session_closed(SessionId session) {
    for (auto& [id, watched] : watched_) {
        watched.sessions.erase(session);
        watched.fresh.erase(session);
    }
    forget_unwatched();
}

void Archive::answer_by(const Answer& answer, std::function<Result<Json>(const StorePtr&)> read) {
    core_.ports.storage.read(
        [answer, read = std::move(read)](const StorePtr& store) -> std::function<void()> {
            return [answer, found = read(store)] { answer(found); };
        });
}

/// Calls `done` with a fresh value in the cache: at once before `until`, else after a new read.
template <class Value, class Read>
void Archive::refresh(Cached<Value>& cached, Time until, Read read,
                      std::function<void(const std::optional<Error>&)> done) {
    if (core_.now < until) return done(std::nullopt);
    cached.waiting.push_back(std::move(done));
    if (std::exchange(cached.reading, true)) return;
    const Time asked = core_.now;
    core_.ports.storage.read(
        [this, &cached, read, asked](const StorePtr& store) -> std::function<void()> {
            Result<Value> found = read(store);
            return [this, &cached, asked, found = std::move(found)] {
                const auto took = core_.now - asked;
                cached.reading = false;
                if (found) {
                    cached.value = *found;
                    cached.soonest = core_.now + kLonger * took;
                    cached.fresh_until =
                        core_.now + std::max<Time::duration>(kBetweenLooks, kLonger * took);
                }
                const auto error = found ? std::nullopt : std::optional(unavailable());
                for (const auto& waits : std::exchange(cached.waiting, {})) waits(error);
            };
        });
}

void Archive::games(Request& request, const Answer& answer) {
    store::GameFilter filter;
    filter.player = request.maybe_text("player");
    filter.origin = request.maybe_text("origin");
    filter.before = request.maybe_number("before", 0, kHuge);
    filter.limit =
        static_cast<std::size_t>(request.maybe_number("limit", 1, kMostRows).value_or(20));
    if (auto error = request.validate()) return answer(*error);
    if (filter.origin && !is_origin(*filter.origin))
        return answer(coded("bad_origin", "origin is browser, serve, match, tournament or import"));
    answer_by(answer, [filter](const StorePtr& store) -> Result<Json> {
        const auto found = store->list(filter);
        if (!found) return unavailable();
        return Json::object().set("games", rows_json(*found, store::summary_json));
    });
}

void Archive::game(Request& request, const Answer& answer) {
    const auto number = request.number("number", 1, kHuge);
    if (auto error = request.validate()) return answer(*error);
    answer_by(answer, [number](const StorePtr& store) { return read_game(store, number); });
}

void Archive::with_players(Time until, std::function<void(const std::optional<Error>&)> done) {
    const auto read = [](const StorePtr& store) { return store->players(); };
    refresh(players_, until, read, std::move(done));
}

void Archive::players(Request& request, const Answer& answer) {
    const auto before = request.maybe_number("before", 0, kHuge);
    if (auto error = request.validate()) return answer(*error);
    with_players(players_.fresh_until, [this, before, answer](const std::optional<Error>& error) {
        if (error) return answer(*error);
        answer(Json::object().set(
            "players", rows_json(page_of(players_.value, before, kMostRows), record_json)));
    });
}

void Archive::player(Request& request, const Answer& answer) {
    const std::string name = request.text("name");
    if (auto error = request.validate()) return answer(*error);
    const auto found = [this, name]() -> std::optional<Json> {
        for (const store::PlayerRecord& player : players_.value)
            if (alike(player.name, name)) return Json::object().set("player", record_json(player));
        return std::nullopt;
    };
    with_players(players_.fresh_until, [=, this](const std::optional<Error>& error) {
        if (error) return answer(*error);
        if (const auto player = found()) return answer(*player);
        // A player who is not there may have played a moment ago.
        with_players(players_.soonest, [=](const std::optional<Error>& failed) {
            if (failed) return answer(*failed);
            if (const auto player = found()) return answer(*player);
            answer(coded("no_such_player", "nobody of this name has played here"));
        });
    });
}

void Archive::tournaments(Request& request, const Answer& answer) {
    if (auto error = request.validate()) return answer(*error);
    const auto read = [](const StorePtr& store) -> Result<Json> {
        const auto found = store->tournaments(kMostRows);
        if (!found) return found.error();
        return rows_json(*found, tournament_row_json);
    };
    refresh(tournaments_, tournaments_.fresh_until, read,
            [this, answer](const std::optional<Error>& error) {
                if (error) return answer(*error);
                answer(Json::object().set("tournaments", tournaments_.value));
            });
}

// Tournaments that are watched.

void Archive::tournament(SessionId session, Request& request, const Answer& answer) {
    const auto id = request.number("number", 1, kHuge);
    const bool on = request.flag("on");
    if (auto error = request.validate()) return answer(*error);
    if (!on) {
        const auto found = watched_.find(id);
        if (found != watched_.end()) found->second.sessions.erase(session);
        forget_unwatched();
        return answer(Json::object());
    }
    const auto count = std::count_if(watched_.begin(), watched_.end(), [&](const auto& each) {
        return each.second.sessions.contains(session);
    });
    const std::string most = std::to_string(kMostWatched);
    if (static_cast<std::size_t>(count) >= kMostWatched)
        return answer(coded("too_many_watched", "at most " + most + " tournaments at one time",
                            {{"most", most}}));
    Watched& watched = watched_[id];
    watched.sessions.insert(session);
    watched.fresh.insert(session);
    watched.answers.push_back(answer);
    read_tournament(id);
    look_later();
}

/// Reads on the I/O lane, unless the tournament was read a moment ago.
void Archive::read_tournament(store::TournamentId id) {
    Watched& watched = watched_.at(id);
    const Progress before = watched.progress;
    if (core_.now < watched.looked_until) return looked(id, core_.now, {before, Json()});
    if (std::exchange(watched.reading, true)) return;
    core_.ports.storage.read([this, id, before,
                              asked = core_.now](const StorePtr& store) -> std::function<void()> {
        return [this, id, asked, look = look_at(store, id, before)] { looked(id, asked, look); };
    });
}

Archive::Look Archive::look_at(const StorePtr& store, store::TournamentId id,
                               const Progress& before) {
    const std::string number = std::to_string(id);
    const auto summary = store->tournament(id);
    if (!summary)
        return {before, coded("no_such_tournament", "there is no tournament " + number,
                              {{"number", number}})};
    const Progress now{summary->played, summary->scheduled, summary->finished};
    if (now == before) return {before, Json()};
    const auto results = store->results(id);
    if (!results) return {before, unavailable()};
    auto found = tournament_json(*summary, *results);
    if (found) return {now, std::move(found)};
    return {before, coded("bad_tournament", "tournament " + number + ": " + found.error().message,
                          {{"number", number}})};
}

void Archive::looked(store::TournamentId id, Time asked, const Look& look) {
    const auto found = watched_.find(id);
    if (found == watched_.end()) return;
    Watched& watched = found->second;
    watched.reading = false;
    const auto answers = std::exchange(watched.answers, {});
    if (!look.found && watched.event.empty()) {
        watched_.erase(found);
        for (const Answer& answer : answers) answer(look.found.error());
        return;
    }
    if (core_.now > asked) watched.looked_until = core_.now + kLonger * (core_.now - asked);
    const bool changed = look.found && !look.found->is_null();
    if (changed) {
        watched.progress = look.progress;
        Json event = Json::object().set("event", "tournament");
        for (const std::string& key : look.found->keys()) event.set(key, *look.found->find(key));
        watched.event = event.line();
    }
    for (const Answer& answer : answers) answer(Json::object());
    for (const SessionId session : watched.sessions)
        if (changed || watched.fresh.contains(session))
            core_.parts->pages.send(session, watched.event);
    watched.fresh.clear();
}

void Archive::forget_unwatched() {
    const auto unwatched = [](const auto& entry) {
        return entry.second.sessions.empty() && !entry.second.reading;
    };
    auto kept = std::count_if(watched_.begin(), watched_.end(), unwatched);
    for (auto it = watched_.begin(); kept > static_cast<std::ptrdiff_t>(kMostKept);) {
        kept -= unwatched(*it) ? 1 : 0;
        it = unwatched(*it) ? watched_.erase(it) : std::next(it);
    }
}

void Archive::look() {
    looking_ = false;
    std::vector<store::TournamentId> ids;
    for (const auto& [id, watched] : watched_)
        if (!watched.sessions.empty() && core_.now >= watched.looked_until) ids.push_back(id);
    for (const store::TournamentId id : ids) read_tournament(id);
    look_later();
}

void Archive::look_later() {
    const bool watched = std::any_of(watched_.begin(), watched_.end(), [](const auto& each) {
        return !each.second.sessions.empty();
    });
    if (!watched || std::exchange(looking_, true)) return;
    core_.deadlines.set(core_.now + kBetweenLooks, kTournamentTimer);
}

}  // namespace kalah::server
