// Games: how they are found, made, named, loaded, saved and forgotten.
#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "server/game_json.hpp"
#include "server/games.hpp"

namespace kalah::server {
namespace {

constexpr std::int64_t kDay = std::int64_t{24} * 60 * 60 * 1000;
constexpr std::int64_t kTouched = kDay / 24;
constexpr std::int64_t kForgottenAfter = 30 * kDay;
constexpr std::size_t kBetweenTrims = 10;    // new games of a host
constexpr std::chrono::seconds kWritten{5};  // then the store has what was saved

constexpr std::string_view kHex = "0123456789abcdef";
constexpr std::string_view kLetters = "abcdefghijkmnpqrstuvwxyz23456789";  // 32
constexpr std::size_t kNameLetters = 13;

RetentionClass retention_of(const LiveGame& game) {
    if (game.over()) return RetentionClass::finished;
    const bool played = game.ply() > game.data().terms.game.played().size();
    return played ? RetentionClass::unfinished : RetentionClass::empty;
}

/// On the I/O lane.
Result<std::optional<LoadedGame>> read_game(const std::shared_ptr<store::Readable>& store,
                                            const std::string& name) {
    const auto found = store->take_saved_game(name);
    if (!found) return found.error();
    if (!*found) return std::optional<LoadedGame>();
    const auto moves = store->saved_moves(name);
    if (!moves) return moves.error();
    LoadedGame loaded{**found, *moves};
    // A game of the lobby does not outlive the server, but what was played does.
    if (loaded.game.number)
        if (const auto stored = store->load(*loaded.game.number)) loaded.record = stored->record;
    return std::optional(std::move(loaded));
}

}  // namespace

std::string new_key(const RandomBytes& random) {
    std::array<unsigned char, 16> bytes{};
    random(bytes);
    std::string key;
    for (const unsigned byte : bytes) {
        key += kHex[byte / 16];
        key += kHex[byte % 16];
    }
    return key;
}

std::string new_game_name(const RandomBytes& random) {
    std::array<unsigned char, kNameLetters> bytes{};
    random(bytes);
    std::string name;
    for (const unsigned byte : bytes) name += kLetters[byte % kLetters.size()];
    return name;
}

std::uint64_t new_seed(const RandomBytes& random) {
    std::array<unsigned char, 8> bytes{};
    random(bytes);
    return std::bit_cast<std::uint64_t>(bytes);
}

bool is_key(std::string_view text) {
    return text.size() == 32 && text.find_first_not_of(kHex) == std::string_view::npos;
}

bool is_game_name(std::string_view text) {
    return text.size() == kNameLetters &&
           text.find_first_not_of(kLetters) == std::string_view::npos;
}

GameEntry* Games::find(std::string_view name) {
    const auto found = names_.find(std::string(name));
    return found == names_.end() ? nullptr : find(found->second);
}

GameEntry* Games::find(GameId id) {
    const auto found = games_.find(id);
    return found == games_.end() ? nullptr : found->second.get();
}

GameEntry* Games::find_at_present(std::string_view name) {
    GameEntry* entry = find(name);
    if (entry != nullptr) check_clock(*entry);
    return entry;
}

GameEntry& Games::add(std::string name, const GameTerms& terms, const std::string& host) {
    const GameId id = core_.new_id();
    if (name.empty()) name = "#" + std::to_string(id);
    auto entry = std::make_unique<GameEntry>(LiveGame(id, name, terms, core_.timestamp()), host);
    entry->seed = core_.random();
    names_.emplace(std::move(name), id);
    return *games_.emplace(id, std::move(entry)).first->second;
}

void Games::remove(GameEntry& entry) {
    names_.erase(entry.game.name());
    names_.erase(entry.alias);
    games_.erase(entry.game.id());
}

Result<GameEntry*> Games::make(GameTerms terms, const std::string& host) {
    if (core_.closing) return coded("closing", "the server is about to end");
    make_space();
    if (auto error = count_new(host)) return *error;
    for (Seat& seat : terms.seats)
        if (seat.kind == SeatKind::person) seat.key = new_key(core_.ports.random);
    GameEntry& entry = add(new_game_name(core_.ports.random), terms, host);
    advance(entry);
    return &entry;
}

GameEntry& Games::make_lobby_game(const GameTerms& terms) {
    return add("", terms, "");
}

void Games::merge(GameEntry& entry, GameEntry& other) {
    entry.alias = other.game.name();
    for (auto& [session, viewer] : other.viewers) {
        viewer.by_alias = true;
        entry.viewers.emplace(session, viewer);
    }
    entry.told.clear();  // the new viewers know other values
    remove(other);
    names_.emplace(entry.alias, entry.game.id());
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

/// Counts by host, so that more connections do not help.
std::optional<Error> Games::count_new(const std::string& host) {
    std::size_t& minute = new_a_minute_.of(host, core_.now);
    std::size_t& day = new_a_day_.of(host, core_.now);
    const auto& options = core_.options;
    if (minute >= options.most_new_a_minute || day >= options.most_new_a_day) ++core_.refused.games;
    if (minute >= options.most_new_a_minute)
        return coded("too_many_new_games", "too many new games: wait a minute",
                     {{"retry_seconds", "60"}});
    if (day >= options.most_new_a_day)
        return coded("too_many_new_games", "too many new games: come back tomorrow",
                     {{"retry_seconds", "86400"}});
    if (day % kBetweenTrims == 0) {
        core_.ports.storage.write(store::SavedTrim{core_.ports.wall_clock() - kForgottenAfter, host,
                                                   options.most_saved_of_a_host,
                                                   options.most_saved});
        // The trim may erase games that are still in memory: their next change writes them whole
        // again.
        for (const auto& [id, entry] : games_) entry->maybe_erased = entry->game.is_browser_game();
    }
    ++minute;
    ++day;
    return std::nullopt;
}

SavedGame Games::saved(const GameEntry& entry) const {
    const LiveGame& game = entry.game;
    return {game.name(),        saved_text(game, core_.now), core_.ports.wall_clock(),
            retention_of(game), game.data().number,          entry.host};
}

/// Moves alone do not change the saved state; for them it is written again only once in a while.
void Games::save(GameEntry& entry) {
    if (!entry.game.is_browser_game()) return;
    SavedGame now = saved(entry);
    std::string state = now.state + static_cast<char>('0' + static_cast<int>(now.retention));
    if (state == entry.saved_state && now.changed - entry.saved_at < kTouched) return;
    entry.saved_state = std::move(state);
    entry.saved_at = now.changed;
    if (!entry.alias.empty()) {
        SavedGame second = now;
        second.name = entry.alias;
        core_.ports.storage.write(std::move(second));
    }
    core_.ports.storage.write(std::move(now));
}

void Games::load(const std::string& name, std::function<void(std::optional<Error>)> done) {
    if (find(name) != nullptr) return done(std::nullopt);
    Loading& loading = loading_.try_emplace(name, Loading{core_.now}).first->second;
    loading.waiting.push_back(std::move(done));
    if (loading.waiting.size() > 1) return;
    core_.ports.storage.read(
        [this, name](const std::shared_ptr<store::Readable>& store) -> std::function<void()> {
            return [this, name, found = read_game(store, name)] { loaded(name, found); };
        });
}

void Games::loaded(const std::string& name, const Result<std::optional<LoadedGame>>& found) {
    const auto waiting = loading_.extract(name);
    std::optional<Error> error;
    if (!found && found.error().code == "played_elsewhere")
        error = found.error();
    else if (!found)
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
            restore(name, *data, waiting ? waiting.mapped().asked : core_.now);
        }
    }
    if (waiting)
        for (const auto& done : waiting.mapped().waiting) done(error);
}

