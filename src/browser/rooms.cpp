#include "browser/rooms.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "browser/room_json.hpp"
#include "browser/view.hpp"

namespace kalah::browser {

using namespace std::chrono_literals;

Rooms::Rooms(Office& office, RoomsSetting setting)
    : office_(office),
      setting_(std::move(setting)),
      kept_(setting_.store),
      thinkers_(office, setting_.resources, setting_.thinking_threads) {
    forget_old();
}

Rooms::~Rooms() = default;

void Rooms::came(VisitId visit, const std::string& host) {
    visitors_[visit].host = host;
}

void Rooms::left(VisitId visit) {
    if (visitors_.erase(visit) == 0) return;
    for (const auto& [name, table] : tables_)
        if (table->visits.erase(visit) > 0) see_off(*table);
}

/// Somebody has left.
void Rooms::see_off(Table& table) {
    tell_all(table, {});
    let_think(table);
    leave_hall_later(table);
}

std::vector<const Room*> Rooms::being_played(std::size_t most) const {
    std::vector<const Room*> found;
    for (const auto& [name, table] : tables_) {
        if (found.size() == most) break;
        // What is played in the hall is seen there.
        if (table->room.status() == Status::playing && !table->visits.empty() && !table->hall)
            found.push_back(&table->room);
    }
    return found;
}

// Rooms.

Result<Rooms::Table*> Rooms::find(const std::string& name) {
    auto found = look_for(name);
    if (found && *found == nullptr) return Error{"there is no such game (any more)"};
    return found;
}

Result<Rooms::Table*> Rooms::look_for(const std::string& name) {
    if (Table* there = in_memory(name)) return there;
    if (!is_room_name(name)) return nullptr;
    const auto stored = kept_.load(name);
    if (!stored) return Error{"the game cannot be read just now"};
    if (!*stored) return nullptr;
    auto data = read_stored((*stored)->state);
    if (!data) return Error{"the game cannot be read: " + to_text(data.error())};
    make_space_soon();
    auto made = std::make_unique<Table>(Table{Room(name, *data, now())});
    Table& table = *tables_.emplace(name, std::move(made)).first->second;
    if (const auto runs = running_.extract(name)) table.room.run_until(runs.mapped());
    // The hall's games do not outlive the server, but their results do.
    if (table.room.has(SeatKind::hall) && table.room.status() == Status::playing)
        take_result(name, "", 0);
    go_on(table);
    return &table;
}

Result<Rooms::Opened> Rooms::open(Request& request) {
    const std::string name = request.text("room");
    const std::string key = request.text("key");
    if (auto error = request.validate()) return *error;
    const auto table = find(name);
    if (!table) return table.error();
    ring(name);
    const auto side = (*table)->room.side_of(key);
    if (!side) return Error{"this key opens no seat here"};
    return Opened{*table, *side};
}

Result<Rooms::Table*> Rooms::add(VisitId visit, RoomTerms terms) {
    const Visitor& visitor = visitors_[visit];
    if (visitor.rooms >= setting_.most_subscriptions)
        return Error{"too many games at once: leave one first"};
    make_space_soon();
    if (full_ || ++made_since_forgetting_ >= setting_.most_rooms / 100) forget_old();
    if (full_ || tables_.size() >= setting_.most_busy)
        return Error{"too many games are played here: come later"};
    if (auto error = count_new(visitor)) return *error;
    const Moment moment = now();
    for (Seat& seat : terms.seats)
        if (seat.kind == SeatKind::person) seat.key = new_key(setting_.chance);
    Room room(new_room_name(setting_.chance), std::move(terms), moment);
    if (auto error = keep(room)) return *error;
    const std::string name = room.name();
    auto made = std::make_unique<Table>(Table{std::move(room)});
    return tables_.emplace(name, std::move(made)).first->second.get();
}

std::size_t& Rooms::Count::until(net::Time now, std::chrono::minutes over) {
    if (now - since >= over) *this = {now, 0};
    return made;
}

/// By host: who comes by another connection is the same.
std::optional<Error> Rooms::count_new(const Visitor& visitor) {
    const net::Time time = net::Clock::now();
    Host& host = hosts_[visitor.host];
    std::size_t& minute = host.minute.until(time, 1min);
    std::size_t& day = host.day.until(time, 24h);
    std::size_t& all = of_all_.until(time, 1min);
    if (minute >= setting_.most_new_a_minute || all >= setting_.most_new_of_all)
        return Error{"too many new games: wait a minute"};
    if (day >= setting_.most_new_a_day) return Error{"too many new games: come back tomorrow"};
    ++minute;
    ++day;
    ++all;
    return std::nullopt;
}

bool Rooms::Table::idle() const {
    return visits.empty() && !hall && !thought && !unsaved;
}

bool Rooms::Table::somebody_here() const {
    return std::any_of(visits.begin(), visits.end(),
                       [](const auto& visit) { return visit.second[0] || visit.second[1]; });
}

// Visitors.

std::optional<Error> Rooms::subscribe(VisitId visit, Table& table,
                                      const std::array<bool, 2>& sides) {
    Visitor& visitor = visitors_[visit];
    const auto found = table.visits.find(visit);
    if (found == table.visits.end()) {
        if (visitor.rooms >= setting_.most_subscriptions)
            return Error{"too many games at once: leave one first"};
        ++visitor.rooms;
    }
    auto& known = table.visits[visit];
    for (std::size_t i = 0; i < sides.size(); ++i) known[i] = known[i] || sides[i];
    return std::nullopt;
}

Json Rooms::state_of(const Table& table) const {
    std::array<bool, 2> here{};
    for (const auto& [visit, sides] : table.visits)
        for (std::size_t i = 0; i < here.size(); ++i) here[i] = here[i] || sides[i];
    const bool in_hall = table.room.has(SeatKind::hall);
    return state_json(table.room, here, net::Clock::now(),
                      in_hall ? std::optional(setting_.hall.time) : std::nullopt);
}

Json Rooms::keys_of(const Room& room, const std::array<bool, 2>& sides) const {
    Json keys = Json::object();
    for (const Side side : kBothSides)
        if (sides[static_cast<std::size_t>(side)]) keys.set(to_text(side), room.seat(side).key);
    return keys;
}

Json sides_json(const std::array<bool, 2>& sides) {
    Json list = Json::array();
    for (const Side side : kBothSides)
        if (sides[static_cast<std::size_t>(side)]) list.push(to_text(side));
    return list;
}

void Rooms::tell_all(const Table& table, const Json& sowing, std::optional<VisitId> but) const {
    if (table.visits.empty()) return;
    Json event = Json::object();
    event.set("event", "room")
        .set("room", table.room.name())
        .set("state", state_of(table))
        .set("sowing", sowing);
    // A long game is a long text: written once for all who have the same sides.
    std::map<std::array<bool, 2>, std::string> lines;
    for (const auto& [visit, sides] : table.visits) {
        if (visit == but) continue;
        std::string& line = lines[sides];
        if (line.empty()) line = event.set("sides", sides_json(sides)).line();
        office_.links().send(visit, line);
    }
}

}  // namespace kalah::browser
