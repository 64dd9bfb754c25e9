#include <algorithm>
#include <utility>
#include <vector>

#include "server/game_server.hpp"
#include "server/game_text.hpp"

namespace kalah::server {
namespace {

constexpr milliseconds kTryAgain{50};       // when the store had no room for a game
constexpr milliseconds kNextBotTry{1'000};  // when no bot game could begin

/// True if the first becomes south: it has been south less often, else it was not south last time,
/// else it has waited longer.
bool first_is_south(const LobbyPlace& first, const LobbyPlace& second) {
    const int first_balance = 2 * first.south_games - first.games;
    const int second_balance = 2 * second.south_games - second.games;
    if (first_balance != second_balance) return first_balance < second_balance;
    if (first.last_side != second.last_side) return first.last_side == Side::north;
    return true;
}

}  // namespace

void Lobby::join(LobbyPlace place) {
    if (core_.closing) return;
    const auto before = places_.find(place.id());
    const bool waits = before != places_.end();
    if (waits) place = *before->second;
    const auto found = std::find_if(queue_.begin(), queue_.end(), [&](const LobbyPlace& other) {
        return other.id() != place.id() && may_play(other, place);
    });
    if (found != queue_.end()) {
        if (core_.ports.storage.has_room()) {
            const LobbyPlace first = *found;
            leave(first.id());
            leave(place.id());
            return pair(first, place);
        }
        pairing_.wake_at(core_.deadlines, core_.now + kTryAgain, kPairingTimer);
    }
    if (waits) return;
    const std::uint64_t id = place.id();
    places_.emplace(id, queue_.insert(queue_.end(), std::move(place)));
    if (bot_due(id) != kNever) core_.deadlines.set(bot_due(id), id);
}

void Lobby::leave(std::uint64_t id) {
    const auto found = places_.find(id);
    if (found == places_.end()) return;
    queue_.erase(found->second);
    places_.erase(found);
}

void Lobby::place_changed(GameEntry& entry) {
    const LiveGame& game = entry.game;
    if (!game.in_lobby() || game.status() != Status::waiting) return leave(game.id());
    if (entry.person_here())
        return join({.game = game.id(), .host = entry.host, .queued = core_.now});
    if (entry.absent_since == kNever ||
        core_.now < entry.absent_since + core_.options.lobby_absence)
        return;
    entry.absent_since = kNever;
    leave(game.id());
}

GameEntry* Lobby::waiting_person() {
    for (const LobbyPlace& place : queue_)
        if (place.game != 0)
            if (GameEntry* entry = games_.find(place.game); entry && entry->person_here())
                return entry;
    return nullptr;
}

Time Lobby::bot_due(std::uint64_t id) const {
    const auto found = places_.find(id);
    if (found == places_.end() || core_.options.bots.empty()) return kNever;
    return found->second->queued + core_.options.bot_after;
}

void Lobby::pair_all() {
    pairing_.woken(core_.now);
    if (!core_.ports.storage.has_room())
        return pairing_.wake_at(core_.deadlines, core_.now + kTryAgain, kPairingTimer);
    std::vector<LobbyPlace> waiting(queue_.begin(), queue_.end());
    for (const LobbyPlace& place : waiting) leave(place.id());
    for (LobbyPlace& place : waiting) join(std::move(place));
}

void Lobby::pair_with_bot(std::uint64_t id) {
    LobbyPlace& waits = *places_.at(id);
    std::size_t& of_host = bot_games_[waits.host];
    if (of_host >= core_.options.most_bot_games_of_a_host || !core_.ports.storage.has_room() ||
        core_.closing) {
        waits.queued = core_.now + kNextBotTry - core_.options.bot_after;
        core_.deadlines.set(bot_due(id), id);
        return;
    }
    ++of_host;
    const LobbyPlace place = waits;
    leave(id);
    const std::size_t bot = next_bot_++ % core_.options.bots.size();
    const Side turn = place.south_games * 2 > place.games ? Side::north : Side::south;
    const Side side = core_.options.side_against_bots.value_or(turn);
    GameEntry& entry = entry_for(place, place);
    Seats seats{};
    PerSide<std::optional<ClientInfo>> clients{};
    take_seats(entry, place, side, seats, clients);
    Seat& other_seat = seats[opponent(side)];
    other_seat = {SeatKind::lobby, core_.options.bots[bot]};
    other_seat.bot = bot;
    entry.bot_host = place.host;
    games_.begin(entry, std::move(seats), std::move(clients));
}

void Lobby::bot_game_over(const std::string& host) {
    const auto found = bot_games_.find(host);
    if (found != bot_games_.end() && --found->second == 0) bot_games_.erase(found);
}

/// Clients without a token count as different from all others. Two people may have waited in games
/// of their own since an earlier server; a page with a seat in both does not play itself. The game
/// of a place is in memory as long as the place is kept (GameEntry::idle).
bool Lobby::may_play(const LobbyPlace& a, const LobbyPlace& b) const {
    if (a.game == 0 || b.game == 0) return a.info.token.empty() || a.info.token != b.info.token;
    const GameEntry& one = *games_.find(a.game);
    const GameEntry& other = *games_.find(b.game);
    const auto has_seat = [](const Viewer& viewer) { return viewer.sides[0] || viewer.sides[1]; };
    const auto is_in_other = [&](const auto& each) {
        const auto found = other.viewers.find(each.first);
        return has_seat(each.second) && found != other.viewers.end() && has_seat(found->second);
    };
    return one.person_here() && other.person_here() &&
           one.game.game().rules() == other.game.game().rules() &&
           one.game.game().start() == other.game.game().start() &&
           std::none_of(one.viewers.begin(), one.viewers.end(), is_in_other);
}

void Lobby::pair(const LobbyPlace& first, const LobbyPlace& second) {
    GameEntry& entry = entry_for(second, first);
    Seats seats{};
    PerSide<std::optional<ClientInfo>> clients{};
    const Side side = first_is_south(first, second) ? Side::south : Side::north;
    take_seats(entry, first, side, seats, clients);
    take_seats(entry, second, opponent(side), seats, clients);
    if (first.game != 0 && second.game != 0) games_.merge(entry, *games_.find(first.game));
    games_.begin(entry, std::move(seats), std::move(clients));
}

/// The game of the first of the two that has one, else a new game.
GameEntry& Lobby::entry_for(const LobbyPlace& a, const LobbyPlace& b) {
    for (const GameId game : {a.game, b.game})
        if (game != 0) return *games_.find(game);
    return games_.make_lobby_game(lobby_terms(core_.options));
}

void Lobby::take_seats(GameEntry& entry, const LobbyPlace& place, Side side, Seats& seats,
                       PerSide<std::optional<ClientInfo>>& clients) {
    if (place.client != 0) {
        seats[side] = {SeatKind::lobby, place.info.name.empty() ? "anonymous" : place.info.name};
        seats[side].client = place.client;
        clients[side] = place.info;
        return core_.parts->clients.seated(place.client, entry.game.id(), side);
    }
    GameEntry& own = *games_.find(place.game);
    const Side before =
        own.game.seat(Side::south).kind == SeatKind::person ? Side::south : Side::north;
    seats[side] = own.game.seat(before);
    if (before != side)
        for (auto& [session, viewer] : own.viewers) std::swap(viewer.sides[0], viewer.sides[1]);
}

}  // namespace kalah::server
