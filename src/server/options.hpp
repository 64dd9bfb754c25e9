// What a GameServer is given: what it plays, its limits, and what it uses of the outside world
// (storage, threads that compute, random bytes, the clock of records). It never waits for any of
// them; results come back as events on its thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/log.hpp"
#include "kalah/board.hpp"
#include "kalah/rules.hpp"
#include "net/incoming.hpp"
#include "players/spec.hpp"
#include "store/store_writer.hpp"
#include "system/scheduler.hpp"

namespace kalah::server {

using std::chrono::milliseconds;

/// The lobby's time for each move, and the policy when a player has named none at the deadline.
struct MoveTime {
    enum class WithoutMove : std::uint8_t {
        referee_moves,  // KGP: the referee plays a random move
        loses,
    };
    milliseconds limit{30'000};
    WithoutMove without_move = WithoutMove::referee_moves;
};

struct ServerOptions {
    std::string version = {};
    std::string kgp_address = {};  // where KGP clients connect; pages show it

    // The lobby.
    Rules rules = {};
    Board start = start_board({6, 6});
    MoveTime time = {};
    std::string name = "kalah";          // info:name, to every client
    std::vector<std::string> bots = {};  // names; empty: a client without an opponent waits
    milliseconds bot_after{5'000};
    std::size_t most_bot_games_of_a_host = 64;
    std::optional<Side> side_against_bots = {};  // of clients; nothing: alternating
    bool bots_keep_time = true;                  // else they may think for ever

    // KGP clients.
    milliseconds mode_timeout{20'000};  // from the connection to `mode`
    milliseconds pong_timeout{20'000};
    milliseconds ping_after{10'000};  // of silence, while a client waits
    net::RateLimits rate = {};
    std::size_t most_faults = 64;            // noted in one game
    std::size_t most_forgets_a_minute = 60;  // tokens, from one host: each costs a slow hash
    std::size_t most_evals_of_a_host = 500;  // that wait for the reference engine and the store

    // Browser games.
    std::size_t most_saved_of_a_host = 10'000;  // beyond that, those worth least are erased
    std::size_t most_saved = 200'000;           // beyond that, those of the hosts with the most
    std::size_t most_in_memory = 1'000;         // beyond that, idle games are only in the store
    std::size_t most_games_of_a_session = 32;   // that it is in
    std::size_t most_new_a_minute = 60;         // from one host
    std::size_t most_new_a_day = 1'000;         // likewise
    std::size_t most_in_lobby_of_a_host = 64;   // that wait or are played there
    milliseconds lobby_absence{30'000};         // until an absent person's place there is given up

    std::uint64_t seed = 1;
};

using net::kNever;
using net::Time;
using SessionId = std::uint64_t;  // a connection; never used again, and no GameId is the same
using store::GameStarted;
using store::RetentionClass;
using store::SavedGame;

/// A saved game as it is read: its state, its moves in the journal, and the record of its row in
/// the store if it has a number.
struct LoadedGame {
    SavedGame game;
    std::vector<store::SavedMove> moves = {};
    std::optional<GameRecord> record = {};
};

/// Where games are kept. No call waits or calls back from inside. In `kalah serve` it is
/// store::StoreWriter and the I/O lane.
class GameStorage {
  public:
    GameStorage() = default;
    GameStorage(const GameStorage&) = delete;
    GameStorage& operator=(const GameStorage&) = delete;
    virtual ~GameStorage() = default;

    // As in StoreWriter; its events come back as GameServer::on_begun and so on.
    [[nodiscard]] virtual bool has_room() const = 0;
    virtual void begin(GameStarted game) = 0;
    virtual void write(store::JournalEntry entry) = 0;
    virtual void add_eval(store::PositionEval eval) = 0;
    virtual void forget(const std::string& token) = 0;

    /// A read of the store on the I/O lane; the function that it returns runs on the server's
    /// thread.
    using Read = std::function<std::function<void()>(const std::shared_ptr<store::Readable>&)>;
    virtual void read(Read read) = 0;
};

/// Fills the bytes with cryptographically random ones.
using RandomBytes = std::function<void(std::span<unsigned char>)>;

struct Ports {
    GameStorage& storage;
    Scheduler& compute;
    /// From any thread: runs on the server's thread, soon. Dropped when the server has ended.
    std::function<void(std::function<void(Time now)>)> post;
    std::function<std::int64_t()> wall_clock;  // milliseconds since 1970
    RandomBytes random;
    Log log = no_log;
};

}  // namespace kalah::server
