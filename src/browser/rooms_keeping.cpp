// Rooms: what is kept of them in the store and in memory, and what is forgotten.
#include <utility>

#include "browser/room_json.hpp"
#include "browser/rooms.hpp"

namespace kalah::browser {
namespace {

using namespace std::chrono_literals;

constexpr std::int64_t kDay = std::int64_t{24} * 60 * 60 * 1000;
constexpr std::int64_t kForgottenAfter = 30 * kDay;
constexpr std::int64_t kSpared = 3 * kDay;  // a game that was played in, however many there are

store::RetentionClass worth_of(const Room& room) {
    if (room.status() == Status::over) return store::RetentionClass::finished;
    const bool played = room.game().played().size() > room.data().terms.game.played().size();
    return played ? store::RetentionClass::unfinished : store::RetentionClass::empty;
}

}  // namespace

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
        return store::SavedGame{room.name(), stored_text(room, moment.time), moment.wall,
                                worth_of(room)};
    };
    const GameRecord& record = room.data().record;
    const bool played = record.decided() || !record.notes.empty();
    const bool new_end = room.status() == Status::over && !room.data().number && played;
    const Error failed{"the game cannot be kept just now"};  // strangers need not know the file
    if (!new_end) return kept_.save(stored()) ? std::optional(failed) : std::nullopt;
    const auto number = kept_.finish(record, "browser", [&](store::StoredGameId id) {
        room.set_number(id);
        return stored();
    });
    return number ? std::nullopt : std::optional(failed);
}

}  // namespace kalah::browser
