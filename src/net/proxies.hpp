// Addresses of hosts, and the proxies that may speak for others: behind a proxy every connection
// comes from it, and X-Forwarded-For says whose it is. Only proxies that are trusted may say so, as
// anybody can send the field. Pure, any thread.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kalah/result.hpp"

namespace kalah::net {

/// An IPv6 address; of IPv4 the mapped one, ::ffff:192.0.2.1.
struct HostAddress {
    std::array<std::uint8_t, 16> bytes{};
    bool operator==(const HostAddress&) const = default;

    /// "192.0.2.1", "2001:db8::1".
    [[nodiscard]] static std::optional<HostAddress> parse(std::string_view text);
    [[nodiscard]] bool is_ipv4() const;
    [[nodiscard]] bool is_loopback() const;
    [[nodiscard]] std::string text() const;
    /// What connections are counted by: the address; of IPv6 its /64 network, as bytes.
    [[nodiscard]] std::string counted_as() const;
};
/// What counted_as() has returned, for people: "192.0.2.1", "2001:db8::/64".
[[nodiscard]] std::string counted_text(const std::string& counted);
/// Reads such a text, or the address of a host.
[[nodiscard]] std::optional<std::string> parse_counted(std::string_view text);

class TrustedProxies {
  public:
    TrustedProxies() = default;
    /// Each text is ADDRESS or ADDRESS/BITS.
    [[nodiscard]] static Result<TrustedProxies> parse(const std::vector<std::string>& texts);

    [[nodiscard]] bool trusts(const HostAddress& address) const;
    /// Whose request it is that came from `peer` with these values of X-Forwarded-For, joined by
    /// commas. Each proxy adds the address that it was asked from at the end: the last address that
    /// is no trusted proxy's counts, and the peer itself if it is not trusted. What stands before
    /// that, anybody may have written.
    [[nodiscard]] HostAddress client_of(const HostAddress& peer, std::string_view forwarded) const;

  private:
    struct Network {
        HostAddress address;
        unsigned bits = 0;  // of 128
    };
    std::vector<Network> networks_;
};

}  // namespace kalah::net
