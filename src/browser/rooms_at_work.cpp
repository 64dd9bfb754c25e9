// Rooms: what happens in them by itself: players think, clocks run out.
#include <algorithm>
#include <chrono>
#include <utility>

#include "browser/rooms.hpp"
#include "browser/view.hpp"
#include "rules/random_pit.hpp"

namespace kalah::browser {
namespace {

constexpr milliseconds kShortestThought{10};

}  // namespace

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
    table.room.pause(!watched, now());
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

}  // namespace kalah::browser
