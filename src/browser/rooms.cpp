#include "browser/rooms.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "browser/room_json.hpp"
#include "browser/view.hpp"
#include "rules/random_pit.hpp"

namespace kalah::browser {
namespace {

using namespace std::chrono_literals;

constexpr std::int64_t kForgottenAfter = std::int64_t{30} * 24 * 60 * 60 * 1000;
constexpr milliseconds kShortestThought{10};

constexpr std::array<Side, 2> kSides{Side::south, Side::north};

}  // namespace

Rooms::Rooms(Office& office, RoomsSetting setting)
    : office_(office),
      setting_(std::move(setting)),
      kept_(setting_.store),
      thinkers_(office, setting_.equipment, setting_.thinking_threads) {
    forget_old();
}

Rooms::~Rooms() = default;

void Rooms::left(VisitId visit) {
    if (visitors_.erase(visit) == 0) return;
    for (const auto& [name, table] : tables_)
        if (table->visits.erase(visit) > 0) {
            tell_all(*table, {});
            leave_hall_later(*table);
        }
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
    const auto in_memory = tables_.find(name);
    if (in_memory != tables_.end()) return in_memory->second.get();
    const Error none{"there is no such game (any more)"};
    if (!is_room_name(name)) return none;
    const auto stored = kept_.load(name);
    if (!stored) return Error{"the game cannot be read just now"};
    if (!*stored) return none;
    auto data = read_stored((*stored)->state);
    if (!data) return Error{"the game cannot be read: " + to_text(data.error())};
    make_space_soon();
    auto made = std::make_unique<Table>(Table{Room(name, *data, now())});
    Table& table = *tables_.emplace(name, std::move(made)).first->second;
    // The hall's games do not outlive the server.
    if (table.room.has(SeatKind::hall) && table.room.status() == Status::playing)
        end_in_hall(table, "");
    go_on(table);
    return &table;
}

Result<Rooms::Opened> Rooms::open(Request& request) {
    const std::string name = request.text("room");
    const std::string key = request.text("key");
    if (auto error = request.objection()) return *error;
    const auto table = find(name);
    if (!table) return table.error();
    ring(name);
    const auto side = (*table)->room.side_of(key);
    if (!side) return Error{"this key opens no seat here"};
    return Opened{*table, *side};
}

Result<Rooms::Table*> Rooms::add(VisitId visit, RoomTerms terms) {
    Visitor& visitor = visitors_[visit];
    const Moment moment = now();
    while (!visitor.made.empty() && visitor.made.front() < moment.time - 1min)
        visitor.made.pop_front();
    if (visitor.made.size() >= setting_.most_new_a_minute)
        return Error{"too many new games: wait a minute"};
    if (visitor.rooms >= setting_.most_subscriptions)
        return Error{"too many games at once: leave one first"};
    make_space_soon();
    if (tables_.size() >= setting_.most_busy)
        return Error{"too many games are played here: come later"};
    for (Seat& seat : terms.seats)
        if (seat.kind == SeatKind::person) seat.key = new_key(setting_.chance);
    Room room(new_room_name(setting_.chance), std::move(terms), moment);
    if (auto error = keep(room)) return *error;
    visitor.made.push_back(moment.time);
    if (++made_since_forgetting_ >= setting_.most_rooms / 100) forget_old();
    const std::string name = room.name();
    auto made = std::make_unique<Table>(Table{std::move(room)});
    return tables_.emplace(name, std::move(made)).first->second.get();
}

/// What cannot be forgotten now will be later.
void Rooms::forget_old() {
    made_since_forgetting_ = 0;
    static_cast<void>(
        kept_.erase_old(setting_.wall_clock() - kForgottenAfter, setting_.most_rooms));
}

/// Not now: whoever asks is at work with tables.
void Rooms::make_space_soon() {
    if (tables_.size() < setting_.most_in_memory || std::exchange(making_space_, true)) return;
    office_.post([this] { make_space(); });
}

/// Rooms in which nothing happens are in the store as well.
void Rooms::make_space() {
    making_space_ = false;
    std::erase_if(tables_, [](const auto& entry) { return entry.second->idle(); });
}

bool Rooms::Table::idle() const {
    return visits.empty() && !hall && !room.running() && !room.thinking();
}

bool Rooms::Table::somebody_here() const {
    return std::any_of(visits.begin(), visits.end(),
                       [](const auto& visit) { return visit.second[0] || visit.second[1]; });
}

std::optional<Error> Rooms::settle(Table& table, Room before, const Json& sowing) {
    if (auto error = keep(table.room)) {
        table.room = std::move(before);
        return error;
    }
    tell_all(table, sowing);
    go_on(table);
    return std::nullopt;
}

std::optional<Error> Rooms::keep(Room& room) {
    const Moment moment = now();
    const auto stored = [&] {
        return store::StoredRoom{room.name(), stored_text(room, moment.time), moment.wall};
    };
    const GameRecord& record = room.data().record;
    const bool played = record.decided() || !record.notes.empty();
    const bool new_end = room.status() == Status::over && !room.data().number && played;
    const Error failed{"the game cannot be kept just now"};  // strangers need not know the file
    if (!new_end) return kept_.save(stored()) ? std::optional(failed) : std::nullopt;
    const auto number = kept_.finish(record, "browser", [&](store::GameId id) {
        room.set_number(id);
        return stored();
    });
    return number ? std::nullopt : std::optional(failed);
}

/// What follows by itself from where the room is now.
void Rooms::go_on(Table& table) {
    set_alarm(table);
    let_think(table);
    join_hall(table);
}

/// Two players without people play only for those who watch.
void Rooms::let_think(Table& table) {
    const auto side = table.room.thinking();
    const bool wanted = side && (table.room.has(SeatKind::person) || !table.visits.empty());
    const std::size_t ply = table.room.game().played().size();
    if (table.thought) {
        if (wanted && table.thought->side == *side && table.thought->ply == ply) return;
        thinkers_.withdraw(table.thought->ticket);
        table.thought.reset();
    }
    if (wanted) think(table, *side);
}

void Rooms::think(Table& table, Side side) {
    const Game& game = table.room.game();
    milliseconds limit = Thinkers::kLongest;
    if (table.room.data().terms.clock)
        limit = std::clamp(table.room.left(side, net::Clock::now()) / 20, kShortestThought, limit);
    const auto spec = guest_player(table.room.seat(side).player, game.board().width, GuestUse::play,
                                   Thinkers::kLongest);
    // A player whom an older version knew plays on at random.
    const auto ticket = thinkers_.think(
        spec ? *spec : *players::parse_player("random"), game, new_seed(setting_.chance), limit,
        [this, name = table.room.name()](std::optional<Decision> decision) {
            decided(name, std::move(decision));
        });
    table.thought = {ticket, side, game.played().size()};
}

void Rooms::decided(const std::string& name, std::optional<Decision> decision) {
    const auto found = tables_.find(name);
    if (found == tables_.end() || !found->second->thought) return;
    Table& table = *found->second;
    const Table::Thought thought = *std::exchange(table.thought, std::nullopt);
    Room before = table.room;
    if (!table.room.look_at_clock(now())) {
        // Without memory to think, any move will do.
        if (!decision)
            decision = {random_pit(table.room.game().board(), new_seed(setting_.chance))};
        if (table.room.move(thought.side, decision->pit, thought.ply, now(),
                            std::move(decision->thought)))
            return go_on(table);
    }
    const bool moved = table.room.game().played().size() > thought.ply;
    const Json sowing = moved ? last_sowing_json(table.room.game()) : Json();
    if (!settle(table, std::move(before), sowing)) return;
    // The store may be well again in a moment.
    office_.at(net::Clock::now() + 1s, [this, name] {
        const auto there = tables_.find(name);
        if (there != tables_.end()) go_on(*there->second);
    });
}

void Rooms::set_alarm(Table& table) {
    const auto when = table.room.alarm();
    if (!when || (table.alarm && *table.alarm <= *when)) return;
    table.alarm = when;
    office_.at(*when, [this, name = table.room.name()] {
        const auto found = tables_.find(name);
        if (found == tables_.end()) return;
        found->second->alarm.reset();
        ring(name);
        set_alarm(*found->second);
    });
}

/// Sees whether a clock has run out. That stands even if the store cannot keep it just now: it will
/// with the next change, and a clock must not ring for ever.
void Rooms::ring(const std::string& name) {
    Table& table = *tables_.at(name);
    if (table.room.look_at_clock(now()) && settle(table, table.room)) tell_all(table, {});
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
    return state_json(table.room, here, net::Clock::now());
}

Json Rooms::keys_of(const Room& room, const std::array<bool, 2>& sides) const {
    Json keys = Json::object();
    for (const Side side : kSides)
        if (sides[static_cast<std::size_t>(side)]) keys.set(name(side), room.seat(side).key);
    return keys;
}

Json sides_json(const std::array<bool, 2>& sides) {
    Json list = Json::array();
    for (const Side side : kSides)
        if (sides[static_cast<std::size_t>(side)]) list.push(name(side));
    return list;
}

void Rooms::tell_all(const Table& table, const Json& sowing, std::optional<VisitId> but) const {
    if (table.visits.empty()) return;
    Json event = Json::object();
    event.set("event", "room")
        .set("room", table.room.name())
        .set("state", state_of(table))
        .set("sowing", sowing);
    for (const auto& [visit, sides] : table.visits)
        if (visit != but) office_.tell(visit, event.set("sides", sides_json(sides)));
}

}  // namespace kalah::browser
