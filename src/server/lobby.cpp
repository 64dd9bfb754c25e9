#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "kalah/notation.hpp"
#include "server/game_json.hpp"
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

PerSide<int> games_against(std::size_t bot, const BotGames& all) {
    return bot < all.size() ? all[bot] : PerSide<int>{};
}

void count_in(BotGames& all, std::size_t bot, Side side) {
    if (all.size() <= bot) all.resize(bot + 1);
    ++all[bot][side];
}

}  // namespace

void LobbyPlace::count(Side side, std::optional<std::size_t> bot) {
    last_side = side;
    ++games;
    if (side == Side::south) ++south_games;
    if (bot) count_in(against_bots, *bot, side);
}

void Lobby::join(LobbyPlace place) {
    if (core_.closing) return;
    const auto before = places_.find(place.id());
    const bool waits = before != places_.end();
    if (waits) place = *before->second;
    const auto found = opponent_for(place);
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

std::list<LobbyPlace>::iterator Lobby::opponent_for(const LobbyPlace& place) {
    if (const auto chosen = places_.find(place.wanted); chosen != places_.end())
        return chosen->second;
    return std::find_if(queue_.begin(), queue_.end(), [&](const LobbyPlace& other) {
        return other.id() != place.id() && may_play(other, place);
    });
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
        return join({.wanted = entry.wanted,
                     .game = game.id(),
                     .host = entry.maker.host,
                     .queued = core_.now});
    if (entry.absent_since == kNever ||
        core_.now < entry.absent_since + core_.options.lobby_absence)
        return;
    entry.absent_since = kNever;
    leave(game.id());
}

bool Lobby::waits_for(const GameEntry& entry, const WebSession& session) const {
    const auto is_same = [&](const auto& each) {
        const WebSession* there = core_.parts->pages.find(each.first);
        return there != nullptr && there->visitor == session.visitor;
    };
    return has(entry.game.id()) && entry.person_here() &&
           std::none_of(entry.viewers.begin(), entry.viewers.end(), is_same);
}

GameEntry* Lobby::waiting_person(const WebSession& session) {
    for (const LobbyPlace& place : queue_)
        if (place.game != 0)
            if (GameEntry* entry = games_.find(place.game); entry && waits_for(*entry, session))
                return entry;
    return nullptr;
}

Json Lobby::waiting_json(std::size_t most) const {
    Json list = Json::array();
    for (const LobbyPlace& place : queue_) {
        const GameEntry* entry = games_.find(place.game);
        if (entry != nullptr && !entry->person_here()) continue;
        if (most-- == 0) return list;
        list.push(entry != nullptr ? server::waiting_json(entry->game) : place_json(place));
    }
    std::map<GameId, const LiveGame*> offered;  // ids grow: the oldest first
    for (const auto& [id, entry] : games_.all())
        if (entry->game.is_offered() && entry->person_here()) offered.emplace(id, &entry->game);
    for (const auto& [id, game] : offered) {
        if (most-- == 0) break;
        list.push(server::waiting_json(*game));
    }
    return list;
}

/// A KGP client that waits.
Json Lobby::place_json(const LobbyPlace& place) const {
    const std::chrono::duration<double> limit = core_.options.time.limit;
    return Json::object()
        .set("id", "#" + std::to_string(place.client))
        .set("kind", "program")
        .set("name", place.info.name)
        .set("reserved", false)
        .set("rules", to_text(core_.options.rules))
        .set("start", start_text(core_.options.start))
        .set("side", Json())
        .set("clock", Json())
        .set("limit", limit.count());
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
    const std::size_t bot = bot_for(place);
    const Side side = side_against(bot, place);
    count_in(against_bots_, bot, side);
    GameEntry& entry = entry_for(place, place);
    Seats seats{};
    PerSide<std::optional<ClientInfo>> clients{};
    Seat& other_seat = seats[opponent(side)];
    other_seat = {SeatKind::lobby, core_.options.bots[bot]};
    other_seat.bot = bot;
    take_seats(entry, place, side, seats, clients);
    entry.bot_host = place.host;
    games_.begin(entry, std::move(seats), std::move(clients));
}

/// The bot that this place has met least often, else the one that has played least.
std::size_t Lobby::bot_for(const LobbyPlace& place) const {
    const auto met = [&](std::size_t bot) {
        const PerSide<int> own = games_against(bot, place.against_bots);
        const PerSide<int> all = games_against(bot, against_bots_);
        return std::pair(own[0] + own[1], all[0] + all[1]);
    };
    std::size_t best = 0;
    for (std::size_t bot = 1; bot < core_.options.bots.size(); ++bot)
        if (met(bot) < met(best)) best = bot;
    return best;
}

/// The side that this place has had less often against the bot, else less often at all, else the
/// one that all opponents of the bot have had less often: clients that come anew for each game, and
/// people, whose places have no history, get both sides too.
Side Lobby::side_against(std::size_t bot, const LobbyPlace& place) const {
    if (core_.options.side_against_bots) return *core_.options.side_against_bots;
    const auto excess = [](const PerSide<int>& games) { return games[0] - games[1]; };
    for (const int of_south :
         {excess(games_against(bot, place.against_bots)), 2 * place.south_games - place.games,
          excess(games_against(bot, against_bots_))})
        if (of_south != 0) return of_south > 0 ? Side::north : Side::south;
    return Side::south;
}

void Lobby::bot_game_over(const std::string& host) {
    const auto found = bot_games_.find(host);
    if (found != bot_games_.end() && --found->second == 0) bot_games_.erase(found);
}

/// Clients without a token count as different from all others. Two people may have waited in games
/// of their own since an earlier server; a browser with a seat in both does not play itself. The
/// game of a place is in memory as long as the place is kept (GameEntry::idle).
bool Lobby::may_play(const LobbyPlace& a, const LobbyPlace& b) const {
    if (a.game == 0 || b.game == 0) return a.info.token.empty() || a.info.token != b.info.token;
    const GameEntry& one = *games_.find(a.game);
    const GameEntry& other = *games_.find(b.game);
    const auto seated = [this](const GameEntry& entry) {
        std::set<std::string> visitors;
        for (const auto& [session, viewer] : entry.viewers)
            if (const WebSession* there = core_.parts->pages.find(session);
                there != nullptr && (viewer.sides[0] || viewer.sides[1]))
                visitors.insert(there->visitor);
        return visitors;
    };
    const std::set<std::string> people = seated(one);
    const auto others = seated(other);
    const auto is_in_one = [&](const std::string& visitor) { return people.contains(visitor); };
    return one.person_here() && other.person_here() &&
           one.game.game().rules() == other.game.game().rules() &&
           one.game.game().start() == other.game.game().start() &&
           std::none_of(others.begin(), others.end(), is_in_one);
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
        return core_.parts->clients.seated(place.client, entry.game.id(), side,
                                           seats[opponent(side)].bot);
    }
    GameEntry& own = *games_.find(place.game);
    const Side before =
        own.game.seat(Side::south).kind == SeatKind::person ? Side::south : Side::north;
    seats[side] = own.game.seat(before);
    if (before != side)
        for (auto& [session, viewer] : own.viewers) std::swap(viewer.sides[0], viewer.sides[1]);
}

}  // namespace kalah::server
