// Listener: a port, or a socket with a path, at which a Server listens. Opening one says which
// option would choose another. For the files of net; the network thread only.
#pragma once

#include <optional>
#include <string>

#include "net/loop.hpp"

namespace kalah::net {

struct Listener {
    Listener(asio::io_context& io, Door leads_to) : acceptor(io), pause(io), door(leads_to) {}
    tcp::acceptor acceptor;
    asio::steady_timer pause;
    Door door;
};

struct Port {
    std::string host;
    std::uint16_t number;
    bool or_any;              // if it is in use, take any free one
    std::string host_option;  // the options that choose another address
    std::string option;
};

[[nodiscard]] std::optional<Error> open(Listener& listener, asio::io_context& io, const Port& port);
[[nodiscard]] std::optional<Error> open_control(Listener& listener, const std::string& path);

}  // namespace kalah::net
