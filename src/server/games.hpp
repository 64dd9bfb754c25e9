// Games: the live games of a server, and their referee: it journals every move, asks the side to
// move (a KGP client, a bot, a player), watches the clocks, ends games and announces a result after
// its commit. Finds, loads, saves and forgets browser games, and counts how many a host makes. The
// server's thread only.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/bots.hpp"
#include "server/core.hpp"

namespace kalah::server {

// Names of games and keys of seats: random texts that cannot be guessed.
/// 128 bits, 32 hexadecimal digits.
[[nodiscard]] std::string new_key(const RandomBytes& random);
/// 65 bits, 13 letters and digits that read well in an address.
[[nodiscard]] std::string new_game_name(const RandomBytes& random);
[[nodiscard]] std::uint64_t new_seed(const RandomBytes& random);
/// True if new_key could have made it.
[[nodiscard]] bool is_key(std::string_view text);
/// True if new_game_name could have made it.
[[nodiscard]] bool is_game_name(std::string_view text);

struct Viewer {
    PerSide<bool> sides{};       // that its keys open
    PerSide<bool> told_sides{};  // as it was told last
    bool by_alias = false;       // knows the game by its second name
};

/// A live game, with its viewers and what the server keeps about it.
/// Who makes a game. A person may have several connections (tabs), a host several people.
struct Maker {
    std::string host = {};     // empty: not known any more
    std::string visitor = {};  // WebSession::visitor
};

struct GameEntry {
    GameEntry(LiveGame live, Maker by) : game(std::move(live)), maker(std::move(by)) {}
    /// True if nothing is lost when it leaves memory.
    [[nodiscard]] bool idle() const;
    /// Somebody with a key is connected.
    [[nodiscard]] bool person_here() const;
    [[nodiscard]] PerSide<bool> here() const;

    [[nodiscard]] const std::string& name_for(const Viewer& viewer) const {
        return viewer.by_alias ? alias : game.name();
    }

    LiveGame game;
    std::string alias = {};  // second name: of the game in which the other person waited
    Maker maker;
    SessionId wanted = 0;     // the KGP client that it waits for; 0: for anyone
    PerSide<Time> said_at{};  // when they last said a phrase
    std::map<SessionId, Viewer> viewers = {};
    struct Thought {
        Scheduler::JobId job;
        Side side;
        std::size_t ply;
    };
    std::optional<Thought> thought = {};  // of a player whose move it is
    Deadline deadline = {};
    std::size_t journalled = 0;  // moves
    bool maybe_erased = false;   // by a trim, so that all of it must be written again
    bool begun = false;          // has a row in the store; of the lobby
    bool committing = false;     // over, and its result not safe yet
    /// True while requests must wait for an answer of the store.
    [[nodiscard]] bool busy() const {
        return committing || (game.in_lobby() && game.data().paired && !begun);
    }
    Time absent_since = kNever;                // no person with a key has been here, while it waits
    std::uint64_t seed = 0;                    // of a bot
    std::optional<std::string> bot_host = {};  // a bot plays here against somebody of this host
    std::vector<std::function<void()>> waiting_requests = {};
    Time changed = {};
    std::string saved_state = {};  // as it was saved last, and when
    std::int64_t saved_at = 0;
    // What viewers were told last (spectators.hpp).
    std::size_t told_plies = 0;
    std::map<std::string, std::string> told = {};
};

struct GameCounts {
    std::uint64_t games = 0;  // being played, of the lobby
    std::uint64_t begun = 0;  // since the start
    std::uint64_t ended = 0;
    std::uint64_t moves = 0;  // that players were asked for
};

class Games {
  public:
    explicit Games(Core& core) : core_(core) {}

    [[nodiscard]] GameEntry* find(std::string_view name);
    [[nodiscard]] GameEntry* find(GameId id);
    /// Checks its clock first, which ends a game or a move whose time is over.
    [[nodiscard]] GameEntry* find_at_present(std::string_view name);
    [[nodiscard]] const std::unordered_map<GameId, std::unique_ptr<GameEntry>>& all() const {
        return games_;
    }
    [[nodiscard]] GameCounts counts() const;
    /// Games of browsers and of the lobby with their result in the store, since the start.
    [[nodiscard]] std::uint64_t finished() const { return finished_; }
    [[nodiscard]] bool is_empty() const;

