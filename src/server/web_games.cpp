// WebApi: what pages ask about live games. web_api.cpp has sessions and everything else.
#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "server/game_json.hpp"
#include "server/game_server.hpp"
#include "server/game_text.hpp"

namespace kalah::server {
namespace {

/// What people can say to each other; pages have the words.
constexpr std::array<std::string_view, 8> kPhrases{"hello",      "good_luck", "nice_move", "oops",
                                                   "one_moment", "thanks",    "good_game", "bye"};
constexpr std::chrono::seconds kBetweenPhrases{2};

PerSide<bool> only(Side side) {
    PerSide<bool> sides{};
    sides[side] = true;
    return sides;
}

}  // namespace

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
    if (core_.parts->people.makes_wait(
            session, [this, id = session.id, request] { handle_later(id, request); }))
        return std::nullopt;
    const auto with = request.maybe_text("with");
    const auto read = read_terms(request, core_.options);
    if (!read) return read.error();
    GameTerms terms = *read;
    for (Seat& seat : terms.seats)
        if (seat.kind == SeatKind::person) core_.parts->people.sign(session, seat);
    if (with) return challenge(session, std::move(terms), *with);
    return make_game(session, std::move(terms));
}

Result<Json> WebApi::challenge(WebSession& session, GameTerms terms, const std::string& with) {
    const Error gone = coded("not_waiting", "nobody of this name waits any more");
    if (!terms.in_lobby()) return coded("lobby_only", "\"with\" is for games in the lobby");
    if (!with.starts_with('#')) {
        GameEntry* entry = core_.parts->games.find(with);
        if (entry == nullptr || !core_.parts->lobby.waits_for(*entry, session)) return gone;
        return join_waiting_person(session, *entry, terms);
    }
    SessionId client = 0;
    const auto read = std::from_chars(with.data() + 1, with.data() + with.size(), client);
    if (read.ptr != with.data() + with.size() || !core_.parts->lobby.has(client)) return gone;
    return make_game(session, std::move(terms), client);
}

Result<Json> WebApi::make_game(WebSession& session, GameTerms terms, SessionId wanted) {
    if (auto error = may_enter(session, nullptr)) return *error;
    const Maker maker{session.host, session.visitor};
    if (terms.in_lobby()) {
        if (auto error = core_.parts->games.may_join_lobby(maker)) {
            ++core_.refused.games;
            return *error;
        }
        GameEntry* waiting = core_.parts->lobby.waiting_person(session);
        if (waiting != nullptr && wanted == 0 && !core_.closing)
            return join_waiting_person(session, *waiting, terms);
    }
    const auto made = core_.parts->games.make(std::move(terms), maker);
    if (!made) return made.error();
    (*made)->wanted = wanted;
    const LiveGame& game = (*made)->game;
    const PerSide<bool> sides{!game.seat(Side::south).key.empty(),
                              !game.seat(Side::north).key.empty()};
    return welcome(session, **made, sides, game.name());
}

/// Two people in the lobby: the one who comes second takes the seat in the game of the first.
Result<Json> WebApi::join_waiting_person(WebSession& session, GameEntry& entry,
                                         const GameTerms& terms) {
    if (auto error = may_enter(session, &entry)) return *error;
    const Side side =
        entry.game.seat(Side::south).kind == SeatKind::lobby ? Side::south : Side::north;
    Seats seats = entry.game.data().terms.seats;
    for (const Seat& seat : terms.seats) {
        if (seat.kind != SeatKind::person) continue;
        seats[side] = seat;
        seats[side].key = new_key(core_.ports.random);
        seats[side].joined = true;
    }
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
    if (core_.parts->people.makes_wait(
            session, [this, id = session.id, request] { handle_later(id, request); }))
        return std::nullopt;
    Seat person{SeatKind::person, person_name(request.text("name"))};
    const auto own_key = request.maybe_text("key");
    if (auto error = validate(request, found)) return *error;
    if (own_key && !is_key(*own_key)) return coded("bad_key", "a key has 32 hexadecimal digits");
    GameEntry& entry = *found;
    if (auto error = may_enter(session, &entry)) return *error;
    // A person who sits there already, with this key, has missed the answer.
    std::optional<Side> side = own_key ? entry.game.side_of(*own_key) : std::nullopt;
    if (!side) {
        core_.parts->people.sign(session, person);
        person.key = own_key ? *own_key : new_key(core_.ports.random);
        const auto sat = entry.game.sit(std::move(person), core_.timestamp());
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
        if (request.verb() == "refuse") return game.refuse();
        return game.resign(side, core_.timestamp());
    });
}

