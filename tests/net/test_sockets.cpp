// The server on real sockets with a handler that tests can inspect: what peers send, when the
// server closes them, and that none of them holds the server up.
#include <doctest/doctest.h>

#include <atomic>
#include <future>
#include <map>
#include <string>
#include <thread>

#include "net/server.hpp"
#include "support/socket_peer.hpp"

using namespace kalah;
using namespace std::chrono_literals;
using test::SocketPeer;

namespace {

constexpr auto kPatience = 60s;
/// How long a peer may take to end when told to: two seconds, and more on a slow machine.
constexpr auto kSoon = 20s;

/// Sends each message back in capital letters; "end" ends the session.
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

    /// Sends `letters` letters; ends the session of a peer that does not read.
    void push(net::SessionId id, std::size_t letters) {
        const auto found = outboxes_.find(id);
        if (found != outboxes_.end() && !found->second->send(std::string(letters, 'x')))
            found->second->finish({net::CloseReason::Code::policy, "does not read"});
    }
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
    /// Waits until `count` sessions are open.
    [[nodiscard]] bool has_open(int count, net::Clock::duration patience = kPatience) const {
        const auto until = net::Clock::now() + patience;
        while (handler.open != count && net::Clock::now() < until) std::this_thread::sleep_for(1ms);
        return handler.open == count;
    }
    Echo handler;
    std::shared_ptr<net::Server> server;
    std::future<void> run;
};

}  // namespace

TEST_CASE("KGP by TCP and WebSocket and messages of /api reach the handler, and its answers them") {
    Running running;
    const SocketPeer tcp(running.server->kgp_address());
    CHECK(tcp.say("hello\r\n"));
    CHECK(tcp.hear("\n") == "HELLO\r\n");
    const SocketPeer socket(running.server->http_address(), "/socket");
    socket.send_frame(1, "one\r\n");
    CHECK(socket.hear("\n") == std::string("\x81\x05") + "ONE\r\n");
    socket.send_frame(9, "");
    const SocketPeer api(running.server->http_address(), "/api");
    api.send_frame(1, "{\"in\"", false);
    api.send_frame(0, ": 2}");
    CHECK(api.hear("}") == std::string("\x81\x09") + "{\"IN\": 2}");
    CHECK(running.handler.protocols == 102);
    CHECK(running.has_open(3));
    CHECK(tcp.say("end\r\n"));
    socket.send_frame(1, "end\r\n");
    api.send_frame(2, "binary");
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
        const SocketPeer peer(running.server->http_address(), path);
        peer.send_half_frame();
        REQUIRE(running.has_open(1));
        running.server->post([&](net::Time) { running.handler.finish_all(); });
        REQUIRE(running.has_open(0, kSoon));
        const SocketPeer next(running.server->http_address(), path);
        CHECK(running.has_open(1));
    }
}

TEST_CASE("a peer that closes the WebSocket and keeps its connection is ended") {
    for (const bool after_half : {false, true}) {
        Running running(1);
        const SocketPeer peer(running.server->http_address(), "/socket");
        REQUIRE(running.has_open(1));
        if (after_half) peer.send_half_frame();
        peer.send_frame(8, "\x03\xE8");
        if (after_half) running.server->post([&](net::Time) { running.handler.finish_all(); });
        REQUIRE(running.has_open(0, kSoon));
        const SocketPeer next(running.server->http_address(), "/socket");
    }
}

TEST_CASE("a page that does not read is cut off, and no other") {
    Running running;
    const SocketPeer idle(running.server->http_address(), "/api");
    REQUIRE(running.has_open(1));
    SocketPeer other(running.server->http_address(), "/api");
    REQUIRE(running.has_open(2));
    const auto until = net::Clock::now() + kPatience;
    while (running.handler.open == 2 && net::Clock::now() < until) {
        running.server->post([&](net::Time) { running.handler.push(1, 64 * 1024); });
        std::this_thread::sleep_for(1ms);
    }
    CHECK(running.has_open(1));
    other.send_text("still");
    CHECK(other.next_text() == "STILL");
}

TEST_CASE("two hundred messages of a page at once are heard, and not many more") {
    Running running;
    SocketPeer peer(running.server->http_address(), "/api");
    peer.send_text("x", 1'000);
    int heard = 0;
    while (!peer.next_text().empty()) ++heard;
    CHECK(heard >= 200);
    CHECK(heard < 1'000);
    CHECK(peer.close_code() == 1008);
}

TEST_CASE("half a megabyte at once is not too much for a page that reads") {
    Running running;
    SocketPeer peer(running.server->http_address(), "/api");
    REQUIRE(running.has_open(1));
    // The server may not know yet that the previous message has gone: then two are in its queue.
    const std::string much(512 * 1024, 'x');
    for (int i = 0; i < 10; ++i) {
        running.server->post([&](net::Time) { running.handler.push(1, much.size()); });
        CHECK(peer.next_text() == much);
    }
}

TEST_CASE("the end of the server is told to pages, and does not wait for them") {
    Running running;
    SocketPeer listens(running.server->http_address(), "/api");
    const SocketPeer sleeps(running.server->http_address(), "/api");
    listens.send_text("here");
    CHECK(listens.next_text() == "HERE");
    REQUIRE(running.has_open(2));
    running.server->stop();
    CHECK(listens.next_text().empty());
    CHECK(listens.close_code() == 1001);
    CHECK(running.run.wait_for(kSoon) == std::future_status::ready);
}

TEST_CASE("a server that is told to stop ends in time, whatever its peers have begun") {
    Running running;
    const SocketPeer half(running.server->http_address(), "/socket");
    half.send_half_frame();
    half.send_frame(8, "\x03\xE8");
    const SocketPeer api(running.server->http_address(), "/api");
    api.send_half_frame();
    const SocketPeer silent(running.server->kgp_address());
    const SocketPeer http(running.server->http_address());
    CHECK(http.say("GET / HTTP/1.1\r\nHo"));
    REQUIRE(running.has_open(3));
    const auto begun = net::Clock::now();
    running.server->stop();
    CHECK(running.run.wait_for(kSoon) == std::future_status::ready);
    CHECK(net::Clock::now() - begun < 15s);
}
