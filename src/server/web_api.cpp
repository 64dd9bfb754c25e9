#include <algorithm>
#include <exception>
#include <set>
#include <utility>

#include "server/game_json.hpp"
#include "server/game_server.hpp"
#include "server/game_text.hpp"
#include "server/search_events.hpp"
#include "server/server_info.hpp"

namespace kalah::server {
namespace {

/// A longer text takes more than a moment to read and draw: it goes to the compute threads.
constexpr std::size_t kLongText = 512;

net::CloseReason closing() {
    return {net::CloseReason::Code::going_away, "The server is closing"};
}

PerSide<bool> only(Side side) {
    PerSide<bool> sides{};
    sides[side] = true;
    return sides;
}

}  // namespace

WebApi::WebApi(Core& core)
    : core_(core),
      handlers_{{"hello", &WebApi::hello}, {"position", &WebApi::text}, {"sow", &WebApi::text},
                {"read", &WebApi::text},   {"write", &WebApi::text},    {"lobby", &WebApi::lobby},
                {"new", &WebApi::make},    {"leave", &WebApi::leave},   {"tree", &WebApi::tree}},
      game_handlers_{{"enter", &WebApi::enter},   {"sit", &WebApi::sit},
                     {"move", &WebApi::move},     {"undo", &WebApi::change},
                     {"refuse", &WebApi::change}, {"resign", &WebApi::change},
                     {"swap", &WebApi::swap},     {"rematch", &WebApi::rematch}} {}

// Sessions.

WebSession* WebApi::find(SessionId id) {
    const auto found = sessions_.find(id);
    return found == sessions_.end() ? nullptr : &found->second;
}

SessionId WebApi::open(net::Outbox& outbox, const std::string& host) {
    const SessionId id = core_.new_id();
    WebSession& made =
        sessions_.emplace(id, WebSession{id, &outbox, host, core_.now}).first->second;
    if (core_.closing) end(made, closing());
    return id;
}

void WebApi::close(WebSession& session) {
    const SessionId id = session.id;
    sessions_.erase(id);
    core_.parts->spectators.session_closed(id);
    core_.parts->analysis.session_closed(id);
    core_.parts->archive.session_closed(id);
    std::vector<GameId> left;
    for (const auto& [game, entry] : core_.parts->games.all())
        if (entry->viewers.erase(id) > 0) left.push_back(game);
    for (const GameId game : left)
        if (GameEntry* entry = core_.parts->games.find(game))
            core_.parts->games.viewers_changed(*entry);
}

void WebApi::close_all() {
    std::vector<SessionId> ids;
    for (const auto& [id, session] : sessions_) ids.push_back(id);
    for (const SessionId id : ids) end(*find(id), closing());
}

std::size_t WebApi::dismiss_host(const std::string& host, const char* why) {
    std::vector<SessionId> ids;
    for (const auto& [id, session] : sessions_)
        if (session.host == host) ids.push_back(id);
    for (const SessionId id : ids) end(*find(id), {net::CloseReason::Code::policy, why});
    return ids.size();
}

void WebApi::end(WebSession& session, net::CloseReason reason) {
    session.outbox->finish(std::move(reason));
    close(session);
}

void WebApi::dismiss(SessionId session) {
    if (WebSession* found = find(session))
        end(*found, {net::CloseReason::Code::normal, "connect again"});
}

void WebApi::send(SessionId session, std::string_view message) {
    WebSession* found = find(session);
    if (found == nullptr || found->outbox->send(message)) return;
    core_.log(LogLevel::warning, "slow reader", {{"session", static_cast<std::int64_t>(session)}});
    core_.post([this, session] {
        WebSession* slow = find(session);
        if (slow == nullptr) return;
        ++core_.refused.unread;
        end(*slow, {net::CloseReason::Code::policy, "does not read what is sent"});
    });
}

// Requests.

void WebApi::receive(WebSession& session, std::string_view message) {
    auto request = Request::parse(message);
    if (!request) return send(session.id, not_understood(request.error()).line());
    handle(session, *request);
}

void WebApi::handle(WebSession& session, Request request) {
    const SessionId id = session.id;
    const std::int64_t number = request.id();
    const auto answer = [&](const Result<Json>& result) { send(id, answer_to(number, result)); };
    try {
        if (const Answer result = dispatch(session, request)) answer(*result);
    } catch (const std::exception& exception) {
        core_.log(LogLevel::error, "a page's request failed",
                  {{"do", printable(request.verb())}, {"why", exception.what()}});
        answer(coded("internal", "the server could not do that"));
    }
}

void WebApi::handle_later(SessionId session, const Request& request) {
    if (WebSession* there = find(session)) handle(*there, request);
}

void WebApi::handle_loaded(SessionId session, const std::string& game, const Request& request) {
    core_.parts->games.load(game, [this, session, request](const std::optional<Error>& error) {
        if (!error) return handle_later(session, request);
        send(session, answer_to(request.id(), *error));
    });
}

WebApi::Answer WebApi::dispatch(WebSession& session, Request& request) {
    const auto found = handlers_.find(request.verb());
    if (found != handlers_.end()) return (this->*found->second)(session, request);
    if (const auto of_game = game_handlers_.find(request.verb()); of_game != game_handlers_.end())
        return dispatch_to_game(session, request, of_game->second);
    if (auto answer = core_.parts->analysis.handle(session.id, request)) return *answer;
    const std::int64_t id = request.id();
    const auto answer_later = [this, to = session.id, id](const Result<Json>& result) {
        send(to, answer_to(id, result));
    };
    if (core_.parts->archive.handle(session.id, request, answer_later)) return std::nullopt;
    if (core_.parts->puzzles.handle(request, answer_later)) return std::nullopt;
    return coded("unknown_verb", "unknown verb " + in_quotes(request.verb()),
                 {{"verb", printable(request.verb())}});
}

WebApi::Answer WebApi::dispatch_to_game(WebSession& session, Request& request,
                                        GameHandler handler) {
    const std::string name = request.text("game");
    GameEntry* entry = core_.parts->games.find_at_present(name);
    if (entry == nullptr && is_game_name(name)) {
        handle_loaded(session.id, name, request);
        return std::nullopt;
    }
    if (entry != nullptr && entry->busy()) {
        entry->waiting_requests.push_back(
            [this, id = session.id, request] { handle_later(id, request); });
        return std::nullopt;
    }
    return (this->*handler)(session, request, entry);
}

WebApi::Answer WebApi::hello(WebSession& /*session*/, Request& request) {
    if (auto error = request.validate()) return *error;
    return server_info_json(core_.options);
}

WebApi::Answer WebApi::text(WebSession& session, Request& request) {
    std::size_t size = 0;
    for (const char* key : {"moves", "text"})
        if (const auto value = request.find(key)) size += value->as_string().value_or("").size();
    if (size <= kLongText) return answer_about_text(request);
    compute_answer(session, request,
                   [](Request& asked) { return answer_to(asked.id(), *answer_about_text(asked)); });
    return std::nullopt;
}

WebApi::Answer WebApi::tree(WebSession& session, Request& request) {
    compute_answer(session, request, answer_search);
    return std::nullopt;
}

void WebApi::compute_answer(const WebSession& session, const Request& request,
                            std::string (*answer_of)(Request&)) {
    const auto run = [this, to = session.id, asked = request, answer_of](std::size_t,
                                                                         const StopToken&) mutable {
        std::string answer = answer_of(asked);
        core_.post([this, to, answer = std::move(answer)] { send(to, answer); });
        return Scheduler::After::done;
    };
    core_.ports.compute.submit({Priority::analysis, std::nullopt, run});
}

WebApi::Answer WebApi::lobby(WebSession& session, Request& request) {
    const bool on = request.flag("on");
    if (auto error = request.validate()) return *error;
    core_.parts->spectators.watch_lobby(session.id, on);
    return Json::object();
}

// Games.

std::optional<Error> WebApi::validate(const Request& request, const GameEntry* entry) {
    if (auto error = request.validate()) return error;
    if (entry != nullptr) return std::nullopt;
    return coded("no_such_game", "there is no such game, or not any more");
}

Result<Side> WebApi::open_seat(Request& request, const GameEntry* entry) {
    const std::string key = request.text("key");
    if (auto error = validate(request, entry)) return *error;
    const auto side = entry->game.side_of(key);
    if (!side) return coded("wrong_key", "this key opens no seat here");
    return *side;
}

std::optional<Error> WebApi::may_enter(const WebSession& session, const GameEntry* entry) const {
    if (entry != nullptr && entry->viewers.contains(session.id)) return std::nullopt;
    const std::size_t most = core_.options.most_games_of_a_session;
    if (session.games < most) return std::nullopt;
    return coded("too_many_games", "too many games at once: leave one first",
                 {{"most", std::to_string(most)}});
}

Json WebApi::welcome(WebSession& session, GameEntry& entry, const PerSide<bool>& sides,
                     const std::string& name) {
    if (!entry.viewers.contains(session.id)) ++session.games;
    core_.parts->spectators.add(entry, session.id, sides, name);
    // Clocks may run again for the new viewer; a pairing in the lobby comes after the answer.
    if (!entry.game.in_lobby()) core_.parts->games.viewers_changed(entry);
    Json answer =
        Json::object()
            .set("game", name)
            .set("keys", keys_json(entry.game, sides))
            .set("state", state_json(entry.game, entry.here(), core_.now).set("game", name));
    if (entry.game.in_lobby()) core_.parts->games.viewers_changed(entry);
    return answer;
}

WebApi::Answer WebApi::make(WebSession& session, Request& request) {
    auto terms = read_terms(request, core_.options);
    if (!terms) return terms.error();
    return make_game(session, *terms);
}

Result<Json> WebApi::make_game(WebSession& session, GameTerms terms) {
    if (auto error = may_enter(session, nullptr)) return *error;
    if (terms.in_lobby()) {
        const std::size_t most = core_.options.most_in_lobby_of_a_host;
        if (core_.parts->games.in_lobby_of(session.host) >= most) {
            ++core_.refused.games;
            return coded("too_many_in_lobby", "too many games of this host are in the lobby",
                         {{"most", std::to_string(most)}});
        }
        GameEntry* waiting = core_.parts->lobby.waiting_person();
        if (waiting != nullptr && !waiting->viewers.contains(session.id) && !core_.closing)
            return join_waiting_person(session, *waiting, terms);
    }
    const auto made = core_.parts->games.make(std::move(terms), session.host);
    if (!made) return made.error();
    const LiveGame& game = (*made)->game;
    const PerSide<bool> sides{!game.seat(Side::south).key.empty(),
                              !game.seat(Side::north).key.empty()};
    return welcome(session, **made, sides, game.name());
}

/// Two people in the lobby: the one who comes second takes the seat in the game of the first.
Result<Json> WebApi::join_waiting_person(WebSession& session, GameEntry& entry,
                                         const GameTerms& terms) {
    const Side side =
        entry.game.seat(Side::south).kind == SeatKind::lobby ? Side::south : Side::north;
    Seats seats = entry.game.data().terms.seats;
    for (const Seat& seat : terms.seats)
        if (seat.kind == SeatKind::person)
            seats[side] = {SeatKind::person, seat.name, "", new_key(core_.ports.random), true};
    core_.parts->lobby.leave(entry.game.id());
    core_.parts->games.begin(entry, std::move(seats), {});
    return welcome(session, entry, only(side), entry.game.name());
}

WebApi::Answer WebApi::enter(WebSession& session, Request& request, GameEntry* found) {
    const auto keys = request.maybe_list("keys");
    if (auto error = validate(request, found)) return *error;
    if (keys.size() > 2) return coded("too_many_keys", "there are two keys at most");
    GameEntry& entry = *found;
    if (auto error = may_enter(session, &entry)) return *error;
    PerSide<bool> sides{};
    for (const Json& key : keys)
        if (const auto side = entry.game.side_of(key.as_string().value_or(""))) sides[*side] = true;
    const Json welcomed = welcome(session, entry, sides, request.text("game"));
    return Json::object().set("state", *welcomed.find("state")).set("sides", sides_json(sides));
}

WebApi::Answer WebApi::leave(WebSession& session, Request& request) {
    const std::string name = request.text("game");
    if (auto error = request.validate()) return *error;
    GameEntry* entry = core_.parts->games.find(name);
    if (entry == nullptr || entry->viewers.erase(session.id) == 0)
        return coded("not_entered", "the connection is not in this game");
    --session.games;
    core_.parts->games.viewers_changed(*entry);
    return Json::object();
}

WebApi::Answer WebApi::sit(WebSession& session, Request& request, GameEntry* found) {
    const std::string who = person_name(request.text("name"));
    const auto own_key = request.maybe_text("key");
    if (auto error = validate(request, found)) return *error;
    if (own_key && !is_key(*own_key)) return coded("bad_key", "a key has 32 hexadecimal digits");
    GameEntry& entry = *found;
    if (auto error = may_enter(session, &entry)) return *error;
    // A person who sits there already, with this key, has missed the answer.
    std::optional<Side> side = own_key ? entry.game.side_of(*own_key) : std::nullopt;
    if (!side) {
        const auto sat = entry.game.sit(who, own_key ? *own_key : new_key(core_.ports.random),
                                        core_.timestamp());
        if (!sat) return sat.error();
        side = *sat;
        core_.parts->games.advance(entry);
    }
    const Json welcomed = welcome(session, entry, only(*side), request.text("game"));
    return Json::object()
        .set("side", to_text(*side))
        .set("key", entry.game.seat(*side).key)
        .set("state", *welcomed.find("state"));
}

WebApi::Answer WebApi::move(WebSession& /*session*/, Request& request, GameEntry* entry) {
    const auto pit = static_cast<int>(request.number("pit", 1, kMaxPits)) - 1;
    const auto ply = static_cast<std::size_t>(request.number("ply", 0, Request::kLargestId));
    return act(request, entry, [&](LiveGame& game, Side side) {
        return game.move(side, pit, ply, core_.timestamp());
    });
}

/// For requests that need nothing but the game and a key.
template <class Act>
WebApi::Answer WebApi::act(Request& request, GameEntry* found, Act act) {
    const auto side = open_seat(request, found);
    if (!side) return side.error();
    GameEntry& entry = *found;
    const SessionId asked = entry.game.seat(entry.game.to_move()).client;
    const kgp::Id state = entry.game.open_state();
    if (std::optional<Error> error = act(entry.game, *side)) return *error;
    // A person who resigns while a client thinks ends the client's state.
    if (asked != 0 && state != 0 && !entry.game.is_open())
        core_.parts->clients.stop(asked, state, false);
    core_.parts->games.advance(entry);
    return Json::object();
}

WebApi::Answer WebApi::change(WebSession& /*session*/, Request& request, GameEntry* entry) {
    return act(request, entry, [&](LiveGame& game, Side side) {
        if (request.verb() == "undo") return game.undo(side, core_.timestamp());
        if (request.verb() == "refuse") return game.refuse(side);
        return game.resign(side, core_.timestamp());
    });
}

WebApi::Answer WebApi::swap(WebSession& /*session*/, Request& request, GameEntry* found) {
    const auto opened = open_seat(request, found);
    if (!opened) return opened.error();
    GameEntry& entry = *found;
    const auto side = entry.game.swap(*opened, core_.timestamp());
    if (!side) return side.error();
    for (auto& [session, viewer] : entry.viewers) std::swap(viewer.sides[0], viewer.sides[1]);
    core_.parts->games.advance(entry);
    return Json::object().set("side", to_text(*side));
}

/// A page that asks again, because the answer was lost, gets the same answer.
WebApi::Answer WebApi::rematch(WebSession& session, Request& request, GameEntry* found) {
    const auto opened = open_seat(request, found);
    if (!opened) return opened.error();
    GameEntry& old = *found;
    const Side side = *opened;
    const std::string next = old.game.data().next;
    const bool own = !old.game.in_lobby() || old.game.data().next_by == side;
    if (!next.empty() && own) {
        if (GameEntry* there = core_.parts->games.find(next))
            return join_next(session, old.game, side, *there);
        handle_loaded(session.id, next, request);
        return std::nullopt;
    }
    auto terms = old.game.rematch(side);
    if (!terms) return terms.error();
    old.changed = core_.now;  // it stays in memory meanwhile
    const auto answer = make_game(session, *terms);
    if (!answer) return answer;
    const std::string name = *answer->find("game")->as_string();
    if (!next.empty()) return answer;
    old.game.set_next(name, side);
    core_.parts->games.save(old);
    for (const auto& [other, viewer] : old.viewers)
        if (other != session.id)
            send(other, Json::object()
                            .set("event", "rematch")
                            .set("game", old.name_for(viewer))
                            .set("to", name)
                            .line());
    return answer;
}

/// Enters the next game, which is there. If somebody else has made it, it has a seat reserved for
/// this person.
Result<Json> WebApi::join_next(WebSession& session, const LiveGame& old, Side side,
                               GameEntry& next) {
    if (auto error = may_enter(session, &next)) return *error;
    const auto seats = [&] { return old.seats_in(next.game, side); };
    if (seats() == PerSide<bool>{}) {
        const auto sat =
            next.game.take_reserved_seat(new_key(core_.ports.random), core_.timestamp());
        if (!sat) return sat.error();
        core_.parts->games.advance(next);
    }
    return welcome(session, next, seats(), next.game.name());
}

}  // namespace kalah::server
