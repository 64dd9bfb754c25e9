#include "browser/store_watch.hpp"

#include <algorithm>

#include "browser/stored_json.hpp"
#include "browser/tournament_json.hpp"

namespace kalah::browser {
namespace {

constexpr std::int64_t kHuge = Request::kLargestId;

/// What was asked at one time need not be asked again before: a twentieth of the desk's time goes
/// to it, however many ask and however many games there are.
net::Time fresh_until(net::Time asked, net::Duration least) {
    const net::Time now = net::Clock::now();
    return now + std::max(least, 20 * (now - asked));
}

/// As the store compares names: upper and lower case of ASCII are alike.
bool alike(std::string_view a, std::string_view b) {
    const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [&](char x, char y) { return small(x) == small(y); });
}

bool is_origin(std::string_view text) {
    return text == "browser" || text == "serve" || text == "match" || text == "tournament";
}

template <class Row, class ToJson>
Json rows_json(const std::vector<Row>& rows, ToJson to_json) {
    Json json = Json::array();
    for (const Row& row : rows) json.push(to_json(row));
    return json;
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

StoreWatch::StoreWatch(Office& office, std::shared_ptr<store::Store> store,
                       std::chrono::milliseconds between_looks)
    : office_(office), store_(std::move(store)), overview_(store_), between_looks_(between_looks) {}

std::vector<std::pair<std::string_view, Handler>> StoreWatch::handlers() {
    return {
        {"games", [this](VisitId, Request& request) { return games(request); }},
        {"game", [this](VisitId, Request& request) { return game(request); }},
        {"players", [this](VisitId, Request& request) { return players(request); }},
        {"player", [this](VisitId, Request& request) { return player(request); }},
        {"tournaments", [this](VisitId, Request& request) { return tournaments(request); }},
        {"tournament",
         [this](VisitId visit, Request& request) { return tournament(visit, request); }},
    };
}

void StoreWatch::left(VisitId visit) {
    for (auto& [id, watched] : watched_) watched.visits.erase(visit);
    forget_unwatched();
}

Result<Json> StoreWatch::games(Request& request) {
    store::GameFilter filter;
    filter.player = request.maybe_text("player");
    filter.origin = request.maybe_text("origin");
    if (filter.origin && !is_origin(*filter.origin))
        return Error{R"("origin" is browser, serve, match or tournament)"};
    filter.before = request.maybe_number("before", 0, kHuge);
    filter.limit =
        static_cast<std::size_t>(request.maybe_number("limit", 1, kMostRows).value_or(20));
    if (auto error = request.validate()) return *error;
    const auto found = store_->list(filter);
    if (!found) return Error{"the games cannot be read just now"};
    return Json::object().set("games", rows_json(*found, row_json));
}

Result<Json> StoreWatch::game(Request& request) {
    const auto number = request.number("number", 1, kHuge);
    if (auto error = request.validate()) return *error;
    const auto found = store_->load(number);
    if (found) return stored_json(*found);
    const auto row = store_->list({{}, {}, number + 1, 1});
    const bool none = row && (row->empty() || row->front().id != number);
    return Error{none ? "there is no game " + std::to_string(number)
                      : "the game cannot be read just now"};
}

std::optional<Error> StoreWatch::count_players(net::Time since) {
    const auto begun = net::Clock::now();
    if (begun < since) return std::nullopt;
    const auto found = overview_.players();
    if (!found) return Error{"the players cannot be read just now"};
    players_ = *found;
    players_until_ = fresh_until(begun, between_looks_);
    players_soonest_ = fresh_until(begun, {});
    return std::nullopt;
}

Result<Json> StoreWatch::players(Request& request) {
    const auto before = request.maybe_number("before", 0, kHuge);
    if (auto error = request.validate()) return *error;
    if (auto error = count_players(players_until_)) return *error;
    return Json::object().set("players",
                              rows_json(page_of(players_, before, kMostRows), record_json));
}

Result<Json> StoreWatch::player(Request& request) {
    const std::string name = request.text("name");
    if (auto error = request.validate()) return *error;
    // Whoever is not there may have played a moment ago.
    for (const net::Time since : {players_until_, players_soonest_}) {
        if (auto error = count_players(since)) return *error;
        for (const store::PlayerRecord& player : players_)
            if (alike(player.name, name)) return Json::object().set("player", record_json(player));
    }
    return Error{"nobody of this name has played here"};
}

Result<Json> StoreWatch::tournaments(Request& request) {
    if (auto error = request.validate()) return *error;
    const auto begun = net::Clock::now();
    if (begun >= tournaments_until_) {
        const auto found = overview_.tournaments(kMostRows);
        if (!found) return Error{"the tournaments cannot be read just now"};
        tournaments_ = rows_json(*found, tournament_row_json);
        tournaments_until_ = fresh_until(begun, between_looks_);
    }
    return Json::object().set("tournaments", tournaments_);
}

Result<Json> StoreWatch::tournament(VisitId visit, Request& request) {
    const auto id = request.number("number", 1, kHuge);
    const bool on = request.flag("on");
    if (auto error = request.validate()) return *error;
    if (!on) {
        const auto found = watched_.find(id);
        if (found != watched_.end()) found->second.visits.erase(visit);
        forget_unwatched();
        return Json::object();
    }
    std::size_t watched = 0;
    for (const auto& [number, one] : watched_) watched += one.visits.count(visit);
    if (watched >= kMostWatched)
        return Error{"at most " + std::to_string(kMostWatched) + " tournaments at one time"};
    const auto found = watched_.try_emplace(id).first;
    if (found->second.visits.empty())
        if (const auto looked = look(id, found->second); !looked) {
            watched_.erase(found);
            return looked.error();
        }
    found->second.visits.insert(visit);
    office_.post([this, visit, id] {  // behind the answer
        const auto one = watched_.find(id);
        if (one != watched_.end() && one->second.visits.contains(visit))
            office_.tell(visit, one->second.event);
    });
    look_later();
    return Json::object();
}

void StoreWatch::forget_unwatched() {
    const auto unwatched = [](const auto& entry) { return entry.second.visits.empty(); };
    auto kept = std::count_if(watched_.begin(), watched_.end(), unwatched);
    for (auto it = watched_.begin(); kept > static_cast<std::ptrdiff_t>(kMostKept);) {
        kept -= unwatched(*it) ? 1 : 0;
        it = unwatched(*it) ? watched_.erase(it) : std::next(it);
    }
}

Result<bool> StoreWatch::look(store::TournamentId id, Watched& watched) {
    const auto begun = net::Clock::now();
    if (begun < watched.looked_until) return false;
    const auto summary = overview_.tournament(id);
    if (!summary) return Error{"there is no tournament " + std::to_string(id)};
    if (summary->played == watched.played && summary->scheduled == watched.scheduled &&
        summary->finished == watched.finished) {
        watched.looked_until = fresh_until(begun, {});
        return false;
    }
    const auto results = overview_.results(id);
    if (!results) return Error{"the tournament cannot be read just now"};
    const auto found = tournament_json(*summary, *results);
    if (!found) return Error{"tournament " + std::to_string(id) + ": " + found.error().message};
    Json event = Json::object().set("event", "tournament");
    for (const std::string& key : found->keys()) event.set(key, *found->find(key));
    watched.played = summary->played;
    watched.scheduled = summary->scheduled;
    watched.finished = summary->finished;
    watched.event = std::move(event);
    watched.looked_until = fresh_until(begun, {});
    return true;
}

void StoreWatch::look_at_all() {
    looking_ = false;
    for (auto& [id, watched] : watched_) {
        if (watched.visits.empty()) continue;
        const auto looked = look(id, watched);
        if (!looked || !*looked) continue;  // what cannot be read now is looked at again
        for (const VisitId visit : watched.visits) office_.tell(visit, watched.event);
    }
    look_later();
}

void StoreWatch::look_later() {
    if (looking_ || std::all_of(watched_.begin(), watched_.end(),
                                [](const auto& entry) { return entry.second.visits.empty(); }))
        return;
    looking_ = true;
    office_.at(net::Clock::now() + between_looks_, [this] { look_at_all(); });
}

}  // namespace kalah::browser
