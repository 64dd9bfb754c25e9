// A GameServer on real sockets with storage that a test controls; tests/net/test_serve.py tests the
// whole program.
#include "net/server.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <future>
#include <string>
#include <thread>

#include "support/game_server.hpp"
#include "support/socket_peer.hpp"

using namespace kalah;
using namespace std::chrono_literals;
using test::SocketPeer;

namespace {

constexpr auto kPatience = 60s;

struct Running {
    explicit Running(const server::ServerOptions& game = {}, Log log = no_log)
        : options(game),
          games(options,
                {storage, compute, [this](auto work) { server->post(std::move(work)); },
                 [] { return std::int64_t{0}; }, [](std::span<unsigned char>) {}, log},
                {}) {
        net::ServerOptions net;
        net.kgp_port = net.http_port = 0;
        net.grace = 1ms;
        auto listening = net::Server::listen(net, games, nullptr, std::move(log));
        REQUIRE(static_cast<bool>(listening));
        server = *listening;
        run = std::async(std::launch::async, [this] { server->run(); });
    }
    server::ServerOptions options;
    test::TestStorage storage{nullptr};  // never answers
    Scheduler compute{0};
    server::GameServer games;
    std::shared_ptr<net::Server> server;
    std::future<void> run;
};

}  // namespace

TEST_CASE("the server ends after its grace, though the store never answers") {
    Running running;
    const SocketPeer a(running.server->kgp_address());
    const SocketPeer b(running.server->kgp_address());
    REQUIRE(a.say("mode freeplay\n"));
    REQUIRE(b.say("mode freeplay\n"));
    std::promise<bool> begun;
    std::function<void(net::Time)> look = [&](net::Time) {
        if (running.storage.begins.empty()) return running.server->post(look);
        begun.set_value(true);
    };
    running.server->post(look);
    REQUIRE(begun.get_future().wait_for(kPatience) == std::future_status::ready);
    running.server->stop();
    const bool ended = running.run.wait_for(kPatience) == std::future_status::ready;
    CHECK(ended);
    running.run.get();
}

TEST_CASE("a client that asks without end and does not read is thrown out") {
    server::ServerOptions options;
    options.rate.lines = options.rate.bytes = 1e12;
    std::atomic<bool> noticed = false;
    Running running(options, [&noticed](LogLevel, std::string_view event,
                                        std::initializer_list<LogField> /*fields*/) {
        if (event == "slow reader") noticed = true;
    });
    {
        const SocketPeer peer(running.server->kgp_address());
        REQUIRE(peer.say("mode verify\n"));
        std::string lines;
        for (int i = 0; i < 100; ++i) lines += "7 foo\n";
        const auto until = net::Clock::now() + kPatience;
        while (peer.say(lines) && net::Clock::now() < until) continue;
        CHECK(noticed);
    }
    running.server->stop();
    running.run.get();
}
