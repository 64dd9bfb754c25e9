#include "app/join_options.hpp"

#include <doctest/doctest.h>
#include <stdlib.h>  // NOLINT: setenv is POSIX

using namespace kalah;
using namespace kalah::app;

namespace {

std::string address_of(const char* server, const char* host, const char* port) {
    ::setenv("KGP_HOST", host, 1);
    ::setenv("KGP_PORT", port, 1);
    JoinOptions options;
    if (server != nullptr) options.server = server;
    const auto address = chosen_address(options);
    ::unsetenv("KGP_HOST");
    ::unsetenv("KGP_PORT");
    return address ? to_text(*address) : address.error().message;
}

}  // namespace

TEST_CASE("a client goes where it is told, else where the environment says, else here") {
    CHECK(address_of("host:7", "other", "8") == "host:7");
    CHECK(address_of(nullptr, "other", "8") == "other:8");
    CHECK(address_of(nullptr, "other", "") == "other:2671");
    CHECK(address_of(nullptr, "", "8") == "127.0.0.1:8");
    CHECK(address_of(nullptr, "", "") == "127.0.0.1:2671");
    CHECK(address_of(nullptr, "ws://other", "80") == "ws://other:80/socket");
    CHECK(address_of("", "other", "8").find("server \"\": a host is missing") == 0);
}

TEST_CASE("a player is called as told, else as the user, or as the program") {
    JoinOptions options;
    const auto name = [&](const char* player) {
        return chosen_introduction(options, *players::parse_player(player))->name;
    };
    ::setenv("USER", "ann", 1);
    CHECK(name("human") == "ann");
    CHECK(name("greedy:seed=3") == "greedy:seed=3");
    ::unsetenv("USER");
    CHECK(name("human") == "somebody");
    options.name = "Bob";
    CHECK(name("human") == "Bob");
    options.token = std::string(17'000, 'x');
    CHECK_FALSE(chosen_introduction(options, *players::parse_player("human")));
}
