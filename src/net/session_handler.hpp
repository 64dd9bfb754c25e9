// The interface between bytes and logic: a SessionHandler gets what peers send, and answers through
// an Outbox. It knows nothing of sockets, and the Server (server.hpp) nothing of games. Everything
// here is called on the network thread only, and no call may block. Times are passed in.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace kalah::net {

using Clock = std::chrono::steady_clock;
using Time = Clock::time_point;
/// Later than everything.
inline constexpr Time kNever = Time::max();

using SessionId = std::uint64_t;  // a connection; never used again

enum class Protocol : std::uint8_t {
    kgp,  // lines, by TCP or at /socket
    api,  // JSON messages at /api
};

struct CloseReason {
    /// The numbers are those of WebSockets (RFC 6455, 7.4.1).
    enum class Code : std::uint16_t {
        normal = 1000,
        going_away = 1001,
        unsupported = 1003,
        policy = 1008,
        too_big = 1009,
    };
    Code code = Code::normal;
    std::string text = {};  // for people; WebSockets carry both
};

/// Where a session's answers go. Its functions never call the handler.
class Outbox {
  public:
    Outbox() = default;
    Outbox(const Outbox&) = delete;
    Outbox& operator=(const Outbox&) = delete;
    virtual ~Outbox() = default;

    /// KGP: whole lines, each with its CRLF; api: one message. They are sent as soon as the peer
    /// reads. False if so much is waiting that the peer apparently does not read.
    [[nodiscard]] virtual bool send(std::string_view bytes) = 0;
    /// Sends what is waiting if the peer takes it within two seconds, then ends the connection. The
    /// outbox is not used any more.
    virtual void finish(CloseReason reason) = 0;
};

class SessionHandler {
  public:
    SessionHandler() = default;
    SessionHandler(const SessionHandler&) = delete;
    SessionHandler& operator=(const SessionHandler&) = delete;
    virtual ~SessionHandler() = default;

    /// False: nobody from this host may connect.
    [[nodiscard]] virtual bool admits(const std::string& /*host*/, Time /*now*/) const {
        return true;
    }
    /// The lines that a KGP peer gets instead of a session when its host has too many connections,
    /// or is not admitted.
    [[nodiscard]] virtual std::string refusal(bool /*admitted*/) const { return ""; }
    /// `host`: the address that connections are counted by; of IPv6 a network, as bytes. Not for
    /// people to read.
    virtual SessionId on_open(Protocol protocol, Outbox& outbox, const std::string& host,
                              Time now) = 0;
    /// KGP: any piece of the stream; api: one whole message.
    virtual void on_message(SessionId session, std::string_view bytes, Time now) = 0;
    /// A KGP peer sent a control frame or an empty fragment, which carries nothing: counts as a
    /// line.
    virtual void on_empty_frame(SessionId session, Time now) = 0;
    /// Once for each session, also after finish(); the outbox is gone then.
    virtual void on_close(SessionId session, Time now) = 0;

    /// When tick() is to be called; kNever if there is nothing to wait for.
    [[nodiscard]] virtual Time next_deadline() const = 0;
    virtual void tick(Time now) = 0;

    /// The server ends: it accepts no more connections; games may finish.
    virtual void stop_accepting(Time now) = 0;
    /// The grace is over.
    virtual void stop_games(Time now) = 0;
    /// Nothing is left to wait for.
    [[nodiscard]] virtual bool is_empty() const = 0;
    /// The server is to end by itself, as if it were told to.
    [[nodiscard]] virtual bool wants_to_end() const { return false; }
};

}  // namespace kalah::net
