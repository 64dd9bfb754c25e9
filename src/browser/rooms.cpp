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

constexpr std::int64_t kDay = std::int64_t{24} * 60 * 60 * 1000;
constexpr std::int64_t kForgottenAfter = 30 * kDay;
constexpr std::int64_t kSpared = 3 * kDay;  // a game that was played in, however many there are
constexpr milliseconds kShortestThought{10};
constexpr auto kBeforeRetry = 1s;  // of what the store did not take

constexpr std::array<Side, 2> kSides{Side::south, Side::north};

store::Worth worth_of(const Room& room) {
    if (room.status() == Status::over) return store::Worth::a_game_that_is_over;
    const bool played = room.game().played().size() > room.data().terms.game.played().size();
    return played ? store::Worth::a_game : store::Worth::nothing;
}

}  // namespace

Rooms::Rooms(Office& office, RoomsSetting setting)
    : office_(office),
      setting_(std::move(setting)),
      kept_(setting_.store),
      thinkers_(office, setting_.equipment, setting_.thinking_threads) {
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
    if (auto error = request.objection()) return *error;
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

/// What cannot be forgotten now will be later.
void Rooms::forget_old() {
    made_since_forgetting_ = 0;
    const std::int64_t wall = setting_.wall_clock();
    const auto left = kept_.erase_old(wall - kForgottenAfter, setting_.most_rooms, wall - kSpared);
    if (left) full_ = *left > setting_.most_rooms;
    std::erase_if(hosts_, [time = net::Clock::now()](const auto& entry) {
        return time - entry.second.day.since >= 24h;
    });
}

/// Not now: whoever asks is at work with tables.
void Rooms::make_space_soon() {
    if (tables_.size() < setting_.most_in_memory || std::exchange(making_space_, true)) return;
    office_.post([this] { make_space(); });
}

/// Rooms in which nothing happens are in the store as well. Clocks run on.
void Rooms::make_space() {
    making_space_ = false;
    std::erase_if(tables_, [this](const auto& entry) {
        if (!entry.second->idle()) return false;
        if (const auto when = entry.second->room.alarm()) running_[entry.first] = *when;
        return true;
    });
}

bool Rooms::Table::idle() const {
    return visits.empty() && !hall && !thought && !unsaved;
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
    table.unsaved = false;
    tell_all(table, sowing);
    go_on(table);
    return std::nullopt;
}

void Rooms::stand(Table& table, const Json& sowing) {
    if (!settle(table, table.room, sowing)) return;
    tell_all(table, sowing);
    go_on(table);
    if (!std::exchange(table.unsaved, true)) keep_later(table.room.name());
}

void Rooms::keep_later(const std::string& name) {
    office_.at(net::Clock::now() + kBeforeRetry, [this, name] {
        Table* table = in_memory(name);
        if (table == nullptr || !table->unsaved) return;
        if (settle(*table, table->room)) keep_later(name);
    });
}

std::optional<Error> Rooms::keep(Room& room) {
    const Moment moment = now();
    const auto stored = [&] {
        return store::StoredRoom{room.name(), stored_text(room, moment.time), moment.wall,
                                 worth_of(room)};
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
    let_think(table);
    if (const auto when = table.room.alarm()) set_alarm(table.room.name(), *when);
    join_hall(table);
}

/// Two players without people play only for those who watch, and their clocks run only then.
void Rooms::let_think(Table& table) {
    const auto side = table.room.thinking();
    const bool watched = table.room.has(SeatKind::person) || !table.visits.empty();
    table.room.pause(!watched, now().time);
    const bool wanted = side && watched;
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
    Table* found = in_memory(name);
    if (found == nullptr || !found->thought) return;
    Table& table = *found;
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
    office_.at(net::Clock::now() + kBeforeRetry, [this, name] {
        if (Table* there = in_memory(name)) go_on(*there);
    });
}

void Rooms::set_alarm(const std::string& name, net::Time when) {
    const auto set = alarms_.find(name);
    if (set != alarms_.end() && set->second <= when) return;
    alarms_[name] = when;
    office_.at(when, [this, name, when] {
        const auto due = alarms_.find(name);
        if (due == alarms_.end() || due->second != when) return;
        alarms_.erase(due);
        alarm(name);
    });
}

/// A room that is not in memory is looked for when its clock has run out.
void Rooms::alarm(const std::string& name) {
    const auto runs = running_.find(name);
    if (runs != running_.end() && runs->second > net::Clock::now())
        return set_alarm(name, runs->second);
    if (runs == running_.end() && in_memory(name) == nullptr) return;
    const auto found = look_for(name);
    if (!found) return set_alarm(name, net::Clock::now() + kBeforeRetry);
    if (*found == nullptr) {
        running_.erase(name);
        return;
    }
    ring(name);
    if (const auto when = (*found)->room.alarm()) set_alarm(name, *when);
}

/// Sees whether a clock has run out. That stands even if the store cannot keep it just now.
void Rooms::ring(const std::string& name) {
    Table& table = *tables_.at(name);
    if (table.room.look_at_clock(now())) stand(table);
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
