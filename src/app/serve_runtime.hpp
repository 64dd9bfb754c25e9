// ServeRuntime: everything around the GameServer of `kalah serve`: sockets, the store's writer, the
// compute threads and the I/O lane, wired together. Main thread: network and logic. Others: writer,
// one I/O lane, compute workers (and the log's).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/log.hpp"
#include "net/server.hpp"
#include "players/resources.hpp"
#include "server/admin_pages.hpp"
#include "server/game_server.hpp"
#include "store/store_writer.hpp"

namespace kalah::app {

struct ServeSetup {
    net::ServerOptions net;
    server::ServerOptions game;
    std::vector<players::Spec> bots = {};  // with their resources, in the order of game.bots
    players::PlayerResources resources;    // of players that pages choose
    std::shared_ptr<store::Store> store;   // for writes
    std::shared_ptr<store::Store> reader;  // the same file, for reads
    std::size_t threads = 1;               // for computing
    Log log = no_log;
};

class ServeRuntime {
  public:
    /// Listens. The error says which address and why.
    [[nodiscard]] static Result<std::unique_ptr<ServeRuntime>> listen(ServeSetup setup);
    /// Writes what is not in the store yet.
    ~ServeRuntime();
    ServeRuntime(const ServeRuntime&) = delete;
    ServeRuntime& operator=(const ServeRuntime&) = delete;

    [[nodiscard]] net::Server& server() { return *server_; }
    /// Uses what of these options can be changed from now on. On the network thread.
    void change(const net::ServerOptions& net, const server::ServerOptions& game);
    /// The options were to be read again; `problem`: why not all of that happened. Administrators
    /// see it. On the network thread.
    void reloaded(const std::string& problem);

  private:
    class Storage;
    explicit ServeRuntime(ServeSetup setup);
    [[nodiscard]] std::optional<Error> start();
    void post(std::function<void(net::Time)> work);
    void report(const net::ServerStatistics& statistics) const;
    [[nodiscard]] server::AdminFigures figures(const net::ServerStatistics& statistics) const;

    ServeSetup setup_;
    const std::int64_t started_;  // milliseconds since 1970
    std::optional<server::Reload> reload_;
    const net::Time started_at_ = net::Clock::now();
    std::shared_ptr<net::Server> server_;
    std::unique_ptr<Scheduler> compute_;
    std::unique_ptr<Scheduler> io_;
    std::unique_ptr<store::StoreWriter> writer_;
    std::unique_ptr<Storage> storage_;
    std::unique_ptr<server::GameServer> games_;
};

}  // namespace kalah::app
