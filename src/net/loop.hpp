// Loop: the state that all connections of a Server share. Only for the files of this folder that
// move bytes, as it includes Boost.Asio. The network thread only.
#pragma once

#include <array>
#include <memory>
#include <optional>
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
#include "net/proxies.hpp"
#include "net/server.hpp"

namespace kalah::net {

namespace asio = boost::asio;
using tcp = asio::ip::tcp;
using ErrorCode = boost::system::error_code;

/// How long a peer may take to read its last lines. Then we close the socket, whatever the peer
/// does.
inline constexpr std::chrono::seconds kLinger{2};

class ConnectionSlot;
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

    /// Opens a session on the socket of this slot and logs it; `by`: "tcp", "api".
    [[nodiscard]] SessionId opened(Protocol protocol, Outbox& outbox, const ConnectionSlot& slot,
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
    void count(Refusal why) { ++refused[static_cast<std::size_t>(why)]; }
    [[nodiscard]] ServerStatistics statistics() const;

    ServerOptions options;
    SessionHandler& handler;
    FileLookup files;
    HostAllowlist allowlist;
    Log log;
    /// Files for browsers that cannot read gzip, each unpacked when it is first asked for.
    std::unordered_map<const SiteFile*, std::string> unpacked;
    std::unordered_map<std::string, std::size_t> hosts;  // connections of each
    std::unordered_set<Connection*> connections;
    std::array<std::uint64_t, kRefusals> refused{};
    Histogram delays;
    Histogram lateness;                                 // of the timer
    std::array<char, std::size_t{16} * 1024> buffer{};  // for the connection that is reading
    bool ending = false;
    std::function<void()> on_empty;        // once, when ending and the handler is empty
    std::function<void()> on_wish;         // once, when the handler wants to end
    std::function<void()> on_last_closed;  // whenever the last connection has closed
    // After the members above: destroying it destroys connections that use them.
    asio::io_context io{1};

  private:
    void wait_for(Time when);

    asio::steady_timer timer_;
    Time timer_at_ = kNever;
};

/// Which port a connection came to; `control` is the administrators' socket.
enum class Door : std::uint8_t { kgp, http, admin, control };

/// A connection's place in the limit of its host; given back by release() or the destructor.
class ConnectionSlot {
  public:
    ConnectionSlot(Loop& loop, Door door, const HostAddress& peer);
    ConnectionSlot(ConnectionSlot&& other) noexcept
        : loop_(std::exchange(other.loop_, nullptr)),
          door_(other.door_),
          peer_(other.peer_),
          client_(other.client_),
          host_(std::move(other.host_)),
          few_enough_(other.few_enough_),
          deserves_answer_(other.deserves_answer_) {}
    ConnectionSlot& operator=(ConnectionSlot&&) = delete;
    ~ConnectionSlot() { release(); }
    void release();
    /// Counts for the client that this request comes from, if the peer is a trusted proxy.
    void is_forwarded_for(std::string_view forwarded);
    [[nodiscard]] Door door() const { return door_; }
    /// The client's address if that is not the peer.
    [[nodiscard]] std::string forwarded_for() const {
        return client_ == peer_ ? "" : client_.text();
    }
    /// Why this host gets no service at present.
    [[nodiscard]] std::optional<Refusal> refused() const;
    /// The host's address; for IPv6 the network part, as bytes.
    [[nodiscard]] const std::string& host() const { return host_; }
    /// False: the host is so far over its limit that HTTP does not even refuse it, but just closes.
    [[nodiscard]] bool deserves_answer() const { return deserves_answer_; }

  private:
    void take(const HostAddress& client);
    [[nodiscard]] bool is_for_clients() const { return door_ == Door::kgp || door_ == Door::http; }

    Loop* loop_;
    Door door_;
    HostAddress peer_;
    HostAddress client_;
    std::string host_;
    bool few_enough_ = true;
    bool deserves_answer_ = true;
};

/// Serves KGP on a socket. It lives as long as its connection.
void serve_tcp(Loop& loop, tcp::socket socket, ConnectionSlot slot);
/// Serves HTTP on a socket, of browsers or of administrators, and opens a WebSocket session when a
/// client asks for one.
void serve_http(Loop& loop, tcp::socket socket, ConnectionSlot slot);

/// ADDRESS:PORT, with brackets round an IPv6 address.
[[nodiscard]] std::string address_text(const tcp::endpoint& endpoint);

}  // namespace kalah::net
