#include "app/join.hpp"

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
        return chosen_info(options, *players::parse_player(player))->name;
    };
    ::setenv("USER", "ann", 1);
    CHECK(name("human") == "ann");
    CHECK(name("greedy:seed=3") == "greedy:seed=3");
    ::unsetenv("USER");
    CHECK(name("human") == "somebody");
    options.name = "Bob";
    CHECK(name("human") == "Bob");
    options.token = std::string(17'000, 'x');
    CHECK_FALSE(chosen_info(options, *players::parse_player("human")));
}

TEST_CASE("games and connections are reported in words, and games as JSON") {
    client::Outcome outcome{1, "5", "Bob", client::Outcome::Points{10, 8}, "finished"};
    CHECK(outcome_text(outcome) == "game 5 against Bob: won 10 to 8 (finished)");
    CHECK(outcome_json(outcome).line() ==
          R"({"number":1,"game":"5","opponent":"Bob","own_points":10,"opponent_points":8,)"
          R"("reason":"finished"})");
    outcome = {1, "", "", client::Outcome::Points{8, 10}, "predicted"};
    CHECK(outcome_text(outcome) == "game 1: lost 8 to 10 (predicted)");
    CHECK(outcome_json(outcome).line().find(R"("game":null)") != std::string::npos);

    using Kind = client::Notice::Kind;
    using std::chrono::milliseconds;
    CHECK(notice_text({}, {}) == "connected to 127.0.0.1:2671; waiting for a game");
    CHECK(notice_text({Kind::complaint, "too\nslow"}, {}) ==
          "the server reports an error: too\\x0aslow");
    CHECK(notice_text({Kind::lost, "", milliseconds(10)}, {}) ==
          "connection lost; retrying in 0.01 s");
    CHECK(notice_text({Kind::lost, "reset", milliseconds(2000)}, {}) ==
          "connection lost (reset); retrying in 2 s");
    CHECK(notice_text({Kind::lost, "", milliseconds(2000), "no_greeting"}, {}) ==
          "connection lost (no greeting received; if this is a port for browsers, try "
          "ws://127.0.0.1:2671/socket); retrying in 2 s");
}

TEST_CASE("a silent server is described in words, with a hint where another transport may help") {
    const Error silent = coded("no_greeting", "it is not a KGP server");
    CHECK(error_text(silent, *net::parse_address("localhost:8080")) ==
          "it is not a KGP server (no greeting received; if this is a port for browsers, try "
          "ws://localhost:8080/socket)");
    CHECK(notice_text({client::Notice::Kind::silent}, *net::parse_address("localhost:8080")) ==
          "waiting for localhost:8080: no greeting received; if this is a port for browsers, try "
          "ws://localhost:8080/socket");
    CHECK(error_text(silent, *net::parse_address("ws://localhost:8080")) ==
          "it is not a KGP server (no greeting received)");
    CHECK(error_text(coded("not_kgp", "it is none"), {}) == "it is none");
}
