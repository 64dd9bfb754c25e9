// Server: the hall (hall.hpp) on real sockets: KGP on TCP, and on WebSocket at /socket of the HTTP
// port, where a site (site.hpp) may be shown to browsers too. Moves bytes and keeps the time;
// decides nothing about games. One thread runs it and all its connections, so nobody waits for a
// lock and everybody waits for the same short turns.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "kalah/result.hpp"
#include "net/backstage.hpp"
#include "net/hall_options.hpp"
#include "net/log.hpp"
#include "net/site.hpp"

namespace kalah::net {

struct ServerOptions {
    std::string host = "127.0.0.1";       // an address or a name
    std::vector<std::string> names = {};  // that browsers may ask for, too; see own_names.hpp
    std::uint16_t kgp_port = 2671;        // 0: any free one
    std::uint16_t http_port = 8080;
    /// Another one that is free will do as well if it is taken.
    bool any_kgp_port = false;
    bool any_http_port = false;
    bool with_http = true;
    /// Connections of one address (IPv6: of one /64 network), and of this machine itself.
    std::size_t most_of_one_host = 256;
    std::size_t most_of_this_host = 20'000;
    std::size_t most_waiting_bytes = std::size_t{256} * 1024;  // to a client that does not read
    milliseconds grace{10'000};         // for games, when the server is told to end
    milliseconds report_every{60'000};  // the statistics, to the log
};

class Server {
  public:
    using MakeBackstage = std::function<std::unique_ptr<Backstage>(Answers& answers)>;

    using MakeSite = std::function<std::unique_ptr<Site>(SiteLinks& links)>;

    /// Listens; connections are served from run() on. The error says which address and why. The
    /// site is made last, when the addresses are known; without a maker there is none.
    [[nodiscard]] static Result<std::shared_ptr<Server>> listen(const ServerOptions& options,
                                                                const HallOptions& hall,
                                                                const MakeBackstage& backstage,
                                                                const MakeSite& site, Log log);
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    /// HOST:PORT, as connections find them.
    [[nodiscard]] std::string kgp_address() const;
    /// Only with HTTP.
    [[nodiscard]] std::string http_address() const;

    /// SIGINT and SIGTERM stop() it from now on; a second one ends the program.
    void stop_on_signals();
    /// Serves until it is stopped and everybody has gone, at most a few seconds longer than the
    /// grace, whatever happens backstage.
    void run();
    /// From any thread: no new games, those that run may finish within the grace, then goodbye.
    void stop();

  private:
    struct Inside;
    explicit Server(std::unique_ptr<Inside> inside);
    std::unique_ptr<Inside> inside_;
};

}  // namespace kalah::net
