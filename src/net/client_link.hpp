// ClientLink: one connection to a server, by TCP or WebSocket: bytes out, lines in. It does not
// interpret them. A thread of its own does the work and calls the handlers; send() and close() may
// be called from any thread. On the client's side, only this class uses Boost.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "net/address.hpp"

namespace kalah::net {

class ClientLink {
  public:
    /// Called from the link's thread, never after the link is destroyed. `closed` comes once, last:
    /// with the reason, or with "" when the server just closed the connection or close() did.
    struct Handlers {
        std::function<void()> opened;           // the server has accepted
        std::function<bool(std::string)> line;  // false: too many to keep; the connection ends
        std::function<void(std::string)> closed;
    };

    struct Options {
        std::size_t longest_line;  // in bytes; the link closes on a longer one
        /// The link notices a dead or unreachable host within this time, idle or not.
        std::chrono::seconds patience{60};
    };

    /// Begins to connect; gives up after ten seconds.
    [[nodiscard]] static std::unique_ptr<ClientLink> connect(const Address& address,
                                                             Handlers handlers,
                                                             const Options& options);
    ClientLink() = default;
    ClientLink(const ClientLink&) = delete;
    ClientLink& operator=(const ClientLink&) = delete;
    virtual ~ClientLink() = default;

    /// Whole lines with their ends; on a WebSocket each becomes a message. The link closes if the
    /// server leaves too much of it unread.
    virtual void send(std::string lines) = 0;
    /// Sends what is waiting, then closes; waits at most a second for the server.
    virtual void close() = 0;
};

}  // namespace kalah::net
