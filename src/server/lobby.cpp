#include "server/lobby.hpp"

#include <utility>
#include <vector>

#include "server/new_game.hpp"

namespace kalah::server {
namespace {

constexpr milliseconds kTryAgain{50};       // when the store had no room for a game
constexpr milliseconds kNextBotTry{1'000};  // when a host has as many games with bots as it may

/// Clients without a token count as different from all others. People have a game each: they meet
/// when the second one makes it.
bool may_play(const LobbyPlace& a, const LobbyPlace& b) {
    if (a.game != 0 && b.game != 0) return false;
    return a.info.token.empty() || a.info.token != b.info.token;
}

/// Who begins: who has done so less, then who did not the last time, then who waited longer.
bool first_is_south(const LobbyPlace& first, const LobbyPlace& second) {
    const int first_balance = 2 * first.south_games - first.games;
    const int second_balance = 2 * second.south_games - second.games;
    if (first_balance != second_balance) return first_balance < second_balance;
    if (first.last_side != second.last_side) return first.last_side == Side::north;
    return true;
}

}  // namespace

void Lobby::join(LobbyPlace place) {
    if (core_.closing || has(place.id())) return;
    if (!queue_.empty() && may_play(queue_.front(), place)) {
        if (core_.ports.storage.has_room()) {
            const LobbyPlace first = queue_.front();
            leave(first.id());
            return first_is_south(first, place) ? seat(first, place) : seat(place, first);
        }
        pairing_.wake_at(core_.deadlines, core_.now + kTryAgain, kPairingTimer);
    }
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
    // All anew: joining looks only at the first one, who speaks for the others (queue_).
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

void Lobby::seat(const LobbyPlace& south, const LobbyPlace& north) {
    GameEntry& entry = entry_for(south, north);
    Seats seats{};
    PerSide<std::optional<ClientInfo>> clients{};
    take_seats(entry, south, Side::south, seats, clients);
    take_seats(entry, north, Side::north, seats, clients);
    games_.begin(entry, std::move(seats), std::move(clients));
}

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
        return events_.seated(place.client, entry.game.id(), side);
    }
    const Side before =
        entry.game.seat(Side::south).kind == SeatKind::person ? Side::south : Side::north;
    seats[side] = entry.game.seat(before);
    if (before != side)
        for (auto& [session, viewer] : entry.viewers) std::swap(viewer.sides[0], viewer.sides[1]);
}

}  // namespace kalah::server
