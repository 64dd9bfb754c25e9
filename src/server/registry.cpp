// Games: what is found, made, loaded, saved and forgotten.
#include <utility>

#include "server/game_json.hpp"
#include "server/games.hpp"
#include "server/secrets.hpp"

namespace kalah::server {
namespace {

using namespace std::chrono_literals;

constexpr std::int64_t kDay = std::int64_t{24} * 60 * 60 * 1000;
constexpr std::int64_t kTouched = kDay / 24;
constexpr std::int64_t kForgottenAfter = 30 * kDay;
constexpr std::int64_t kSpared = 3 * kDay;  // a game that was played in, if there are too many
constexpr std::int64_t kSparedAlways = kDay / 24;  // the same, if there are far too many
constexpr std::size_t kFarTooMany = 10;            // times as many as there should be
constexpr std::chrono::seconds kWritten{5};        // the store has what was saved before

RetentionClass retention_of(const LiveGame& game) {
    if (game.over()) return RetentionClass::finished;
    const bool played = game.ply() > game.data().terms.game.played().size();
    return played ? RetentionClass::unfinished : RetentionClass::empty;
}

/// On the I/O lane.
Result<std::optional<LoadedGame>> read_game(const std::shared_ptr<store::Store>& store,
                                            const std::string& name) {
    store::SavedGames saved(store);
    const auto found = saved.load(name);
    if (!found) return found.error();
    if (!*found) return std::optional<LoadedGame>();
    LoadedGame loaded{**found};
    const auto moves = saved.moves(name);
    if (!moves) return moves.error();
    loaded.moves = *moves;
    return std::optional(std::move(loaded));
}

}  // namespace

GameEntry* Games::find(std::string_view name) {
    const auto found = names_.find(std::string(name));
    return found == names_.end() ? nullptr : find(found->second);
}

GameEntry* Games::find(GameId id) {
    const auto found = games_.find(id);
    return found == games_.end() ? nullptr : found->second.get();
}

GameEntry& Games::add(std::string name, GameTerms terms, const std::string& host) {
    const GameId id = core_.new_id();
    if (name.empty()) name = "#" + std::to_string(id);
    auto entry =
        std::make_unique<GameEntry>(LiveGame(id, name, std::move(terms), core_.timestamp()), host);
    entry->seed = core_.random();
    names_.emplace(std::move(name), id);
    return *games_.emplace(id, std::move(entry)).first->second;
}

void Games::remove(GameEntry& entry) {
    names_.erase(entry.game.name());
    games_.erase(entry.game.id());
}

Result<GameEntry*> Games::make(GameTerms terms, const std::string& host) {
    if (core_.closing) return coded("closing", "the server is about to end");
    make_space();
    if (++made_since_forgetting_ >= core_.options.most_saved_games / 100) forget_old();
    if (auto error = count_new(host)) return *error;
    for (Seat& seat : terms.seats)
        if (seat.kind == SeatKind::person) seat.key = new_key(core_.ports.random);
    GameEntry& entry = add(new_game_name(core_.ports.random), std::move(terms), host);
    advance(entry);
    return &entry;
}

GameEntry& Games::make_lobby_game(GameTerms terms) {
    return add("", std::move(terms), "");
}

std::size_t Games::in_lobby_of(const std::string& host) const {
    std::size_t count = 0;
    for (const auto& [id, entry] : games_)
        if (entry->host == host && entry->game.in_lobby() && !entry->game.over()) ++count;
    return count;
}

void Games::begin(GameEntry& entry, Seats seats, PerSide<std::optional<ClientInfo>> clients) {
    ++counts_.begun;
    entry.game.pair(std::move(seats), core_.timestamp());
    entry.absent_since = kNever;
    save(entry);
    core_.ports.storage.begin({entry.game.id(), entry.game.record(), std::move(clients)});
}

std::size_t& Games::Count::until(Time now, std::chrono::minutes over) {
    if (now - since >= over) *this = {now, 0};
    return made;
}

/// By host: another connection of it is the same.
std::optional<Error> Games::count_new(const std::string& host) {
    Host& made = hosts_[host];
    std::size_t& minute = made.minute.until(core_.now, 1min);
    std::size_t& day = made.day.until(core_.now, 24h);
    if (minute >= core_.options.most_new_a_minute)
        return coded("too_many_new_games", "too many new games: wait a minute",
                     {{"retry_seconds", "60"}});
    if (day >= core_.options.most_new_a_day)
        return coded("too_many_new_games", "too many new games: come back tomorrow",
                     {{"retry_seconds", "86400"}});
    ++minute;
    ++day;
    return std::nullopt;
}

SavedGame Games::saved(const GameEntry& entry) const {
    const LiveGame& game = entry.game;
    return {game.name(), saved_text(game, core_.now), core_.ports.wall_clock(), retention_of(game),
            game.data().number};
}

/// Moves alone change nothing of what is saved; now and then it is touched for them.
void Games::save(GameEntry& entry) {
    if (!entry.game.is_browser_game()) return;
    SavedGame now = saved(entry);
    std::string state = now.state + static_cast<char>('0' + static_cast<int>(now.retention));
    if (state == entry.saved_state && now.changed - entry.saved_at < kTouched) return;
    entry.saved_state = std::move(state);
    entry.saved_at = now.changed;
    core_.ports.storage.save(std::move(now));
}

void Games::load(const std::string& name, std::function<void(std::optional<Error>)> done) {
    if (find(name) != nullptr) return done(std::nullopt);
    auto& waiting = loading_[name];
    waiting.push_back(std::move(done));
    if (waiting.size() > 1) return;
    core_.ports.storage.read(
        [this, name](const std::shared_ptr<store::Store>& store) -> std::function<void()> {
            auto found = read_game(store, name);
            // A game of the lobby does not outlive the server, but what was played does.
            if (found && *found && (*found)->game.number) {
                LoadedGame game = **found;
                if (const auto stored = store->load(*game.game.number))
                    game.record = stored->record;
                found = std::optional(std::move(game));
            }
            return [this, name, found] { loaded(name, found); };
        });
}

void Games::loaded(const std::string& name, Result<std::optional<LoadedGame>> found) {
    const auto waiting = loading_.extract(name);
    std::optional<Error> error;
    if (!found)
        error = coded("store_unavailable", "the game cannot be read just now");
    else if (!*found)
        error = coded("no_such_game", "there is no such game, or not any more");
    if (!error && find(name) == nullptr) {
        auto data = read_saved(**found, core_.options);
        if (!data) {
            core_.log(LogLevel::error, "a saved game cannot be read",
                      {{"game", name}, {"why", to_text(data.error())}});
            error = coded("store_unavailable", "the game cannot be read");
        } else {
            restore(name, *data);
        }
    }
    if (waiting)
        for (const auto& done : waiting.mapped()) done(error);
}

void Games::restore(const std::string& name, const GameData& data) {
    make_space();
    const GameId id = core_.new_id();
    names_.emplace(name, id);
    auto made = std::make_unique<GameEntry>(LiveGame(id, name, data, core_.timestamp()), "");
    GameEntry& entry = *games_.emplace(id, std::move(made)).first->second;
    LiveGame& game = entry.game;
    entry.journalled = game.ply();
    entry.begun = data.paired;
    if (const auto runs = running_.extract(name)) game.run_until(runs.mapped());
    // The referee of a game of the lobby died with an earlier server.
    if (game.in_lobby() && data.paired && !game.over())
        game.end(Ending::aborted, std::nullopt, core_.timestamp());
    if (!game.over()) {
        if (!check_clock(entry)) advance(entry);
    } else if (data.ended_by_journal) {
        end(entry);
    }
}

/// What cannot be forgotten now will be later.
void Games::forget_old() {
    made_since_forgetting_ = 0;
    const std::int64_t wall = core_.ports.wall_clock();
    std::erase_if(hosts_,
                  [this](const auto& each) { return core_.now - each.second.day.since >= 24h; });
    const std::size_t most = core_.options.most_saved_games;
    core_.ports.storage.read(
        [wall, most](const std::shared_ptr<store::Store>& store) -> std::function<void()> {
            store::SavedGames games(store);
            const auto left = games.erase_old(wall - kForgottenAfter, most, wall - kSpared);
            if (left && *left > kFarTooMany * most)
                (void)games.erase_old(wall - kForgottenAfter, kFarTooMany * most,
                                      wall - kSparedAlways);
            return [] {};
        });
}

/// Idle games are in the store as well. Clocks run on.
void Games::make_space() {
    if (games_.size() < core_.options.most_in_memory) return;
    std::vector<GameEntry*> idle;
    for (const auto& [id, entry] : games_)
        if (entry->idle() && entry->game.is_browser_game() &&
            core_.now - entry->changed >= kWritten)
            idle.push_back(entry.get());
    for (GameEntry* entry : idle) {
        if (const auto when = entry->game.deadline(); when && entry->game.running()) {
            const TimerId timer = core_.new_id();
            running_[entry->game.name()] = *when;
            timers_.emplace(timer, entry->game.name());
            core_.deadlines.set(*when, timer);
        }
        remove(*entry);
    }
}

}  // namespace kalah::server