/// Viewers are told of the gift; else a clock that shows more would be no news.
WebApi::Answer WebApi::give_time(WebSession& /*session*/, Request& request, GameEntry* found) {
    std::optional<Side> giver;
    const Answer answer = act(request, found, [&](LiveGame& game, Side side) {
        auto error = game.give_time(side, core_.timestamp());
        if (error) return error;
        giver = side;
        found->told.erase("clock");
        return error;
    });
    if (giver) tell_said(*found, *giver, "more_time");
    return answer;
}

WebApi::Answer WebApi::say(WebSession& /*session*/, Request& request, GameEntry* found) {
    const std::string phrase = request.text("phrase");
    const auto side = open_seat(request, found);
    if (!side) return side.error();
    if (std::find(kPhrases.begin(), kPhrases.end(), phrase) == kPhrases.end())
        return coded("bad_phrase", "there is no such phrase", {{"phrase", printable(phrase)}});
    Time& said_at = found->said_at[*side];
    if (said_at != Time{} && core_.now < said_at + kBetweenPhrases)
        return coded("said_already", "wait a moment between two phrases");
    said_at = core_.now;
    tell_said(*found, *side, phrase);
    return Json::object();
}

void WebApi::tell_said(const GameEntry& entry, Side side, std::string_view phrase) {
    for (const auto& [session, viewer] : entry.viewers)
        send(session, Json::object()
                          .set("event", "said")
                          .set("game", entry.name_for(viewer))
                          .set("side", to_text(side))
                          .set("phrase", phrase)
                          .line());
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
    std::string next = old.game.data().next;
    const bool own = !old.game.in_lobby() || old.game.data().next_by == side;
    if (!next.empty() && own) {
        GameEntry* there = core_.parts->games.find(next);
        if (there == nullptr) {
            handle_loaded(session.id, next, request);
            return std::nullopt;
        }
        // One that was declined, or withdrawn, is replaced.
        const bool never_begun =
            there->game.over() && (there->game.has(SeatKind::open) ||
                                   (there->game.in_lobby() && !there->game.data().paired));
        if (!never_begun) return join_next(session, old.game, side, *there);
        next.clear();
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

WebApi::Answer WebApi::decline(WebSession& session, Request& request, GameEntry* found) {
    const auto side = open_seat(request, found);
    if (!side) return side.error();
    const GameData& old = found->game.data();
    if (old.next.empty() || old.next_by == *side)
        return coded("no_rematch_asked", "nobody asks for another game");
    GameEntry* next = core_.parts->games.find(old.next);
    if (next == nullptr) {
        handle_loaded(session.id, old.next, request);
        return std::nullopt;
    }
    if (next->game.in_lobby()) return Json::object();  // it waits for anyone
    if (auto error = next->game.decline(core_.timestamp())) return *error;
    core_.parts->games.advance(*next);
    return Json::object();
}

/// Enters the next game, which is there. If somebody else has made it, it has a seat reserved for
/// this person.
Result<Json> WebApi::join_next(WebSession& session, const LiveGame& old, Side side,
                               GameEntry& next) {
    if (auto error = may_enter(session, &next)) return *error;
    const auto seats = [&] { return old.seats_in(next.game, side); };
    if (seats() == PerSide<bool>{}) {
        Seat person = old.seat(side);
        person.key = new_key(core_.ports.random);
        const auto sat = next.game.take_reserved_seat(std::move(person), core_.timestamp());
        if (!sat) return sat.error();
        core_.parts->games.advance(next);
    }
    return welcome(session, next, seats(), next.game.name());
}

}  // namespace kalah::server
