// Loop: the state that all connections of a Server share. Only for the files of this folder that
// move bytes, as it includes Boost.Asio. The network thread only.
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

/// How long a peer may take to read its last lines. Then we close the socket, whatever the peer
/// does.
inline constexpr std::chrono::seconds kLinger{2};

class Loop;

/// Every connection, whatever it speaks; the loop knows all of them.
class Connection {
  public:
    explicit Connection(Loop& loop);
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    virtual ~Connection();
    /// Closes the connection because the server ends; takes at most kLinger.
    virtual void go_away() = 0;
    /// True if it has a session, which the handler ends.
    [[nodiscard]] virtual bool has_session() const = 0;

  protected:
    Loop& loop_;
};

class Loop {
  public:
    Loop(const ServerOptions& chosen, SessionHandler& sessions, FileLookup lookup, Log to);

    /// Opens a session on a socket of this host and logs it; `by`: "tcp", "api".
    [[nodiscard]] SessionId opened(Protocol protocol, Outbox& outbox, const std::string& host,
                                   const tcp::socket& socket, const char* by);
    void received(SessionId session, std::string_view bytes);
    /// Calls `call` with the handler and the present time, then after_call().
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
    std::array<char, std::size_t{16} * 1024> buffer{};  // for the connection that is reading
    bool ending = false;
    std::function<void()> on_empty;        // once, when ending and the handler is empty
    std::function<void()> on_last_closed;  // whenever the last connection has closed
    // After the members above: destroying it destroys connections that use them.
    asio::io_context io{1};

  private:
    void wait_for(Time when);

    asio::steady_timer timer_;
    Time timer_at_ = kNever;
};

/// A connection's place in the limit of its host; given back by release() or the destructor.
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
    /// The host's address; for IPv6 the network part, as bytes.
    [[nodiscard]] const std::string& host() const { return host_; }
    /// False: the host is so far over its limit that HTTP does not even refuse it, but just closes.
    [[nodiscard]] bool deserves_answer() const { return deserves_answer_; }

  private:
    Loop* loop_;
    std::string host_;
    bool valid_ = true;
    bool deserves_answer_ = true;
};

/// Serves KGP on a socket. It lives as long as its connection.
void serve_tcp(Loop& loop, tcp::socket socket, ConnectionSlot slot);
/// Serves HTTP on a socket, and opens a WebSocket session when the client asks for one.
void serve_http(Loop& loop, tcp::socket socket, ConnectionSlot slot);

/// ADDRESS:PORT, with brackets round an IPv6 address.
[[nodiscard]] std::string address_text(const tcp::endpoint& endpoint);

}  // namespace kalah::net
