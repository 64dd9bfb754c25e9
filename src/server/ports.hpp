// What a GameServer uses of the outside world: storage, threads that compute, random bytes, the
// clock of records. It never waits for any of them; results come back as events on its thread.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/log.hpp"
#include "net/times.hpp"
#include "store/store_writer.hpp"
#include "system/scheduler.hpp"

namespace kalah::server {

using net::kNever;
using net::Time;
using SessionId = std::uint64_t;  // a connection; never used again, and no GameId is the same
using store::GameStarted;
using store::JournalKey;
using store::PositionEval;
using store::ReferenceEval;
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
    virtual void move(JournalKey game, std::size_t ply, int pit, MoveNote note) = 0;
    virtual void take_back(JournalKey game, std::size_t keep) = 0;
    virtual void end(GameId game, StoredGameId number, GameRecord record) = 0;
    virtual void save(SavedGame game) = 0;
    virtual void finish(SavedGame game, GameRecord record) = 0;
    virtual void add_eval(PositionEval eval, std::optional<ReferenceEval> reference) = 0;
    virtual void drop_eval() = 0;
    virtual void forget(const std::string& token) = 0;

    /// A read of the store on the I/O lane; the function that it returns runs on the server's
    /// thread.
    using Read = std::function<std::function<void()>(const std::shared_ptr<store::Store>&)>;
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
