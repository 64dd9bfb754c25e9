// Loop: what the connections of a server share: the hall, the clock that wakes it, and how many
// connections each host has. For the files of this folder that move bytes; it brings Boost.Asio
// with it. The network's thread only.
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

#include "net/hall.hpp"
#include "net/histogram.hpp"
#include "net/own_names.hpp"
#include "net/plain_files.hpp"
#include "net/server.hpp"
#include "net/site.hpp"

namespace kalah::net {

namespace asio = boost::asio;
using tcp = asio::ip::tcp;
using ErrorCode = boost::system::error_code;

/// How long a connection may take to take its last lines.
inline constexpr std::chrono::seconds kLinger{2};

/// A connection that can be cut from outside.
class Cuttable {
  public:
    Cuttable() = default;
    Cuttable(const Cuttable&) = delete;
    Cuttable& operator=(const Cuttable&) = delete;
    virtual ~Cuttable() = default;
    virtual void cut() = 0;
};

/// A WebSocket of /api.
class Visitor {
  public:
    Visitor() = default;
    Visitor(const Visitor&) = delete;
    Visitor& operator=(const Visitor&) = delete;
    virtual ~Visitor() = default;
    virtual void send(std::string message) = 0;
    virtual void close(Closing why, std::string reason) = 0;
    /// The server ends.
    virtual void go_away() = 0;
};

class Loop {
  public:
    /// By which it was told to listen, and the others that were given.
    [[nodiscard]] static std::vector<std::string> names_of(const ServerOptions& options) {
        std::vector<std::string> names = options.names;
        names.push_back(options.host);
        return names;
    }
    Loop(const ServerOptions& chosen, const HallOptions& hall_options, Backstage& backstage,
         const Log& to)
        : options(chosen),
          own_names(names_of(chosen)),
          log(to),
          hall(hall_options, backstage, to),
          timer_(io) {}

    [[nodiscard]] SessionId opened(Outlet& outlet);
    void received(SessionId session, std::string_view bytes);
    void bothered(SessionId session);
    void closed(SessionId session);
    [[nodiscard]] VisitId came(Visitor& visitor, std::string_view host);
    /// Calls the hall at the present time, then sees to its alarms.
    template <class Call>
    void with_hall(Call call) {
        call(hall, Clock::now());
        after_call();
    }
    /// Sets the timer to the hall's next alarm, and notices when the hall has emptied.
    void after_call();

    ServerOptions options;
    OwnNames own_names;
    const Log& log;
    // Connections give back their places here when they end, at the latest with the context.
    std::unordered_map<std::string, std::size_t> hosts;
    std::unordered_set<Cuttable*> without_session;  // still speaking HTTP
    std::unordered_map<VisitId, Visitor*> visitors;
    Site* site = nullptr;  // null: there is none
    PlainFiles plain_files;
    asio::io_context io{1};
    Hall hall;
    Histogram delays;    // from having read an answer to having sent the next question
    Histogram lateness;  // of the timer: how long a turn can take
    std::array<char, std::size_t{16} * 1024> buffer{};  // of whoever reads just now
    bool ending = false;
    std::function<void()> on_empty;  // once, when ending and the hall is empty

  private:
    void wait_for(Time when);

    asio::steady_timer timer_;
    Time timer_at_ = kNever;
    VisitId last_visit_ = 0;
};

/// A connection's place among those of its host; gives it back at its end.
class HostTicket {
  public:
    HostTicket(Loop& loop, const asio::ip::address& address);
    HostTicket(HostTicket&& other) noexcept
        : loop_(std::exchange(other.loop_, nullptr)),
          host_(std::move(other.host_)),
          valid_(other.valid_),
          deserves_answer_(other.deserves_answer_) {}
    HostTicket& operator=(HostTicket&&) = delete;
    ~HostTicket();
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
void serve_tcp(Loop& loop, tcp::socket socket, HostTicket ticket);
/// Serves HTTP on a socket, and what is spoken by WebSocket when it is asked for.
void serve_http(Loop& loop, tcp::socket socket, HostTicket ticket);

/// ADDRESS:PORT, with brackets round one of IPv6.
[[nodiscard]] std::string address_text(const tcp::endpoint& endpoint);

}  // namespace kalah::net