    // New games.
    /// A browser game, with new keys; counts against its host.
    [[nodiscard]] Result<GameEntry*> make(GameTerms terms, const Maker& maker);
    /// A game of KGP clients or a bot.
    [[nodiscard]] GameEntry& make_lobby_game(const GameTerms& terms);
    /// The person who waited in `other` plays in `entry`, which has both names from now on.
    void merge(GameEntry& entry, GameEntry& other);
    /// Why this maker may not have another game that waits for the lobby or is played there.
    [[nodiscard]] std::optional<Error> may_join_lobby(const Maker& maker) const;
    /// Seats both players of a game of the lobby. It begins when it has its row in the store.
    void begin(GameEntry& entry, Seats seats, PerSide<std::optional<ClientInfo>> clients);
    /// Reads a saved game; calls `done` when it is there, or with an error when there is none.
    void load(const std::string& name, std::function<void(std::optional<Error>)> done);

    // After a change of a game: journals, saves, asks, ends, tells.
    void advance(GameEntry& entry);
    /// Ends the move that is open: the client's last choice counts.
    void settle(GameEntry& entry);
    void bot_moved(GameId id, std::size_t ply, const Decision& decision);
    void client_left(GameEntry& entry, Side side, FaultKind kind, std::string_view why);
    /// Viewers have come or gone.
    void viewers_changed(GameEntry& entry);
    /// True if the time was over, which has ended a game or a move.
    bool check_clock(GameEntry& entry);
    void wake(GameId id);
    void stop_all();
    /// Ends a game that is not over without a result, and tells its players why.
    void end_by_administrator(GameEntry& entry);
    /// Takes the name of a person out of the games in memory.
    void forget_person(store::IdentityId identity);
    /// Something beside the game has changed.
    void save(GameEntry& entry);

    // From storage.
    void on_begun(GameId id, StoredGameId number);
    void on_ended(GameId id);
    void on_finished(const std::string& name, std::optional<StoredGameId> number);
    /// Another server has taken the game, after this one had been away for too long: what is here
    /// is out of date. Viewers come back, and ask anew.
    void on_taken(const std::string& name);

    /// This many of the games that ended last stay, for viewers that come late.
    static constexpr std::size_t kRemembered = 32;

  private:
    GameEntry& add(std::string name, const GameTerms& terms, Maker maker);
    void remove(GameEntry& entry);
    [[nodiscard]] std::optional<Error> count_new(const Maker& maker);
    void write_journal(GameEntry& entry);
    void serve_waiting(GameEntry& entry);
    [[nodiscard]] SavedGame saved(const GameEntry& entry) const;
    void ask(GameEntry& entry);
    void let_think(GameEntry& entry);
    void decided(GameId id, std::optional<Decision> decision);
    void end(GameEntry& entry);
    void stop(GameEntry& entry, Ending ending);
    void committed(GameEntry& entry);
    void set_deadline(GameEntry& entry);
    void make_space();
    void restore(const std::string& name, const GameData& data, Time asked);
    void loaded(const std::string& name, const Result<std::optional<LoadedGame>>& found);

    Core& core_;
    std::unordered_map<GameId, std::unique_ptr<GameEntry>> games_;
    std::unordered_map<std::string, GameId> names_;
    struct Loading {
        Time asked = {};  // first
        std::vector<std::function<void(std::optional<Error>)>> waiting = {};
    };
    std::unordered_map<std::string, Loading> loading_;
    /// Clocks of games that are not in memory: when they run out, by name; the names, by timer.
    std::unordered_map<std::string, Time> running_;
    std::unordered_map<TimerId, std::string> timers_;
    HostCounter of_a_person_{std::chrono::minutes(1)};   // browser games, by visitor
    HostCounter new_a_minute_{std::chrono::minutes(1)};  // likewise, by host
    HostCounter new_a_day_{std::chrono::hours(24)};
    std::deque<GameId> ended_;  // of the lobby, oldest first
    GameCounts counts_;
    std::uint64_t finished_ = 0;
};

}  // namespace kalah::server
