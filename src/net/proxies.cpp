#include "net/proxies.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>

#include "base/text.hpp"

namespace kalah::net {
namespace {

constexpr std::array<std::uint8_t, 12> kMapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
constexpr unsigned kMappedBits = 96;
constexpr std::size_t kNetworkBytes = 8;  // of IPv6 addresses, that connections are counted by
constexpr std::string_view kNetwork = "/64";

/// Without the port and the brackets that some proxies write.
std::string_view without_port(std::string_view text) {
    if (text.starts_with('[')) return text.substr(1, text.find(']') - 1);
    const std::size_t colon = text.find(':');
    const bool one = colon != std::string_view::npos && colon == text.rfind(':');
    return one ? text.substr(0, colon) : text;
}

std::optional<unsigned> parse_bits(std::string_view text, unsigned most) {
    unsigned bits = 0;
    const char* end = text.data() + text.size();
    const auto [at, code] = std::from_chars(text.data(), end, bits);
    if (code != std::errc() || at != end || bits > most) return std::nullopt;
    return bits;
}

bool starts_alike(const HostAddress& a, const HostAddress& b, unsigned bits) {
    const std::size_t whole = bits / 8;
    if (!std::equal(a.bytes.begin(), a.bytes.begin() + static_cast<std::ptrdiff_t>(whole),
                    b.bytes.begin()))
        return false;
    const unsigned rest = bits % 8;
    return rest == 0 || (a.bytes[whole] ^ b.bytes[whole]) >> (8 - rest) == 0;
}

}  // namespace

std::optional<HostAddress> HostAddress::parse(std::string_view text) {
    HostAddress address;
    const std::string whole(text);
    if (::inet_pton(AF_INET6, whole.c_str(), address.bytes.data()) == 1) return address;
    std::copy(kMapped.begin(), kMapped.end(), address.bytes.begin());
    if (::inet_pton(AF_INET, whole.c_str(), &address.bytes[kMapped.size()]) == 1) return address;
    return std::nullopt;
}

bool HostAddress::is_ipv4() const {
    return std::equal(kMapped.begin(), kMapped.end(), bytes.begin());
}

bool HostAddress::is_loopback() const {
    if (is_ipv4()) return bytes[kMapped.size()] == 127;
    return std::all_of(bytes.begin(), bytes.end() - 1, [](auto byte) { return byte == 0; }) &&
           bytes.back() == 1;
}

std::string HostAddress::text() const {
    std::array<char, INET6_ADDRSTRLEN> text{};
    if (is_ipv4())
        ::inet_ntop(AF_INET, &bytes[kMapped.size()], text.data(), text.size());
    else
        ::inet_ntop(AF_INET6, bytes.data(), text.data(), text.size());
    return text.data();
}

std::string HostAddress::counted_as() const {
    if (is_ipv4()) return text();
    return {reinterpret_cast<const char*>(bytes.data()), kNetworkBytes};
}

std::string counted_text(const std::string& counted) {
    const auto address = HostAddress::parse(counted);
    if (counted.size() != kNetworkBytes || (address && address->is_ipv4())) return counted;
    HostAddress network;
    std::copy(counted.begin(), counted.end(), network.bytes.begin());
    return network.text().append(kNetwork);
}

std::optional<std::string> parse_counted(std::string_view text) {
    const bool is_network = text.ends_with(kNetwork);
    if (is_network) text.remove_suffix(kNetwork.size());
    const auto address = HostAddress::parse(text);
    if (!address || (is_network && address->is_ipv4())) return std::nullopt;
    return address->counted_as();
}

Result<TrustedProxies> TrustedProxies::parse(const std::vector<std::string>& texts) {
    TrustedProxies proxies;
    for (const std::string& text : texts) {
        const std::size_t slash = std::min(text.find('/'), text.size());
        const auto address = HostAddress::parse(text.substr(0, slash));
        if (!address)
            return Error{in_quotes(text) + " is no address: write 192.0.2.1 or 192.0.2.0/24"};
        const unsigned first = address->is_ipv4() ? kMappedBits : 0;
        unsigned bits = 128;
        if (slash < text.size()) {
            const auto given = parse_bits(text.substr(slash + 1), 128 - first);
            if (!given)
                return Error{in_quotes(text) + ": the bits after '/' are a number from 0 to " +
                             std::to_string(128 - first)};
            bits = first + *given;
        }
        proxies.networks_.push_back({*address, bits});
    }
    return proxies;
}

bool TrustedProxies::trusts(const HostAddress& address) const {
    return std::any_of(networks_.begin(), networks_.end(), [&](const Network& network) {
        return network.address.is_ipv4() == address.is_ipv4() &&
               starts_alike(network.address, address, network.bits);
    });
}

HostAddress TrustedProxies::client_of(const HostAddress& peer, std::string_view forwarded) const {
    HostAddress client = peer;
    while (trusts(client) && !forwarded.empty()) {
        const std::size_t comma = forwarded.rfind(',');
        const std::size_t begin = comma == std::string_view::npos ? 0 : comma + 1;
        const auto before = HostAddress::parse(without_port(trimmed(forwarded.substr(begin))));
        if (!before) break;  // what a trusted proxy does not know, nobody does
        client = *before;
        forwarded = forwarded.substr(0, comma == std::string_view::npos ? 0 : comma);
    }
    return client;
}

}  // namespace kalah::net
