#include "net/address.hpp"

#include <doctest/doctest.h>

using namespace kalah;
using namespace kalah::net;
using enum Address::Transport;

TEST_CASE("addresses are read with the usual ports, and written back") {
    const auto read = [](const char* text) { return *parse_address(text); };
    CHECK(read("example.org") == Address{tcp, "example.org", 2671, "/socket"});
    CHECK(read("10.0.0.1:99") == Address{tcp, "10.0.0.1", 99, "/socket"});
    CHECK(read("::1") == Address{tcp, "::1", 2671, "/socket"});
    CHECK(read("fe80::1%eth0") == Address{tcp, "fe80::1%eth0", 2671, "/socket"});
    CHECK(read("[::1]:99") == Address{tcp, "::1", 99, "/socket"});
    CHECK(read("ws://host") == Address{websocket, "host", 8080, "/socket"});
    CHECK(read("ws://host:80/other") == Address{websocket, "host", 80, "/other"});
    for (const char* text : {"example.org:1", "[::1]:99", "ws://host:80/other"})
        CHECK(to_text(read(text)) == text);
}

TEST_CASE("what is no address is refused with a reason") {
    for (const char* text : {"host:", "host:x", "host:0", "host:65536", "host:-1", "[::1", "[::1]x",
                             "[::1]:", "a b", "a/b", "ws://a b", "host:80 ", "\x1b"}) {
        CAPTURE(text);
        CHECK_FALSE(parse_address(text));
    }
    for (const char* text : {"127.0.0.1:2671:3", "host:1:2", "1:2:3", "[host]:80", "::g", ":::"}) {
        CAPTURE(text);
        CHECK(parse_address(text).error().message.find("is no IPv6 address") != std::string::npos);
    }
    for (const char* text : {"", ":77", "ws://", "ws:///socket", "ws://:80", "[]", "[]:80"}) {
        CAPTURE(text);
        CHECK(parse_address(text).error().message.find("a host is missing") == 0);
    }
    for (const char* text : {"http://host:8080", "tcp://host", "://"}) {
        CAPTURE(text);
        CHECK(parse_address(text).error().message.find("is not supported: write HOST[:PORT]") !=
              std::string::npos);
    }
    CHECK(parse_address("wss://host").error().message.find("encryption") != std::string::npos);
}
