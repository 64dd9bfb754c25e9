// What visitors ask of rooms.
#include <algorithm>

#include "browser/room_terms.hpp"
#include "browser/rooms.hpp"
#include "browser/view.hpp"

namespace kalah::browser {
namespace {

std::array<bool, 2> sides_of_keys(const Room& room, const std::vector<std::string>& keys) {
    std::array<bool, 2> sides{};
    for (const std::string& key : keys)
        if (const auto side = room.side_of(key)) sides[static_cast<std::size_t>(*side)] = true;
    return sides;
}

}  // namespace

std::vector<std::pair<std::string_view, Handler>> Rooms::handlers() {
    const auto for_visit = [this](Result<Json> (Rooms::*what)(VisitId, Request&)) {
        return
            [this, what](VisitId visit, Request& request) { return (this->*what)(visit, request); };
    };
    const auto for_key = [this](Result<Json> (Rooms::*what)(Request&)) {
        return [this, what](VisitId, Request& request) { return (this->*what)(request); };
    };
    return {{"new", for_visit(&Rooms::make)},    {"enter", for_visit(&Rooms::enter)},
            {"leave", for_visit(&Rooms::leave)}, {"sit", for_visit(&Rooms::sit)},
            {"move", for_key(&Rooms::move)},     {"undo", for_key(&Rooms::undo)},
            {"refuse", for_key(&Rooms::refuse)}, {"resign", for_key(&Rooms::resign)},
            {"swap", for_key(&Rooms::swap)},     {"again", for_visit(&Rooms::again)}};
}

Result<Json> Rooms::make(VisitId visit, Request& request) {
    auto terms = read_terms(request, setting_.hall);
    if (!terms) return terms.error();
    if (terms->has(SeatKind::hall) && in_hall_ >= setting_.most_in_hall)
        return Error{"too many people play in the hall: come later"};
    const auto added = add(visit, *terms);
    if (!added) return added.error();
    Table& table = **added;
    return welcome(visit, table);
}

/// Who has made a room is in it, with all its keys.
Result<Json> Rooms::welcome(VisitId visit, Table& table) {
    std::array<bool, 2> sides{};
    for (const Side side : kBothSides)
        sides[static_cast<std::size_t>(side)] = !table.room.seat(side).key.empty();
    if (auto error = subscribe(visit, table, sides)) return *error;
    go_on(table);
    return Json::object()
        .set("room", table.room.name())
        .set("keys", keys_of(table.room, sides))
        .set("state", state_of(table));
}

Result<Json> Rooms::enter(VisitId visit, Request& request) {
    const std::string name = request.text("room");
    const auto list = request.maybe_list("keys");
    if (auto error = request.validate()) return *error;
    if (list.size() > 2) return Error{"there are two keys at most"};
    std::vector<std::string> keys;
    keys.reserve(list.size());
    for (const Json& key : list) keys.push_back(key.as_string().value_or(""));
    const auto found = find(name);
    if (!found) return found.error();
    Table& table = **found;
    ring(name);
    const auto sides = sides_of_keys(table.room, keys);
    if (auto error = subscribe(visit, table, sides)) return *error;
    tell_all(table, {}, visit);
    go_on(table);
    return Json::object().set("state", state_of(table)).set("sides", sides_json(sides));
}

Result<Json> Rooms::leave(VisitId visit, Request& request) {
    const std::string name = request.text("room");
    if (auto error = request.validate()) return *error;
    const auto found = tables_.find(name);
    if (found == tables_.end() || found->second->visits.erase(visit) == 0)
        return Error{"you are not there"};
    --visitors_[visit].rooms;
    see_off(*found->second);
    return Json::object();
}

Result<Json> Rooms::sit(VisitId visit, Request& request) {
    const std::string name = request.text("room");
    const std::string who = person_name(request.text("name"));
    const auto own_key = request.maybe_text("key");
    if (auto error = request.validate()) return *error;
    if (own_key && !is_key(*own_key)) return Error{"a key has 32 hexadecimal digits"};
    const auto found = find(name);
    if (!found) return found.error();
    Table& table = **found;
    Room before = table.room;
    // Whoever sits there already, with this key, has missed the answer.
    auto side = Result<Side>(Error{""});
    const auto sits = own_key ? table.room.side_of(*own_key) : std::nullopt;
    if (sits)
        side = *sits;
    else
        side = table.room.sit(who, own_key ? *own_key : new_key(setting_.chance), now());
    if (!side) return side.error();
    std::array<bool, 2> sides{};
    sides[static_cast<std::size_t>(*side)] = true;
    if (auto error = subscribe(visit, table, sides)) {
        table.room = std::move(before);
        return *error;
    }
    if (auto error = settle(table, std::move(before))) return *error;
    return Json::object()
        .set("side", to_text(*side))
        .set("key", table.room.seat(*side).key)
        .set("state", state_of(table));
}

Result<Json> Rooms::move(Request& request) {
    const auto pit = request.number("pit", 1, kMaxPits);
    const auto ply = request.number("ply", 0, Room::kMostMoves);
    const auto opened = open(request);
    if (!opened) return opened.error();
    Table& table = *opened->table;
    Room before = table.room;
    if (auto error = table.room.move(opened->side, static_cast<int>(pit) - 1,
                                     static_cast<std::size_t>(ply), now()))
        return *error;
    const bool in_hall = table.room.has(SeatKind::hall);
    if (in_hall && !(table.hall && table.hall->answer(static_cast<int>(pit) - 1))) {
        table.room = std::move(before);
        return Error{"the hall does not ask for a move just now"};
    }
    const Json sowing = last_sowing_json(table.room.game());
    if (auto error = settle(table, std::move(before), sowing)) return *error;
    return Json::object();
}

/// What needs nothing but room and key.
template <class Act>
Result<Json> Rooms::act(Request& request, Act act) {
    const auto opened = open(request);
    if (!opened) return opened.error();
    Table& table = *opened->table;
    Room before = table.room;
    if (std::optional<Error> error = act(table.room, opened->side)) return *error;
    if (auto error = settle(table, std::move(before))) return *error;
    return Json::object();
}

Result<Json> Rooms::undo(Request& request) {
    return act(request, [&](Room& room, Side side) { return room.undo(side, now()); });
}

Result<Json> Rooms::refuse(Request& request) {
    return act(request, [&](Room& room, Side side) { return room.refuse(side); });
}

Result<Json> Rooms::resign(Request& request) {
    auto answer = act(request, [&](Room& room, Side side) { return room.resign(side, now()); });
    const auto name = request.maybe_text("room");
    Table* table = answer && name ? in_memory(*name) : nullptr;
    if (table != nullptr) leave_hall(*table);
    return answer;
}

Result<Json> Rooms::swap(Request& request) {
    const auto opened = open(request);
    if (!opened) return opened.error();
    Table& table = *opened->table;
    Room before = table.room;
    const auto side = table.room.swap(opened->side, now());
    if (!side) return side.error();
    for (auto& [visit, sides] : table.visits) std::swap(sides[0], sides[1]);
    if (auto error = settle(table, std::move(before))) {
        for (auto& [visit, sides] : table.visits) std::swap(sides[0], sides[1]);
        return *error;
    }
    return Json::object().set("side", to_text(*side));
}

/// Whoever asks twice, because the answer was lost, gets the same room and keys.
Result<Json> Rooms::again(VisitId visit, Request& request) {
    const auto opened = open(request);
    if (!opened) return opened.error();
    Table& old = *opened->table;
    const Side side = opened->side;
    if (!old.room.data().again.empty()) return again_there(visit, old.room, side);
    auto terms = old.room.again(side);
    if (!terms) return terms.error();
    const auto added = add(visit, *terms);
    if (!added) return added.error();
    Table& table = **added;
    Room before = old.room;
    old.room.set_again(table.room.name(), side);
    if (auto error = keep(old.room)) {
        old.room = std::move(before);
        return *error;
    }
    auto answer = welcome(visit, table);
    const Json event = Json::object()
                           .set("event", "again")
                           .set("room", old.room.name())
                           .set("to", table.room.name());
    for (const auto& [other, sides] : old.visits)
        if (other != visit) office_.tell(other, event);
    return answer;
}

/// The next game is there. If somebody else has made it, a seat is kept for who asks now.
Result<Json> Rooms::again_there(VisitId visit, const Room& old, Side side) {
    const auto found = find(old.data().again);
    if (!found) return found.error();
    Table& table = **found;
    Room before = table.room;
    const auto seats = [&] { return old.seats_in(table.room, side); };
    const bool sits = seats() == std::array<bool, 2>{};
    if (sits) {
        const auto sat = table.room.sit_on_kept_seat(new_key(setting_.chance), now());
        if (!sat) return sat.error();
    }
    if (auto error = subscribe(visit, table, seats())) {
        table.room = std::move(before);
        return *error;
    }
    if (sits) {
        if (auto error = settle(table, std::move(before))) return *error;
    } else {
        tell_all(table, {}, visit);
        go_on(table);
    }
    return Json::object()
        .set("room", table.room.name())
        .set("keys", keys_of(table.room, seats()))
        .set("state", state_of(table));
}

}  // namespace kalah::browser
