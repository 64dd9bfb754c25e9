// Loop: what the connections of a Server share, for the files of this folder that move bytes; it
// brings Boost.Asio with it. The network thread only.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>

#include "net/histogram.hpp"
#include "net/http_answer.hpp"
#include "net/server.hpp"

namespace kalah::net {

namespace asio = boost::asio;
using tcp = asio::ip::tcp;
using ErrorCode = boost::system::error_code;

/// How long a connection may take to take its last lines: then its socket is closed, whatever the
/// peer does.
inline constexpr std::chrono::seconds kLinger{2};

class Loop;

/// Every connection, whatever it speaks; the loop knows all of them.
class Connection {
  public:
    explicit Connection(Loop& loop);
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    virtual ~Connection();
    /// The server ends, and waits at most kLinger.
    virtual void go_away() = 0;
    /// It has a session, which ends by the handler.
    [[nodiscard]] virtual bool has_session() const = 0;

  protected:
    Loop& loop_;
};

class Loop {
  public:
    Loop(const ServerOptions& chosen, SessionHandler& sessions, FileLookup lookup, Log to);

    /// A new session on a socket of this host, which the log is told; `by`: "tcp", "api".
    [[nodiscard]] SessionId opened(Protocol protocol, Outbox& outbox, const std::string& host,
                                   const tcp::socket& socket, const char* by);
    void received(SessionId session, std::string_view bytes);
    /// Calls it at the present time, then sees to the handler's deadlines.
    template <class Call>
    void with_handler(Call call) {
        call(handler, Clock::now());
        after_call();
    }
    /// Sets the timer to the handler's next deadline, and notices when the handler has emptied.
    void after_call();

    ServerOptions options;
    SessionHandler& handler;
    FileLookup files;
    HostAllowlist allowlist;
    Log log;
    /// Files for browsers that cannot read gzip, each unpacked when it is first asked for.
    std::unordered_map<const SiteFile*, std::string> unpacked;
    std::unordered_map<std::string, std::size_t> hosts;  // connections of each
    std::unordered_set<Connection*> connections;
    Histogram delays;
    Histogram lateness;                                 // of the timer
    std::array<char, std::size_t{16} * 1024> buffer{};  // of the connection that reads just now
    bool ending = false;
    std::function<void()> on_empty;        // once, when ending and the handler is empty
    std::function<void()> on_last_closed;  // whenever there is no connection any more
    // Last: with it go connections that use the others.
    asio::io_context io{1};

  private:
    void wait_for(Time when);

    asio::steady_timer timer_;
    Time timer_at_ = kNever;
};

/// A connection's place among those of its host; gives it back at its end.
class ConnectionSlot {
  public:
    ConnectionSlot(Loop& loop, const asio::ip::address& address);
    ConnectionSlot(ConnectionSlot&& other) noexcept
        : loop_(std::exchange(other.loop_, nullptr)),
          host_(std::move(other.host_)),
          valid_(other.valid_),
          deserves_answer_(other.deserves_answer_) {}
    ConnectionSlot& operator=(ConnectionSlot&&) = delete;
    ~ConnectionSlot() { release(); }
    void release();
    /// False: the host has too many.
    [[nodiscard]] bool valid() const { return valid_; }
    /// Its address; of IPv6 the network's part, as bytes.
    [[nodiscard]] const std::string& host() const { return host_; }
    /// False: the host has so many beyond its limit that it is not even told so.
    [[nodiscard]] bool deserves_answer() const { return deserves_answer_; }

  private:
    Loop* loop_;
    std::string host_;
    bool valid_ = true;
    bool deserves_answer_ = true;
};

/// Serves KGP on a socket. It lives as long as its connection.
void serve_tcp(Loop& loop, tcp::socket socket, ConnectionSlot slot);
/// Serves HTTP on a socket, and what is spoken by WebSocket when it is asked for.
void serve_http(Loop& loop, tcp::socket socket, ConnectionSlot slot);

/// ADDRESS:PORT, with brackets round one of IPv6.
[[nodiscard]] std::string address_text(const tcp::endpoint& endpoint);

}  // namespace kalah::net
