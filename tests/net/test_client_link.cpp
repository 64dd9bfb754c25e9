#include "net/client_link.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <future>

#include <boost/beast/websocket/detail/hybi13.hpp>

#include "support/script_server.hpp"

using namespace kalah;
using namespace kalah::net;

namespace {

/// Reads and accepts a WebSocket request; after that, the server answers no ping.
void accept_web_socket(test::ScriptServer& server) {
    server.accept();
    std::string key;
    for (std::string line = server.hear(); !line.empty(); line = server.hear()) {
        REQUIRE(line != "(end)");
        constexpr std::string_view kName = "Sec-WebSocket-Key: ";
        if (line.starts_with(kName)) key = line.substr(kName.size());
    }
    boost::beast::websocket::detail::sec_ws_accept_type accept;
    boost::beast::websocket::detail::make_sec_ws_accept(accept, key);
    server.say_raw(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
        "Connection: upgrade\r\nSec-WebSocket-Accept: " +
        std::string(accept.data(), accept.size()) + "\r\n\r\n");
}

}  // namespace

TEST_CASE("by WebSocket, a server that answers no ping is dead") {
    test::ScriptServer server;
    std::promise<std::string> closed;
    Address address;
    address.port = server.port();
    address.transport = Address::Transport::websocket;
    const auto link = ClientLink::connect(address,
                                          {[] {}, [](const std::string&) { return true; },
                                           [&](const std::string& why) { closed.set_value(why); }},
                                          {16'384, std::chrono::seconds(1)});
    accept_web_socket(server);
    CHECK(closed.get_future().get() == "its host does not respond");
}

TEST_CASE("by WebSocket, a server that speaks something else is said to") {
    for (const auto& [answer, reason] :
         {std::pair("2 kgp 1 0 1\r\n", "it does not speak WebSocket; omit ws:// to use TCP"),
          std::pair("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n",
                    "it is a web server without a WebSocket at this path")}) {
        test::ScriptServer server;
        std::promise<std::string> closed;
        std::atomic<bool> opened{false};
        Address address;
        address.port = server.port();
        address.transport = Address::Transport::websocket;
        const auto link =
            ClientLink::connect(address,
                                {[&] { opened = true; }, [](const std::string&) { return true; },
                                 [&](const std::string& why) { closed.set_value(why); }},
                                {16'384});
        server.accept();
        server.say_raw(answer);
        CHECK(closed.get_future().get() == reason);
        CHECK(opened);
    }
}
