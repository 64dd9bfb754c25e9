// The server on real sockets with a handler that a test can look at: what peers send, when they
// are ended, and that none of them holds the server up.
#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <atomic>
#include <future>
#include <map>
#include <string>
#include <thread>

#include "net/server.hpp"

using namespace kalah;
using namespace std::chrono_literals;

namespace {

constexpr auto kPatience = 60s;
/// For a peer's end, when it is told: two seconds, and a slow machine.
constexpr auto kSoon = 20s;

/// Says back what it is sent, in big letters; "end" ends the session.
class Echo final : public net::SessionHandler {
  public:
    net::SessionId on_open(net::Protocol protocol, net::Outbox& outbox, const std::string& /*host*/,
                           net::Time /*now*/) override {
        const net::SessionId id = ++last_;
        outboxes_[id] = &outbox;
        protocols = protocols.load() + (protocol == net::Protocol::api ? 100 : 1);
        ++open;
        return id;
    }
    void on_message(net::SessionId id, std::string_view bytes, net::Time /*now*/) override {
        std::string text(bytes);
        for (char& c : text) c = static_cast<char>(std::toupper(c));
        if (bytes.starts_with("end"))
            outboxes_.at(id)->finish({net::CloseReason::Code::policy, "as you like"});
        else
            CHECK(outboxes_.at(id)->send(text));
    }
    void on_empty_frame(net::SessionId /*id*/, net::Time /*now*/) override { ++empty_frames; }
    void on_close(net::SessionId id, net::Time /*now*/) override {
        CHECK(outboxes_.erase(id) == 1);
        --open;
    }
    [[nodiscard]] net::Time next_deadline() const override { return deadline; }
    void tick(net::Time /*now*/) override {
        deadline = net::kNever;
        ++ticks;
    }
    void stop_accepting(net::Time /*now*/) override {}
    void stop_games(net::Time /*now*/) override { stopped = true; }
    [[nodiscard]] bool is_empty() const override { return stopped; }

    void finish_all() {
        for (const auto& [id, outbox] : outboxes_) outbox->finish({});
    }

    std::atomic<int> open{0};
    std::atomic<int> protocols{0};
    std::atomic<int> empty_frames{0};
    std::atomic<int> ticks{0};
    net::Time deadline = net::kNever;
    bool stopped = false;

