// The connection of `kalah join`: what it accepts from a server, and how it reconnects.
#include <doctest/doctest.h>

#include <fstream>
#include <future>
#include <iomanip>
#include <sstream>

#include "support/running_client.hpp"

using namespace kalah;
using namespace kalah::client;

namespace {

/// The timer that runs for our connection to a port of this machine, from the system's table of
/// sockets; "02" is the keep-alive timer.
std::string timer_towards(std::uint16_t port) {
    std::ostringstream far_end;
    far_end << "0100007F:" << std::hex << std::uppercase << std::setw(4) << std::setfill('0')
            << port;
    std::ifstream table("/proc/net/tcp");
    for (std::string line; std::getline(table, line);) {
        std::istringstream words(line);
        std::string number, near, far, state, queues, timer;
        words >> number >> near >> far >> state >> queues >> timer;
        const bool connected = state == "01";
        if (connected && far == far_end.str()) return timer.substr(0, 2);
    }
    return "";
}

}  // namespace

TEST_CASE("a server that floods its client is left") {
    test::ScriptServer server;
    Client::Options settings;
    settings.address.port = server.port();
    settings.info.name = "Ann";
    std::atomic<bool> interrupt{false};
    std::string reason;
    settings.on_notice = [&](const Notice& notice) {
        if (notice.kind != Notice::Kind::lost) return;
        reason = notice.text;
        interrupt = true;
    };
    settings.interrupted = [&] { return interrupt.load(); };
    Client client(settings);
    test::Onlooker seat;
    std::promise<void> flooded;
    seat.on_ask = [&] { flooded.get_future().wait(); };
    std::thread thread([&] { static_cast<void>(client.run(seat)); });
    test::welcome(server);
    server.say("8 state <3,0,0,3,3,3,3,3,3>");
    std::string lines;
    while (lines.size() < 100'000)
        lines += "set \"info:name\" \"" + std::string(80, 'x') + "\"\r\n";
    for (int i = 0; i < 1000 && server.can_say(lines); ++i) {
    }
    flooded.set_value();
    server.hang_up();
    thread.join();
    CHECK(reason == "it sends faster than its lines can be read");
}

TEST_CASE("a client asks the system to notice when the server's host is dead") {
    test::ScriptServer server;
    test::RunningClient client(server, "greedy");
    test::welcome(server);
    // Until the far end has acknowledged the data, another timer runs.
    const auto end = Clock::now() + std::chrono::seconds(30);
    std::string timer = timer_towards(server.port());
    while (timer != "02" && Clock::now() < end) timer = timer_towards(server.port());
    CHECK(timer == "02");
    client.interrupt = true;
    server.hang_up();
    client.wait();
}

TEST_CASE("a client comes back when the server goes away, and says so") {
    test::ScriptServer server;
    test::RunningClient client(server, "greedy", 1);
    test::welcome(server);
    server.say("8 state <3,0,0,3,3,3,3,3,3>");
    CHECK(server.hear_command().find("@8 move ") != std::string::npos);
    server.hang_up();
    test::welcome(server);
    server.say("goodbye");  // without an id, and out of order
    server.hang_up();
    test::welcome(server);
    server.say("4 state <3,9,4,0,0,1,0,2,2>");
    CHECK(server.hear_command() == "7@4 move 3");
    server.say("6 set \"game:result\" \"10-8 finished\"");
    CHECK(server.hear() == "9@4 yield");
    CHECK(server.hear() == "11 goodbye");
    server.hang_up();
    CHECK_FALSE(client.wait());
    CHECK(client.counts().reconnects == 2);
    CHECK(client.counts().cut_off == 1);
    CHECK(client.counts().tally.games() == 1);
    // A question before the first loss reset the pause; none came before the second.
    std::vector<int> pauses;
    for (const Notice& notice : client.notices)
        if (notice.kind == Notice::Kind::lost)
            pauses.push_back(static_cast<int>(notice.retry_in.count()));
    CHECK(pauses == std::vector{10, 20});
}

TEST_CASE("what is no KGP server, or speaks another version, is refused with a reason") {
    test::ScriptServer server;
    {
        test::RunningClient client(server, "greedy");
        server.accept();
        server.say("2 kgp 2 0 0");
        CHECK(server.hear() == "1 goodbye");
        server.hang_up();
        const auto end = client.wait();
        REQUIRE(end);
        CHECK(end->code == "kgp_version");
        CHECK(end->message == "the server speaks KGP 2.0.0, not 1");
    }
    {
        test::RunningClient client(server, "greedy");
        server.accept();
        server.say("220 mail.example.org ESMTP");
        server.hang_up();
        const auto end = client.wait();
        REQUIRE(end);
        CHECK(end->code == "not_kgp");
    }
    {
        test::RunningClient client(server, "greedy");
        server.accept();
        server.say_raw(std::string(20'000, 'x'));
        CHECK(client.wait().value().message.find("a line that is too long") != std::string::npos);
    }
    {
        Client::Options settings;
        settings.address.port = server.port();
        settings.greeting_time = std::chrono::milliseconds(20);
        settings.silence_time = std::chrono::milliseconds(10);
        std::vector<Notice::Kind> told;
        settings.on_notice = [&](const Notice& notice) { told.push_back(notice.kind); };
        Client client(settings);
        EngineAgent seat({}, client);
        CHECK(client.run(seat).value().code == "no_greeting");
        CHECK(told == std::vector{Notice::Kind::silent});
    }
    std::uint16_t port = 0;
    {
        const test::ScriptServer closed;
        port = closed.port();
    }
    Client::Options settings;
    settings.address.port = port;
    Client client(settings);
    EngineAgent seat({}, client);
    CHECK(client.run(seat).value().code == "no_connection");
}

TEST_CASE("lines in any pieces are understood") {
    test::ScriptServer server;
    test::RunningClient client(server, "greedy", 1);
    server.accept();
    for (const char c : std::string("2 kgp 1 0 1\r\n")) server.say_raw(std::string(1, c));
    CHECK(server.hear() == "1 set \"info:name\" \"Ann\"");
    CHECK(server.hear() == "3 mode \"freeplay\"");
    server.say_raw(
        "4@3 ok\n\n \t \r\n6 ping\n8 ping\r\n10 state <3,9,4,0,0,1,0,2,2>\n12 set game:result "
        "\"10-8\"\n");
    CHECK(server.hear() == "5@6 pong");
    CHECK(server.hear() == "7@8 pong");
    while (server.hear() != "(end)") {
    }
    server.hang_up();
    client.wait();
    CHECK(client.counts().tally.wins == 1);
}