void Games::on_taken(const std::string& name) {
    GameEntry* entry = find(name);
    if (entry == nullptr || entry->game.in_lobby()) return;
    core_.log(LogLevel::warning, "another server has taken a game", {{"game", name}});
    const auto viewers = std::move(entry->viewers);
    const auto waiting = std::move(entry->waiting_requests);
    remove(*entry);
    for (const auto& [session, viewer] : viewers) core_.parts->pages.dismiss(session);
    for (const auto& work : waiting) core_.post(work);
}

/// Charges neither clock for the time that the request waited for the store.
void Games::restore(const std::string& name, const GameData& data, Time asked) {
    make_space();
    const GameId id = core_.new_id();
    names_.emplace(name, id);
    auto made = std::make_unique<GameEntry>(LiveGame(id, name, data, core_.timestamp()), "");
    GameEntry& entry = *games_.emplace(id, std::move(made)).first->second;
    LiveGame& game = entry.game;
    entry.journalled = game.ply();
    entry.begun = data.paired;
    if (const auto runs = running_.extract(name)) {
        const Time until = runs.mapped();
        game.run_until(asked < until ? until + (core_.now - asked) : until);
    }
    // The server that refereed this game of the lobby has ended.
    if (game.in_lobby() && data.paired && !game.over())
        game.end(Ending::aborted, core_.timestamp());
    if (!game.over()) {
        if (!check_clock(entry)) advance(entry);
    } else if (data.ended_by_journal) {
        end(entry);
    }
}

/// Removes idle games from memory: the store has them as well. Their clocks run on.
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
