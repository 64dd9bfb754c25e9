// Server: moves bytes between sockets and a SessionHandler: KGP on TCP; on the HTTP port files, KGP
// by WebSocket at /socket and messages at /api; on a third port and at a socket with a path, if
// wanted, what administrators ask. It limits hosts and rates, keeps the time, and knows nothing of
// games. One thread, that of run(), serves all connections and calls the handler.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/log.hpp"
#include "kalah/result.hpp"
#include "net/http_answer.hpp"
#include "net/proxies.hpp"
#include "net/session_handler.hpp"

namespace kalah::net {

using std::chrono::milliseconds;

/// Why a connection, a request or a message was refused.
enum class Refusal : std::uint8_t {
    connections,  // its host has too many
    name,         // a browser's request for a name that is not ours
    origin,       // a socket for a page of another host
    request,      // no HTTP, or too large
    rate,         // too many messages of a page
    banned,       // its host is not admitted
};
inline constexpr std::size_t kRefusals = 6;

/// How fast the network thread is, and what it has refused.
struct ServerStatistics {
    double delay_median_us = 0;  // from having read a message to having answered it
    double delay_p99_us = 0;
    double timer_late_p99_us = 0;  // how long one turn of the thread can delay it
    std::size_t connections = 0;   // that are open
    std::array<std::uint64_t, kRefusals> refused = {};  // by Refusal
    bool ending = false;                                // stop() was called
};

struct ServerOptions {
    std::string host = "127.0.0.1";       // an address or a name
    std::vector<std::string> names = {};  // more names for browsers to use; see HostAllowlist
    std::uint16_t kgp_port = 2671;        // 0: any free one
    std::uint16_t http_port = 8080;
    /// Fall back to any free port if this one is in use.
    bool any_kgp_port = false;
    bool any_http_port = false;
    bool with_http = true;
    /// The third port, for what `admin` answers; 0: any free one.
    std::optional<std::uint16_t> admin_port = {};
    std::string admin_host = "127.0.0.1";
    std::function<HttpAnswer(const HttpQuestion&, const ServerStatistics&)> admin = {};
    /// The path of a socket for what `control` answers; only for the owner of this program.
    std::optional<std::string> admin_socket = {};
    std::function<HttpAnswer(const HttpQuestion&, const ServerStatistics&)> control = {};
    /// On the HTTP port, a client behind one of these counts by its own address.
    TrustedProxies proxies = {};
    /// Most connections from one address (IPv6: one /64 network), and from this machine itself.
    std::size_t most_of_one_host = 256;
    std::size_t most_of_this_host = 20'000;
    std::size_t most_waiting_bytes = std::size_t{256} * 1024;  // to a client that does not read
    milliseconds grace{10'000};                                // for games, after stop()
    /// Called every minute, and at the end of run().
    std::function<void(const ServerStatistics&)> report = {};
    milliseconds report_every{60'000};
};

/// Why no server can listen at this host, at whatever port; nothing if one can. Listens nowhere.
[[nodiscard]] std::optional<Error> try_host(const std::string& host);

class Server {
  public:
    /// Listens; connections are served from run() on. The error says which address and why. The
    /// handler must outlive run(), and all work posted before run() ends.
    [[nodiscard]] static Result<std::shared_ptr<Server>> listen(const ServerOptions& options,
                                                                SessionHandler& handler,
                                                                FileLookup files, Log log);
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    /// HOST:PORT that clients connect to.
    [[nodiscard]] std::string kgp_address() const;
    /// Only with HTTP.
    [[nodiscard]] std::string http_address() const;
    /// Only with an admin_port.
    [[nodiscard]] std::string admin_address() const;

    /// SIGINT and SIGTERM stop() it from now on; a second one ends the program.
    void stop_on_signals();
    /// SIGHUP does this from now on, on the network thread, instead of ending the program.
    void call_on_hangup(std::function<void()> work);
    /// Uses the names, proxies, limits of hosts and grace of these options from now on. On the
    /// network thread, or before run().
    void change(const ServerOptions& options);
    /// Serves until it is stopped and the handler is empty; at most a few seconds longer than the
    /// grace, whatever peers and handler do.
    void run();
    /// From any thread: accepts no more connections; games may finish within the grace.
    void stop();
    /// From any thread: runs it on the network thread, soon; never after run() has returned.
    void post(std::function<void(Time now)> work);

  private:
    struct Impl;
    explicit Server(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace kalah::net