  private:
    net::SessionId last_ = 0;
    std::map<net::SessionId, net::Outbox*> outboxes_;
};

struct Running {
    explicit Running(std::size_t most_connections = 100) {
        net::ServerOptions options;
        options.kgp_port = options.http_port = 0;
        options.grace = 1ms;
        options.most_of_this_host = most_connections;
        auto listening = net::Server::listen(
            options, handler, [](std::string_view) { return nullptr; }, no_log);
        REQUIRE(static_cast<bool>(listening));
        server = *listening;
        run = std::async(std::launch::async, [this] { server->run(); });
    }
    ~Running() {
        server->stop();
        CHECK(run.wait_for(kSoon) == std::future_status::ready);
    }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;
    /// Waits until so many sessions are open.
    [[nodiscard]] bool has_open(int count, net::Duration patience = kPatience) const {
        const auto until = net::Clock::now() + patience;
        while (handler.open != count && net::Clock::now() < until) std::this_thread::sleep_for(1ms);
        return handler.open == count;
    }
    Echo handler;
    std::shared_ptr<net::Server> server;
    std::future<void> run;
};

class Peer {
  public:
    explicit Peer(const std::string& address) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
        const timeval patience{60, 0};
        ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
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
    void say(const std::string& text) const {
        CHECK(::send(socket_, text.data(), text.size(), MSG_NOSIGNAL) ==
              static_cast<ssize_t>(text.size()));
    }
    /// Reads until it ends so, or the connection has ended.
    std::string hear(const std::string& end) const {
        std::string text;
        char c = 0;
        while (!text.ends_with(end) && ::recv(socket_, &c, 1, 0) == 1) text += c;
        return text;
    }
    void upgrade(const std::string& path) const {
        say("GET " + path +
            " HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
        CHECK(hear("\r\n\r\n").starts_with("HTTP/1.1 101"));
    }
    /// A whole frame, masked by zeros.
    void frame(int opcode, const std::string& data, bool last = true) const {
        REQUIRE(data.size() < 126);
        std::string bytes{static_cast<char>((last ? 0x80 : 0) | opcode),
                          static_cast<char>(0x80 | data.size()),
                          0,
                          0,
                          0,
                          0};
        say(bytes + data);
    }
    /// The header of a frame of 1,000 bytes, and four of them.
    void half_frame() const { say(std::string("\x81\xFE\x03\xE8\0\0\0\0", 8) + "half"); }

  private:
    int socket_;
};

}  // namespace

TEST_CASE("KGP by TCP and WebSocket and messages of /api reach the handler, and its answers them") {
    Running running;
    const Peer tcp(running.server->kgp_address());
    tcp.say("hello\r\n");
    CHECK(tcp.hear("\n") == "HELLO\r\n");
    const Peer socket(running.server->http_address());
    socket.upgrade("/socket");
    socket.frame(1, "one\r\n");
    CHECK(socket.hear("\n") == std::string("\x81\x05") + "ONE\r\n");
    socket.frame(9, "");
    const Peer api(running.server->http_address());
    api.upgrade("/api");
    api.frame(1, "{\"in\"", false);
    api.frame(0, ": 2}");
    CHECK(api.hear("}") == std::string("\x81\x09") + "{\"IN\": 2}");
    CHECK(running.handler.protocols == 102);
    CHECK(running.has_open(3));
    tcp.say("end\r\n");
    socket.frame(1, "end\r\n");
    api.frame(2, "binary");
    CHECK(running.has_open(0));
    CHECK(running.handler.empty_frames > 0);
}

TEST_CASE("work that is posted runs on the network thread, and deadlines are kept") {
    Running running;
    std::promise<net::Time> ran;
    running.server->post([&](net::Time now) {
        running.handler.deadline = now + 10ms;
        ran.set_value(now);
    });
    const net::Time told = ran.get_future().get();
    CHECK(told <= net::Clock::now());
    const auto until = net::Clock::now() + kPatience;
    while (running.handler.ticks == 0 && net::Clock::now() < until)
        std::this_thread::sleep_for(1ms);
    CHECK(running.handler.ticks == 1);
}

TEST_CASE("half a frame neither puts off the end of a session nor keeps its host's slot") {
    for (const char* path : {"/socket", "/api"}) {
        Running running(1);
        const Peer peer(running.server->http_address());
        peer.upgrade(path);
        peer.half_frame();
        REQUIRE(running.has_open(1));
        running.server->post([&](net::Time) { running.handler.finish_all(); });
        REQUIRE(running.has_open(0, kSoon));
        const Peer next(running.server->http_address());
        next.upgrade(path);
        CHECK(running.has_open(1));
    }
}

TEST_CASE("a peer that closes the WebSocket and keeps its connection is ended") {
    for (const bool after_half : {false, true}) {
        Running running(1);
        const Peer peer(running.server->http_address());
        peer.upgrade("/socket");
        REQUIRE(running.has_open(1));
        if (after_half) peer.half_frame();
        peer.frame(8, "\x03\xE8");
        if (after_half) running.server->post([&](net::Time) { running.handler.finish_all(); });
        REQUIRE(running.has_open(0, kSoon));
        const Peer next(running.server->http_address());
        next.upgrade("/socket");
    }
}

TEST_CASE("a server that is told to stop ends in time, whatever its peers have begun") {
    Running running;
    const Peer half(running.server->http_address());
    half.upgrade("/socket");
    half.half_frame();
    half.frame(8, "\x03\xE8");
    const Peer api(running.server->http_address());
    api.upgrade("/api");
    api.half_frame();
    const Peer silent(running.server->kgp_address());
    const Peer http(running.server->http_address());
    http.say("GET / HTTP/1.1\r\nHo");
    REQUIRE(running.has_open(3));
    const auto begun = net::Clock::now();
    running.server->stop();
    CHECK(running.run.wait_for(kSoon) == std::future_status::ready);
    CHECK(net::Clock::now() - begun < 15s);
}
