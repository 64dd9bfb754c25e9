// Where a KGP server is: HOST, HOST:PORT, ws://HOST:PORT/PATH. Pure, any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "kalah/result.hpp"

namespace kalah::net {

inline constexpr std::uint16_t kKgpPort = 2671;
inline constexpr std::uint16_t kHttpPort = 8080;

struct Address {
    enum class Transport : std::uint8_t { tcp, websocket };
    Transport transport = Transport::tcp;
    std::string host = "127.0.0.1";
    std::uint16_t port = kKgpPort;
    std::string path = "/socket";  // of a WebSocket
    bool operator==(const Address&) const = default;
};

/// An IPv6 address needs brackets if a port follows: [::1]:2671. A missing port or path takes its
/// default; the host is required.
[[nodiscard]] Result<Address> parse_address(std::string_view text);
/// The text that parse_address() reads back as the same address.
[[nodiscard]] std::string to_text(const Address& address);

}  // namespace kalah::net
