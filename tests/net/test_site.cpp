// Conversations at /api on real sockets, with a site that does what a test wants; what the whole
// program shows to browsers is in test_site.py.
#include <doctest/doctest.h>

#include <atomic>
#include <future>
#include <map>
#include <mutex>
#include <thread>

#include "net/hall_server.hpp"
#include "support/hall.hpp"
#include "support/web_peer.hpp"

using namespace kalah;
using namespace std::chrono_literals;

namespace {

constexpr auto kPatience = 60s;

class TestSite final : public net::Site {
  public:
    explicit TestSite(net::SiteLinks& to) : links(to) {}
    [[nodiscard]] const net::SiteFile* file(std::string_view /*path*/) const override {
        return nullptr;
    }
    void came(net::VisitId visit, std::string_view host) override {
        ++visits[visit].came;
        visits[visit].host = host;
    }
    void said(net::VisitId visit, std::string message) override {
        if (message == "close") return links.close(visit, net::Closing::too_much, "enough");
        last = visit;
        // From another thread, as sites do.
        std::thread([this, visit, message] { links.send(visit, "heard " + message); }).join();
    }
    void left(net::VisitId visit) override {
        ++visits[visit].left;
        ++gone;
    }

    struct Visit {
        int came = 0;
        int left = 0;
        std::string host = {};
    };
    net::SiteLinks& links;
    std::map<net::VisitId, Visit> visits;  // of the network's thread
    std::atomic<net::VisitId> last{0};     // who said something
    std::atomic<int> gone{0};
};

struct Running {
    Running() {
        net::ServerOptions options;
        options.kgp_port = options.http_port = 0;
        options.grace = 1ms;
        auto listening = net::HallServer::listen(
            options, {}, [](net::Answers&) { return std::make_unique<test::TestBackstage>(); },
            [this](net::SiteLinks& links) {
                auto made = std::make_unique<TestSite>(links);
                site = made.get();
                return made;
            },
            net::unlogged);
        REQUIRE(static_cast<bool>(listening));
        server = *listening;
        run = std::async(std::launch::async, [this] { server->run(); });
    }
    void end() {
        server->stop();
        REQUIRE(run.wait_for(kPatience) == std::future_status::ready);
        run.get();
    }
    [[nodiscard]] bool wait_until_gone(int count) const {
        const auto until = net::Clock::now() + kPatience;
        while (site->gone < count && net::Clock::now() < until) std::this_thread::sleep_for(1ms);
        return site->gone >= count;
    }
    TestSite* site = nullptr;
    std::shared_ptr<net::HallServer> server;
    std::future<void> run;
};

}  // namespace

TEST_CASE("visitors and the site hear each other, and the site hears once that they left") {
    Running running;
    {
        test::WebPeer a(running.server->http_address(), "/api");
        test::WebPeer b(running.server->http_address(), "/api");
        a.say("one");
        CHECK(a.hear() == "heard one");
        b.say("two");
        CHECK(b.hear() == "heard two");
        b.say("close");
        CHECK(b.hear().empty());
        CHECK(b.close_code() == 1008);
    }
    CHECK(running.wait_until_gone(2));
    running.end();
    CHECK(running.site->visits.size() == 2);
    for (const auto& [id, visit] : running.site->visits) {
        CHECK(visit.came == 1);
        CHECK(visit.left == 1);
        CHECK(visit.host == "127.0.0.1");
    }
}

TEST_CASE("a visitor who does not read is cut off, and only he") {
    Running running;
    test::WebPeer idle(running.server->http_address(), "/api");
    test::WebPeer other(running.server->http_address(), "/api");
    idle.say("here");
    while (running.site->last == 0) std::this_thread::sleep_for(1ms);
    const net::VisitId visit = running.site->last;
    const auto until = net::Clock::now() + kPatience;
    while (running.site->gone == 0 && net::Clock::now() < until) {
        running.site->links.send(visit, std::string(64 * 1024, 'x'));
        std::this_thread::sleep_for(1ms);
    }
    CHECK(running.site->gone == 1);
    other.say("still");
    CHECK(other.hear() == "heard still");
    running.end();
}

TEST_CASE("two hundred messages at once are heard, and not many more") {
    Running running;
    test::WebPeer peer(running.server->http_address(), "/api");
    peer.say("x", 1'000);
    int heard = 0;
    while (!peer.hear().empty()) ++heard;
    CHECK(heard >= 200);
    CHECK(heard < 1'000);
    CHECK(peer.close_code() == 1008);
    running.end();
}

TEST_CASE("half a megabyte at a time is not too much for one who reads") {
    Running running;
    test::WebPeer peer(running.server->http_address(), "/api");
    peer.say("here");
    CHECK(peer.hear() == "heard here");
    // The server may not have noticed yet that the message before has gone: two of them wait then.
    const std::string much(512 * 1024, 'x');
    for (int i = 0; i < 10; ++i) {
        running.site->links.send(running.site->last, much);
        CHECK(peer.hear() == much);
    }
    running.end();
}

TEST_CASE("the server's end is told to visitors and does not wait for them") {
    Running running;
    test::WebPeer listens(running.server->http_address(), "/api");
    const test::WebPeer sleeps(running.server->http_address(), "/api");
    listens.say("here");
    CHECK(listens.hear() == "heard here");
    running.end();
    CHECK(listens.hear().empty());
    CHECK(listens.close_code() == 1001);
}

TEST_CASE("a site sees the hall and where it is") {
    Running running;
    CHECK(running.site->links.kgp_address() == running.server->kgp_address());
    std::promise<net::HallScene> scene;
    running.site->links.look(10, [&](net::HallScene seen) { scene.set_value(std::move(seen)); });
    CHECK(scene.get_future().get().clients.empty());
    std::promise<bool> found;
    running.site->links.look_at(7, [&](const auto& table) { found.set_value(table.has_value()); });
    CHECK_FALSE(found.get_future().get());
    running.end();
}
