// Rooms in which somebody of the hall plays.
#include <algorithm>
#include <chrono>
#include <utility>

#include "browser/rooms.hpp"
#include "browser/view.hpp"

namespace kalah::browser {
namespace {

using namespace std::chrono_literals;

constexpr int kMostLostLinks = 6;  // one after the other, before nobody is waited for any more
constexpr int kAttempts = 100;     // to find a game that has just ended in the store
constexpr auto kBetweenAttempts = 50ms;

Side hall_side(const Room& room) {
    return room.seat(Side::south).kind == SeatKind::hall ? Side::south : Side::north;
}

}  // namespace

Rooms::Table* Rooms::in_memory(const std::string& name) {
    const auto found = tables_.find(name);
    return found == tables_.end() ? nullptr : found->second.get();
}

/// Who waits for somebody of the hall is in it as long as he is here.
void Rooms::join_hall(Table& table) {
    const Room& room = table.room;
    if (table.hall || table.pausing || !room.has(SeatKind::hall) ||
        room.status() != Status::waiting || !table.somebody_here())
        return;
    if (in_hall_ >= setting_.most_in_hall) {
        hall_was_full_ = true;
        return;
    }
    const std::string name = room.name();
    HallSeat::Handlers handlers;
    handlers.paired = [this, name](Side side, const std::string& opponent, std::int64_t number) {
        paired(name, side, opponent, number);
    };
    handlers.asked = [this, name](const Game& game) { asked(name, game); };
    handlers.unclear = [this, name] { look_up(name); };
    handlers.ended = [this, name](const std::string& reason, bool lost) {
        hall_ended(name, reason, lost);
    };
    table.hall = HallSeat::join(office_, setting_.hall, room.seat(opponent(hall_side(room))).name,
                                std::move(handlers));
    ++in_hall_;
}

/// The link was lost; the server may be about to end, and then the room waits in the store.
void Rooms::join_hall_later(Table& table) {
    const auto pause = setting_.hall_pause * (1 << table.lost_links);
    ++table.lost_links;
    table.pausing = true;
    office_.at(net::Clock::now() + pause, [this, name = table.room.name()] {
        Table* there = in_memory(name);
        if (there == nullptr) return;
        there->pausing = false;
        join_hall(*there);
    });
}

/// Who found the hall full, now that there is space.
void Rooms::let_others_in() {
    if (!std::exchange(hall_was_full_, false)) return;
    for (const auto& [name, table] : tables_) join_hall(*table);
}

void Rooms::leave_hall(Table& table) {
    if (!table.hall) return;
    --in_hall_;
    table.hall->leave();
    leaving_.push_back(std::exchange(table.hall, nullptr));
    office_.at(net::Clock::now() + HallSeat::kFarewell, [this] {
        leaving_.erase(leaving_.begin());
        let_others_in();
    });
}

/// Each absence counts by itself.
void Rooms::leave_hall_later(Table& table) {
    if (!table.hall || table.somebody_here()) return;
    const net::Time since = net::Clock::now();
    table.absent_since = since;
    office_.at(since + setting_.hall_absence, [this, since, name = table.room.name()] {
        Table* there = in_memory(name);
        if (there != nullptr && there->room.status() == Status::waiting &&
            !there->somebody_here() && there->absent_since == since)
            leave_hall(*there);
    });
}

void Rooms::paired(const std::string& name, Side side, const std::string& opponent,
                   std::int64_t number) {
    Table* table = in_memory(name);
    const bool open = table != nullptr && table->room.status() != Status::over &&
                      table->room.game().played().empty();
    if (!open) return;
    const bool changed = hall_side(table->room) == side;
    table->room.pair(kalah::opponent(side), shown_name(opponent, "guest"), now());
    table->room.set_number(number);
    if (changed)
        for (auto& [visit, sides] : table->visits) std::swap(sides[0], sides[1]);
    table->lost_links = 0;
    // The hall plays on whether or not the store can keep it.
    stand(*table);
}

void Rooms::asked(const std::string& name, const Game& game) {
    Table* table = in_memory(name);
    if (table == nullptr || table->room.status() != Status::playing) return;
    Room& room = table->room;
    const std::size_t known = room.game().played().size();
    Room before = room;
    room.follow(game, now());
    // Each move is shown, not only the last.
    for (std::size_t ply = known; ply + 1 < game.played().size(); ++ply) {
        Game until(game.rules(), game.start());
        for (std::size_t i = 0; i <= ply; ++i) until.play(game.played()[i].pit);
        Table then{before};
        then.room.follow(until, now());
        then.visits = table->visits;
        tell_all(then, last_sowing_json(until));
    }
    const Json sowing = game.played().size() > known ? last_sowing_json(game) : Json();
    stand(*table, sowing);
}

/// Asks the hall itself what was played.
void Rooms::look_up(const std::string& name) {
    const Table* asking = in_memory(name);
    if (asking == nullptr || !asking->room.data().number) return;
    const auto number = *asking->room.data().number;
    office_.links().look_at_number(number, [this, name,
                                            number](std::optional<net::HallScene::Table> seen) {
        office_.post([this, name, number, seen = std::move(seen)] {
            Table* table = in_memory(name);
            if (!seen || table == nullptr || !table->hall || table->room.data().number != number)
                return;
            table->hall->set_game(seen->record.game);
            asked(name, seen->record.game);
        });
    });
}

void Rooms::hall_ended(const std::string& name, const std::string& reason, bool lost) {
    Table* table = in_memory(name);
    if (table == nullptr) return;
    leave_hall(*table);
    if (table->room.status() == Status::over) return;
    const bool waiting = table->room.status() == Status::waiting;
    if (lost && waiting && table->lost_links < kMostLostLinks)
        join_hall_later(*table);
    else if (!table->room.data().number)
        end_in_hall(*table, reason);
    else
        take_result(name, reason, kAttempts);
}

/// The last moves were not shown to the person: they stand in the store, a moment later.
void Rooms::take_result(const std::string& name, const std::string& reason, int attempts) {
    Table* table = in_memory(name);
    if (table == nullptr || table->room.status() != Status::playing) return;
    const auto stored = setting_.store->load(table->room.data().number.value_or(0));
    if (stored && stored->record.ending != Ending::running) {
        const GameRecord& record = stored->record;
        if (record.game.played().size() > table->room.game().played().size())
            asked(name, record.game);
        table->room.end(record.ending, record.loser, now());
        return stand(*table);
    }
    if (attempts <= 0) return end_in_hall(*table, reason);
    office_.at(net::Clock::now() + kBetweenAttempts,
               [this, name, reason, attempts] { take_result(name, reason, attempts - 1); });
}

/// With what is known of it.
void Rooms::end_in_hall(Table& table, const std::string& reason) {
    const auto ending = parse_ending(reason);
    const bool usable = ending && !is_loss(*ending) && *ending != Ending::running;
    table.room.end(usable ? *ending : Ending::stopped, std::nullopt, now());
    stand(table);
}

}  // namespace kalah::browser
