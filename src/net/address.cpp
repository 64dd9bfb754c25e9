#include "net/address.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>

namespace kalah::net {
namespace {

Result<std::uint16_t> parse_port(std::string_view text) {
    std::uint16_t port = 0;
    const char* end = text.data() + text.size();
    const auto [at, code] = std::from_chars(text.data(), end, port);
    if (code != std::errc() || at != end || port == 0)
        return Error{"the port " + in_quotes(text) + " is not a number from 1 to 65535"};
    return port;
}

bool is_host_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '-' || c == '_' || c == ':' || c == '%';
}

/// The interface may follow the address: fe80::1%eth0.
bool is_ipv6(std::string_view text) {
    in6_addr address{};
    const std::string digits(text.substr(0, text.find('%')));
    return ::inet_pton(AF_INET6, digits.c_str(), &address) == 1;
}

Error not_ipv6(std::string_view text) {
    return Error{in_quotes(text) +
                 " is no IPv6 address: write HOST[:PORT], or [ADDRESS][:PORT] for IPv6"};
}

}  // namespace

Result<Address> parse_address(std::string_view text) {
    Address address;
    if (text.starts_with("wss://"))
        return Error{
            "wss:// needs encryption, which is not built in: use the server's TCP port, or ws://"};
    if (text.starts_with("ws://")) {
        address.transport = Address::Transport::websocket;
        address.port = kHttpPort;
        text.remove_prefix(5);
        const std::size_t slash = std::min(text.find('/'), text.size());
        if (slash < text.size()) address.path = text.substr(slash);
        text = text.substr(0, slash);
    } else if (const std::size_t end = text.find("://"); end != std::string_view::npos) {
        return Error{
            in_quotes(text.substr(0, end + 3)) +
            " is not supported: write HOST[:PORT] for TCP, ws://HOST[:PORT] for WebSocket"};
    }
    std::string_view port;
    if (text.starts_with('[')) {
        const std::size_t end = text.find(']');
        if (end == std::string_view::npos) return Error{"']' is missing"};
        if (end + 1 < text.size() && text[end + 1] != ':')
            return Error{"expected ':' and a port behind ']'"};
        if (end + 1 < text.size()) port = text.substr(end + 2);
        if (end + 2 == text.size()) return Error{"a port must follow ':'"};
        text = text.substr(1, end - 1);
        if (!text.empty() && !is_ipv6(text)) return not_ipv6(text);
    } else if (std::count(text.begin(), text.end(), ':') == 1) {
        const std::size_t colon = text.find(':');
        port = text.substr(colon + 1);
        if (port.empty()) return Error{"a port must follow ':'"};
        text = text.substr(0, colon);
    } else if (text.find(':') != std::string_view::npos && !is_ipv6(text)) {
        return not_ipv6(text);
    }
    if (!std::all_of(text.begin(), text.end(), is_host_letter))
        return Error{in_quotes(text) + " is not a host name"};
    if (text.empty()) return Error{"a host is missing: write HOST[:PORT] or ws://HOST[:PORT]"};
    address.host = text;
    if (!port.empty()) {
        const auto number = parse_port(port);
        if (!number) return number.error();
        address.port = *number;
    }
    return address;
}

std::string to_text(const Address& address) {
    const bool brackets = address.host.find(':') != std::string::npos;
    const std::string place =
        (brackets ? "[" + address.host + "]" : address.host) + ":" + std::to_string(address.port);
    return address.transport == Address::Transport::tcp ? place : "ws://" + place + address.path;
}

}  // namespace kalah::net
