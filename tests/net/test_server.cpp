// The server on real sockets with a backstage that does what a test wants; what the whole program
// does is in test_serve.py.
#include "net/hall_server.hpp"

#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <future>
#include <string>
#include <thread>

#include "net/times.hpp"
#include "support/hall.hpp"

using namespace kalah;
using namespace std::chrono_literals;

namespace {

constexpr auto kPatience = 60s;

/// Never says that a game has begun, unless it is released.
class BlockedBackstage final : public net::Backstage {
  public:
    explicit BlockedBackstage(net::Answers& answers) : answers_(answers) {}
    [[nodiscard]] bool has_room() const override { return true; }
    void begin(net::NewBout bout) override { begun = bout.bout; }
    void end(net::GameNumber /*number*/, GameRecord /*record*/) override {}
    void ask_bot(net::BotQuestion /*question*/) override {}
    void judge(net::Opinion /*opinion*/) override {}
    void forget(const std::string& /*token*/) override {}
    void release() { answers_.game_begun(begun, 1); }

    std::atomic<net::BoutId> begun{0};

  private:
    net::Answers& answers_;
};

class Peer {
  public:
    explicit Peer(const std::string& address) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
        const int small = 4096;
        ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
        sockaddr_in to{};
        to.sin_family = AF_INET;
        const auto port = std::stoi(address.substr(address.rfind(':') + 1));
        to.sin_port = htons(static_cast<std::uint16_t>(port));
        to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        REQUIRE(::connect(socket_, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0);
    }
    ~Peer() { ::close(socket_); }
    Peer(const Peer&) = delete;
    Peer& operator=(const Peer&) = delete;
    /// False when the connection has ended.
    [[nodiscard]] bool say(const std::string& text) const {
        return ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL) ==
               static_cast<ssize_t>(text.size());
    }

  private:
    int socket_;
};

struct Running {
    explicit Running(const net::HallOptions& hall = {}, net::Log log = net::unlogged) {
        net::ServerOptions options;
        options.kgp_port = options.http_port = 0;
        options.grace = 1ms;
        auto listening = net::HallServer::listen(
            options, hall,
            [this](net::Answers& answers) {
                auto made = std::make_unique<BlockedBackstage>(answers);
                backstage = made.get();
                return made;
            },
            nullptr, std::move(log));
        REQUIRE(static_cast<bool>(listening));
        server = *listening;
        run = std::async(std::launch::async, [this] { server->run(); });
    }
    BlockedBackstage* backstage = nullptr;
    std::shared_ptr<net::HallServer> server;
    std::future<void> run;
};

}  // namespace

TEST_CASE("the server ends after its grace, though the records never answer") {
    Running running;
    const Peer a(running.server->kgp_address());
    const Peer b(running.server->kgp_address());
    REQUIRE(a.say("mode freeplay\n"));
    REQUIRE(b.say("mode freeplay\n"));
    const auto until = net::Clock::now() + kPatience;
    while (running.backstage->begun == 0 && net::Clock::now() < until)
        std::this_thread::sleep_for(1ms);
    REQUIRE(running.backstage->begun != 0);
    running.server->stop();
    const bool ended = running.run.wait_for(kPatience) == std::future_status::ready;
    CHECK(ended);
    if (!ended) running.backstage->release();
    running.run.get();
}

TEST_CASE("who asks without end and does not read is thrown out") {
    net::HallOptions hall;
    hall.budget.lines = hall.budget.bytes = 1e12;
    std::atomic<bool> noticed = false;
    Running running(hall, [&noticed](net::Level, std::string_view event,
                                     std::initializer_list<net::Field> /*fields*/) {
        if (event == "slow reader") noticed = true;
    });
    {
        const Peer peer(running.server->kgp_address());
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
