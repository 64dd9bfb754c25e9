// Games: what was played, who played it, and what clients answered. A part of the Store. Any
// thread.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kalah/result.hpp"
#include "referee/client_info.hpp"
#include "referee/record.hpp"
#include "system/json.hpp"

namespace kalah::store {

using kalah::StoredGameId;
using IdentityId = std::int64_t;
using Milliseconds = std::int64_t;  // since 1970

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
    /// Only games of exactly this player, if the store has any: "Ann" and "ann" may be two.
    bool exact_name_first = false;
};
struct StoredGame {
    StoredGameId id = 0;
    std::string origin = {};
    GameRecord record;
};

/// The totals of all games of one name that have a result.
struct PlayerRecord {
    std::string name = {};
    int games = 0;
    int wins = 0;
    int draws = 0;
    int losses = 0;
    Milliseconds last = 0;  // when the last one ended
};

/// A client's value of a position, and the champion's if the champion was asked, both for the side
/// to move.
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

/// What becomes of imported games that the store has already.
enum class Known : bool { skip, add };

class Games {
  public:
    /// Adds rows of running games, all in one transaction; returns their numbers in the same order.
    /// Journal::write_journal ends the games.
    [[nodiscard]] virtual Result<std::vector<StoredGameId>> begin_games(
        std::span<const NewGame> games) = 0;
    /// Adds games that were played elsewhere and have ended, all in one transaction, with the
    /// origin "import"; returns their numbers. With `skip`, adds of games with the same players,
    /// rules, first position, moves, ending and start only as many as the store lacks: the games of
    /// a file that is imported twice are there once.
    [[nodiscard]] virtual Result<std::vector<StoredGameId>> import_games(
        std::span<const GameRecord> games, Known known) = 0;

    /// The numbers of all games, oldest first, also of those that cannot be read.
    [[nodiscard]] virtual Result<std::vector<StoredGameId>> numbers() = 0;

    /// Finds or adds the player of the client's token, and stores what the client says of itself;
    /// empty texts leave what is known. Of the token it stores only a slow hash, which takes some
    /// two milliseconds of the calling thread.
    [[nodiscard]] virtual Result<IdentityId> identify(const ClientInfo& client,
                                                      Milliseconds now) = 0;
    /// Without the token.
    [[nodiscard]] virtual Result<ClientInfo> player(IdentityId id) = 0;
    /// Deletes the player of a token, and the name from the player's games. Does not tell whether
    /// there was one.
    [[nodiscard]] virtual std::optional<WriteError> forget(const std::string& token) = 0;

    [[nodiscard]] virtual std::optional<WriteError> add_evals(
        std::span<const EvalAnswer> answers) = 0;
    /// The last ones, newest first.
    [[nodiscard]] virtual Result<std::vector<EvalAnswer>> evals(std::size_t limit) = 0;

  protected:
    ~Games() = default;
};

// As JSON, with the keys of docs/json.md.
/// A game of a list: what is known without its moves.
[[nodiscard]] Json summary_json(const GameSummary& game);
/// `number`, `origin` and the whole record.
[[nodiscard]] Json stored_json(const StoredGame& game);

}  // namespace kalah::store
