// Store: games, who played them and what they answered, in one SQLite file. Knows nothing of
// sockets or terminals, and keeps no game in memory: whatever is shown is read from the file.
//
// Any thread may call anything; calls wait for each other, and for other programs that write to
// the same file (some seconds at most, then it is an error). A call writes all or nothing. What is
// written survives the death of the program; the last few transactions may be lost if the machine
// loses power, the file stays whole.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kalah/result.hpp"
#include "referee/record.hpp"

namespace kalah::store {

using kalah::StoredGameId;
using IdentityId = std::int64_t;
using Milliseconds = std::int64_t;  // since 1970

/// $XDG_DATA_HOME/kalah/games.sqlite, else below ~/.local/share; empty if neither is known.
[[nodiscard]] std::string default_store_path();

enum class Access : bool { read, write };

/// Why something was not written.
struct WriteError : Error {
    bool temporary = false;  // the same may work later: the file is busy, the disk full
};

/// In place of the name of a player who asked to be forgotten.
inline constexpr const char* kForgotten = "(forgotten)";

/// A game about to begin: its names, rules, first position and start time are taken from the
/// record.
struct NewGame {
    GameRecord record;
    std::array<std::optional<IdentityId>, 2> identities = {};  // south, north
    std::string origin = {};                                   // "serve", "arena", "browser"
};
struct EndedGame {
    StoredGameId id = 0;
    const GameRecord* record = nullptr;  // with any ending but `running`
};

/// What a list shows of a game.
struct GameSummary {
    StoredGameId id = 0;
    std::string origin = {};
    std::array<std::string, 2> names = {};
    std::string rules = {};
    std::string start = {};
    Milliseconds started = 0;
    Milliseconds finished = 0;
    Ending ending = Ending::running;
    std::optional<Side> loser = {};
    std::array<int, 2> points = {};
    int plies = 0;
    int faults = 0;
};
struct GameFilter {
    std::optional<std::string> player = {};   // on either side; upper and lower case are alike
    std::optional<Milliseconds> since = {};   // started then or later
    std::optional<StoredGameId> before = {};  // older than this one: the next page
    std::size_t limit = 20;
    std::optional<std::string> origin = {};
};
struct StoredGame {
    StoredGameId id = 0;
    std::string origin = {};
    GameRecord record;
};

/// What a client says of itself; empty texts leave what is known.
struct PlayerInfo {
    std::string name = {};
    std::string authors = {};
    std::string description = {};
    bool operator==(const PlayerInfo&) const = default;
};

/// A client's opinion of a position, with the champion's beside it if he was asked, both for the
/// side to move.
struct EvalAnswer {
    std::optional<IdentityId> identity = {};
    std::string name = {};
    Rules rules = {};
    Board position = {};
    double value = 0;
    std::optional<double> champion = {};
    bool champion_exact = false;
    Milliseconds answered = 0;
};

class Store {
  public:
    /// To write, the file is made if need be, with its folder; games that another program left
    /// running when it died are marked as aborted, at the time `now`, with the moves of their
    /// journal. Other programs may write to
    /// the same file at the same time: their games are let alone as long as they live, and a call
    /// waits so long for what they write.
    [[nodiscard]] static Result<std::shared_ptr<Store>> open(
        const std::string& path, Access access, Milliseconds now,
        std::chrono::milliseconds patience = std::chrono::seconds(5));
    /// For as long as the program runs.
    [[nodiscard]] static Result<std::shared_ptr<Store>> in_memory();
    ~Store();
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;

    /// How many games were found running and marked as aborted when the store was opened.
    [[nodiscard]] int aborted_at_start() const;
    /// The versions of kalah that have written to the file, since 0.2.0.
    [[nodiscard]] Result<std::vector<std::string>> written_by();

    /// Rows of running games, all in one transaction; their numbers in the same order.
    [[nodiscard]] Result<std::vector<StoredGameId>> begin_games(std::span<const NewGame> games);
    /// Moves, faults and endings of games that were begun here, all in one transaction; their
    /// journal is deleted.
    [[nodiscard]] std::optional<WriteError> finish_games(std::span<const EndedGame> games);

    /// Newest first.
    [[nodiscard]] Result<std::vector<GameSummary>> list(const GameFilter& filter);
    /// Of all games, oldest first, also of those that cannot be read.
    [[nodiscard]] Result<std::vector<StoredGameId>> numbers();
    /// The moves are played again by the rules: a text that holds no such game is an error.
    [[nodiscard]] Result<StoredGame> load(StoredGameId id);

    /// The player of a token, known before or new; what he says of himself is kept. The token is
    /// not: only a slow hash of it, which takes some two milliseconds of the calling thread.
    [[nodiscard]] Result<IdentityId> identify(const std::string& token, const PlayerInfo& info,
                                              Milliseconds now);
    [[nodiscard]] Result<PlayerInfo> player(IdentityId id);
    /// Deletes the player of a token, and the name from the player's games. Says nothing about
    /// whether there was one.
    [[nodiscard]] std::optional<WriteError> forget(const std::string& token);

    [[nodiscard]] std::optional<WriteError> add_evals(std::span<const EvalAnswer> answers);
    /// The last ones, newest first.
    [[nodiscard]] Result<std::vector<EvalAnswer>> evals(std::size_t limit);

  private:
    friend class Tournaments;
    friend class Measurements;
    friend class Overview;
    friend class SavedGames;
    friend class Journal;
    struct Impl;
    explicit Store(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace kalah::store
