// ClientLink: one connection to a server, by TCP or WebSocket: bytes out, lines in. Knows
// nothing of what they say. A thread of its own does the work and calls the handlers; send() and
// close() may be called from any thread. The only face of Boost on the client's side.
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
        std::function<void()> opened;           // somebody is there
        std::function<bool(std::string)> line;  // false: too many to keep; the connection ends
        std::function<void(std::string)> closed;
    };

    struct Options {
        std::size_t longest_line;  // in bytes; a server that sends a longer one is left
        /// A host that is dead or cut off is noticed within this time, idle or not.
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

    /// Whole lines with their ends; on a WebSocket each becomes a message. A server that lets too
    /// much of it wait is left.
    virtual void send(std::string lines) = 0;
    /// Sends what is waiting, then closes; waits at most a second for the server.
    virtual void close() = 0;
};

}  // namespace kalah::net
