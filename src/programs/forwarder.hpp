// Forwarder: joins connections to one place with connections to another, and carries bytes both
// ways as they come, so that a program in a sandbox reaches its server and nothing else. For a
// process that polls; one thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <poll.h>

#include "programs/descriptor.hpp"

namespace kalah::programs {

class Forwarder {
  public:
    using Connect = std::function<Descriptor()>;

    /// Each connection to the listener gets one of `connect`, and is closed if that fails.
    Forwarder(Descriptor listener, Connect connect);

    /// What it waits for goes behind what is in the list already.
    void add_to(std::vector<pollfd>& list) const;
    /// Does what can be done; `list` is what add_to added, polled.
    void handle(const pollfd* list);
    /// Somebody at the other place still holds a connection.
    [[nodiscard]] bool is_serving() const;

  private:
    /// One direction: what was read from a connection and the other one has not taken yet.
    struct Way {
        std::string waiting = {};
        bool ended = false;   // nothing more will be read
        bool closed = false;  // and the other side has been told
    };
    struct Joint {
        Descriptor ends[2];
        Way ways[2];  // from the end of that index to the other
    };
    void accept();
    static bool carry(Joint& joint, int from, bool readable);

    Descriptor listener_;
    Connect connect_;
    std::vector<std::unique_ptr<Joint>> joints_;
};

/// Where a Unix socket listens, or a port of 127.0.0.1; not open if the system refuses,
/// and errno says why.
[[nodiscard]] Descriptor listen_unix(const std::string& path);
[[nodiscard]] Descriptor listen_port(std::uint16_t port);
[[nodiscard]] Descriptor connect_unix(const std::string& path);
[[nodiscard]] Descriptor connect_port(std::uint16_t port);

}  // namespace kalah::programs
