#include "net/http_answer.hpp"

#include <doctest/doctest.h>

using kalah::net::HostAllowlist;

TEST_CASE("addresses, localhost and names that were given are our own, whatever the port") {
    const HostAllowlist names({"Kalah.example.org"});
    for (const char* host :
         {"", "127.0.0.1", "127.0.0.1:8080", "192.0.2.7:1", "[::1]", "[::1]:8080",
          "[2001:db8::1]:80", "localhost", "LOCALHOST:8080", "a.localhost:1", "kalah.example.org",
          "kalah.Example.org:443", "kalah.example.org."})
        CHECK_MESSAGE(names.accept(host), host);
}

TEST_CASE("any other name may belong to somebody else") {
    const HostAllowlist names({"kalah.example.org"});
    for (const char* host : {"example.org", "evil.example:8080", "kalah.example.org.evil.example",
                             "127.0.0.1.evil.example", "127.0.0.1x", "xlocalhost", "[evil.example]",
                             "[", ":8080", "1", "0x7f.1"})
        CHECK_MESSAGE(!names.accept(host), host);
}
