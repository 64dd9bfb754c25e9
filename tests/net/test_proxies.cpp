#include "net/proxies.hpp"

#include <doctest/doctest.h>

namespace kalah {
namespace {

using net::HostAddress;
using net::TrustedProxies;

TrustedProxies proxies(const std::vector<std::string>& texts) {
    return TrustedProxies::parse(texts).value();
}
HostAddress address(std::string_view text) {
    return HostAddress::parse(text).value();
}
std::string client(const TrustedProxies& trusted, const char* peer, std::string_view forwarded) {
    return trusted.client_of(address(peer), forwarded).text();
}

TEST_CASE("addresses are read, written and counted") {
    for (const char* text : {"192.0.2.1", "127.0.0.1", "2001:db8::1", "::1", "::"})
        CHECK(address(text).text() == text);
    CHECK(address("::ffff:192.0.2.1").text() == "192.0.2.1");
    CHECK(address("127.9.9.9").is_loopback());
    CHECK(address("::1").is_loopback());
    CHECK_FALSE(address("128.0.0.1").is_loopback());
    CHECK_FALSE(address("::2").is_loopback());
    for (const char* text : {"", "192.0.2", "192.0.2.1 ", "unknown", "::g", "1.2.3.4:80"})
        CHECK_FALSE(HostAddress::parse(text));
    CHECK(address("2001:db8::1").counted_as() == address("2001:db8::ffff").counted_as());
    CHECK(address("2001:db8::1").counted_as() != address("2001:db8:0:1::1").counted_as());
    CHECK(address("192.0.2.1").counted_as() != address("192.0.2.2").counted_as());
}

TEST_CASE("trusted proxies are addresses and networks") {
    const TrustedProxies some = proxies({"192.0.2.9", "10.16.0.0/12", "2001:db8::/33", "::1"});
    for (const char* text : {"192.0.2.9", "10.16.0.1", "10.31.255.255", "2001:db8::5",
                             "2001:db8:7fff::", "::1", "::ffff:192.0.2.9"})
        CHECK_MESSAGE(some.trusts(address(text)), text);
    for (const char* text : {"192.0.2.8", "10.32.0.0", "10.15.255.255", "2001:db8:8000::", "::2"})
        CHECK_MESSAGE(!some.trusts(address(text)), text);
    CHECK(proxies({"0.0.0.0/0"}).trusts(address("203.0.113.1")));
    CHECK_FALSE(proxies({"0.0.0.0/0"}).trusts(address("2001:db8::1")));
    CHECK_FALSE(TrustedProxies().trusts(address("127.0.0.1")));
    for (const char* text : {"", "proxy", "192.0.2.1/33", "192.0.2.1/", "192.0.2.1/x", "::/129",
                             "192.0.2.1/-1", "192.0.2.1/8/8"})
        CHECK_FALSE(TrustedProxies::parse({"127.0.0.1", text}));
    CHECK(TrustedProxies::parse({"192.0.2.1/40"}).error().message ==
          "\"192.0.2.1/40\": the bits after '/' are a number from 0 to 32");
}

TEST_CASE("only trusted proxies say whose a request is, and only the last address counts") {
    const TrustedProxies some = proxies({"127.0.0.1", "10.0.0.0/8"});
    CHECK(client(some, "127.0.0.1", "203.0.113.7") == "203.0.113.7");
    CHECK(client(some, "127.0.0.1", "") == "127.0.0.1");
    CHECK(client(some, "198.51.100.1", "203.0.113.7") == "198.51.100.1");
    // The client wrote the first address itself.
    CHECK(client(some, "127.0.0.1", "1.1.1.1, 203.0.113.7") == "203.0.113.7");
    CHECK(client(some, "127.0.0.1", "1.1.1.1,203.0.113.7 ,10.1.2.3") == "203.0.113.7");
    CHECK(client(some, "127.0.0.1", "10.1.2.3") == "10.1.2.3");
    CHECK(client(some, "127.0.0.1", "203.0.113.7, unknown") == "127.0.0.1");
    CHECK(client(some, "127.0.0.1", "203.0.113.7,") == "127.0.0.1");
    CHECK(client(some, "127.0.0.1", "203.0.113.7:4711") == "203.0.113.7");
    CHECK(client(some, "127.0.0.1", "[2001:db8::1]:80") == "2001:db8::1");
    CHECK(client(some, "127.0.0.1", "2001:db8::1") == "2001:db8::1");
    CHECK(client(TrustedProxies(), "127.0.0.1", "203.0.113.7") == "127.0.0.1");
}

}  // namespace

TEST_CASE("what hosts are counted by reads back from its text") {
    for (const char* text : {"10.0.0.1", "203.0.113.7", "2001:db8::/64", "::/64"}) {
        const auto counted = net::parse_counted(text);
        REQUIRE(counted.has_value());
        CHECK(net::counted_text(*counted) == text);
    }
    CHECK(net::parse_counted("2001:db8::99") == net::parse_counted("2001:db8::/64"));
    for (const char* text : {"", "10.0.0.1/64", "example.org", "10.0.0.1:80", "2001:db8::/65"})
        CHECK_FALSE(net::parse_counted(text).has_value());
}

}  // namespace kalah
