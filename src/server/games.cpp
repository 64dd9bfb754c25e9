// Games: the referee. registry.cpp finds, saves and forgets games.
#include <algorithm>
#include <cassert>
#include <utility>

#include "rules/random_pit.hpp"
#include "server/game_server.hpp"

namespace kalah::server {
namespace {

constexpr milliseconds kShortestThought{10};

}  // namespace

bool GameEntry::idle() const {
    return viewers.empty() && !thought && !busy() && waiting_requests.empty() &&
           absent_since == kNever &&  // else its place in the lobby is kept
           !(game.in_lobby() && game.status() == Status::playing);
}

PerSide<bool> GameEntry::here() const {
    PerSide<bool> here{};
    for (const auto& [session, viewer] : viewers)
        for (const Side side : kBothSides) here[side] = here[side] || viewer.sides[side];
    return here;
}

bool GameEntry::person_here() const {
    const auto sides = here();
    return sides[0] || sides[1];
}

GameCounts Games::counts() const {
    GameCounts counts = counts_;
    counts.games = static_cast<std::uint64_t>(
        std::count_if(games_.begin(), games_.end(), [](const auto& each) {
            const GameEntry& entry = *each.second;
            return entry.game.in_lobby() && entry.game.data().paired &&
                   (!entry.game.over() || entry.committing || !entry.begun);
        }));
    return counts;
}

// From one change to the next.

void Games::advance(GameEntry& entry) {
    LiveGame& game = entry.game;
    if (entry.committing) return;
    entry.changed = core_.now;
    const bool playing = game.status() == Status::playing;
    if (game.in_lobby() && playing && entry.begun && !game.is_open())
        game.play_only_moves(core_.timestamp());
    write_journal(entry);
    if (game.over()) return end(entry);
    save(entry);
    if (game.in_lobby() && playing) ask(entry);
    let_think(entry);
    set_deadline(entry);
    core_.parts->spectators.tell(entry);
    core_.parts->lobby.place_changed(entry);
}

void Games::write_journal(GameEntry& entry) {
    const LiveGame& game = entry.game;
    if (game.in_lobby() && !entry.begun) return;
    const store::JournalKey key =
        game.in_lobby() ? store::JournalKey(*game.data().number) : store::JournalKey(game.name());
    if (std::exchange(entry.maybe_erased, false)) {
        core_.ports.storage.write(store::JournalTakeBack{key, game.ply()});
        entry.journalled = 0;
        entry.saved_state.clear();
    }
    if (game.ply() < entry.journalled) {
        core_.ports.storage.write(store::JournalTakeBack{key, game.ply()});
        entry.journalled = game.ply();
    }
    for (std::size_t& ply = entry.journalled; ply < game.ply(); ++ply)
        core_.ports.storage.write(
            store::JournalMove{key, ply, game.game().played()[ply].pit, game.record().notes[ply]});
}

/// In the lobby: asks the side to move, once.
void Games::ask(GameEntry& entry) {
    LiveGame& game = entry.game;
    if (!entry.begun || game.is_open()) return;
    const Side side = game.to_move();
    const Seat& seat = game.seat(side);
    if (seat.client != 0)
        return game.asked(
            core_.parts->clients.ask(seat.client, kgp::seen_by(game.game().board(), side)),
            core_.now);
    game.asked(0, core_.now);
    if (!seat.bot) return;
    const std::size_t ply = game.ply();
    const Time deadline = core_.now + core_.options.time.limit;
    core_.parts->bots.ask({game.id(), *seat.bot, game.game(), mix64(entry.seed, ply), deadline},
                          [this, id = game.id(), ply](const std::optional<Decision>& decision) {
                              if (decision) bot_moved(id, ply, *decision);
                          });
}

void Games::settle(GameEntry& entry) {
    LiveGame& game = entry.game;
    const SessionId client = game.seat(game.to_move()).client;
    if (client != 0) core_.parts->clients.stop(client, game.open_state(), false);
    game.settle(core_.timestamp(), core_.random(), false);
    ++counts_.moves;
    advance(entry);
}

void Games::bot_moved(GameId id, std::size_t ply, const Decision& decision) {
    GameEntry* entry = find(id);
    if (entry == nullptr || !entry->game.is_open() || entry->game.ply() != ply ||
        !entry->game.seat(entry->game.to_move()).bot)
        return;
    entry->game.prefer(decision.pit, decision.note);
    settle(*entry);
}

void Games::client_left(GameEntry& entry, Side side, FaultKind kind, std::string_view why) {
    LiveGame& game = entry.game;
    const kgp::Id state = game.open_state();
    const SessionId mover = game.seat(game.to_move()).client;
    game.seat(side).client = 0;
    if (game.over()) return;
    if (game.is_open() && mover != 0 && game.to_move() != side)
        core_.parts->clients.stop(mover, state, false);
    game.lose(side, Ending::gone, kind, std::string(why), core_.timestamp());
    advance(entry);
}

bool Games::check_clock(GameEntry& entry) {
    LiveGame& game = entry.game;
    const auto when = game.deadline();
    if (!when || core_.now < *when) return false;
    if (game.in_lobby()) {
        ++counts_.moves;
        if (const SessionId client = game.seat(game.to_move()).client; client != 0) {
            core_.parts->clients.check_alive(client);
            core_.parts->clients.stop(client, game.open_state(), true);
        }
    }
    game.check_clock(core_.timestamp(), core_.random());
    advance(entry);
    return true;
}

void Games::set_deadline(GameEntry& entry) {
    if (const auto when = entry.game.deadline())
        entry.deadline.wake_at(core_.deadlines, *when, entry.game.id());
    if (entry.absent_since != kNever)
        entry.deadline.wake_at(core_.deadlines, entry.absent_since + core_.options.lobby_absence,
                               entry.game.id());
}

void Games::wake(GameId id) {
    GameEntry* entry = find(id);
    if (entry == nullptr) {
        // The clock of a game that is not in memory has run out: loading the game ends it.
        const auto timer = timers_.extract(id);
        if (timer) load(timer.mapped(), [](const std::optional<Error>&) {});
        return;
    }
    entry->deadline.woken(core_.now);
    if (check_clock(*entry)) return;
    if (entry->absent_since != kNever) core_.parts->lobby.place_changed(*entry);
    set_deadline(*entry);
}

// Players of the program.

/// Two players of the program play only while somebody watches, and their clocks run only then.
void Games::let_think(GameEntry& entry) {
    LiveGame& game = entry.game;
    if (game.in_lobby()) return;
    const bool watched = game.has(SeatKind::person) || !entry.viewers.empty();
    game.pause(!watched, core_.timestamp());
    const bool wanted = game.thinking().has_value() && watched;
    const Side side = game.to_move();
    const std::size_t ply = game.ply();
    if (entry.thought) {
        if (wanted && entry.thought->side == side && entry.thought->ply == ply) return;
        core_.ports.compute.cancel(entry.thought->job);
        entry.thought.reset();
    }
    if (!wanted) return;
    milliseconds limit = Bots::kLongest;
    if (game.data().terms.time.kind == TimeControl::Kind::total)
        limit = std::clamp(game.left(side, core_.now) / 20, kShortestThought, limit);
    const auto spec = players::untrusted_player(game.seat(side).player, game.game().board().width,
                                                players::UntrustedUse::play, Bots::kLongest);
    // In place of a player that only an older version knew, a random one plays on.
    const auto job = core_.parts->bots.think(
        spec ? *spec : *players::parse_player("random"), game.game(), new_seed(core_.ports.random),
        limit, [this, id = game.id(), ply, side](std::optional<Decision> decision) {
            const GameEntry* there = find(id);
            if (there != nullptr && there->thought && there->thought->ply == ply &&
                there->thought->side == side)
                decided(id, std::move(decision));
        });
    entry.thought = {job, side, ply};
}

void Games::decided(GameId id, std::optional<Decision> decision) {
    GameEntry& entry = *find(id);
    const GameEntry::Thought thought = *std::exchange(entry.thought, std::nullopt);
    LiveGame& game = entry.game;
    if (!game.check_clock(core_.timestamp(), core_.random())) {
        if (!decision) decision = {random_pit(game.game().board(), core_.random())};
        if (game.move(thought.side, decision->pit, thought.ply, core_.timestamp(),
                      std::move(decision->note)))
            return let_think(entry);
    }
    advance(entry);
}

void Games::viewers_changed(GameEntry& entry) {
    const bool waits = entry.game.in_lobby() && entry.game.status() == Status::waiting;
    if (!waits || entry.person_here())
        entry.absent_since = kNever;
    else if (entry.absent_since == kNever)
        entry.absent_since = core_.now;
    if (entry.committing) return;
    let_think(entry);
    set_deadline(entry);
    core_.parts->spectators.tell(entry);
    core_.parts->lobby.place_changed(entry);
}

// The end.

void Games::end(GameEntry& entry) {
    LiveGame& game = entry.game;
    entry.absent_since = kNever;
    let_think(entry);
    core_.parts->lobby.place_changed(entry);
    const GameRecord& record = game.record();
    if (game.in_lobby() && game.data().paired) {
        if (!entry.begun) return;  // on_begun comes here again
        entry.committing = true;
        core_.ports.storage.write(store::EndedGame{game.id(), *game.data().number, record});
    } else if (record.decided() || !record.notes.empty()) {
        if (game.data().number) return committed(entry);
        entry.committing = true;
        core_.ports.storage.write(store::FinishedGame{saved(entry), record, game.seated()});
    } else {
        save(entry);
        core_.parts->spectators.tell(entry);
    }
}

void Games::on_begun(GameId id, StoredGameId number) {
    GameEntry* entry = find(id);
    if (entry == nullptr || entry->begun) return;
    entry->begun = true;
    entry->game.set_number(number);
    if (!entry->game.over())
        for (const Side side : kBothSides)
            if (entry->game.seat(side).client != 0)
                core_.parts->clients.game_begun(entry->game, side);
    advance(*entry);
    serve_waiting(*entry);
}

void Games::on_ended(GameId id) {
    GameEntry* entry = find(id);
    if (entry == nullptr || !entry->committing) return;
    ++counts_.ended;
    ++finished_;
    LiveGame& game = entry->game;
    const GameRecord& record = game.record();
    core_.log(LogLevel::info, "game over",
              {{"game", *game.data().number},
               {"south", record.names[0]},
               {"north", record.names[1]},
               {"points", std::to_string(record.points(Side::south)) + "-" +
                              std::to_string(record.points(Side::north))},
               {"ending", std::string(name(record.ending))},
               {"moves", static_cast<std::int64_t>(game.ply())}});
    for (const Side side : kBothSides)
        if (const SessionId client = std::exchange(game.seat(side).client, 0); client != 0)
            core_.parts->clients.game_over(game, client, side);
    if (entry->bot_host) core_.parts->lobby.bot_game_over(*entry->bot_host);
    committed(*entry);
    if (game.is_browser_game()) return;
    ended_.push_back(id);
    if (ended_.size() <= kRemembered) return;
    GameEntry& oldest = *find(ended_.front());
    ended_.pop_front();
    if (oldest.viewers.empty())
        remove(oldest);
    else
        ended_.push_back(oldest.game.id());
}

void Games::on_finished(const std::string& name, std::optional<StoredGameId> number) {
    GameEntry* entry = find(name);
    if (entry == nullptr || !entry->committing) return;
    if (number) {
        entry->game.set_number(*number);
        ++finished_;
    }
    committed(*entry);
}

/// The result is committed: announces it, and resumes requests that waited for it.
void Games::committed(GameEntry& entry) {
    entry.committing = false;
    save(entry);
    core_.parts->spectators.tell(entry);
    serve_waiting(entry);
}

void Games::serve_waiting(GameEntry& entry) {
    for (const auto& work : std::exchange(entry.waiting_requests, {})) core_.post(work);
}

void Games::stop_all() {
    std::vector<GameId> running;
    for (const auto& [id, entry] : games_)
        if (entry->game.in_lobby() && entry->game.data().paired && !entry->game.over())
            running.push_back(id);
    for (const GameId id : running) stop(*find(id), Ending::stopped);
}

/// Ends it without a result.
void Games::stop(GameEntry& entry, Ending ending) {
    LiveGame& game = entry.game;
    const SessionId mover = game.seat(game.to_move()).client;
    if (game.is_open() && mover != 0) core_.parts->clients.stop(mover, game.open_state(), false);
    game.end(ending, core_.timestamp());
    advance(entry);
}

void Games::end_by_administrator(GameEntry& entry) {
    for (const Side side : kBothSides)
        if (const SessionId client = entry.game.seat(side).client; client != 0)
            core_.parts->clients.tell(client, "An administrator has ended the game");
    entry.game.set_by_administrator();
    stop(entry, Ending::aborted);
}

bool Games::is_empty() const {
    return std::all_of(games_.begin(), games_.end(), [](const auto& each) {
        const GameEntry& entry = *each.second;
        return !entry.committing && !(entry.game.in_lobby() && entry.game.data().paired &&
                                      !(entry.game.over() && entry.begun));
    });
}

}  // namespace kalah::server
