#include "net/client_link.hpp"

#include <doctest/doctest.h>

#include <future>

#include <boost/beast/websocket/detail/hybi13.hpp>

#include "support/script_server.hpp"

using namespace kalah;
using namespace kalah::net;

namespace {

/// Reads a WebSocket's request and accepts it, and is a server that answers no ping from then on.
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
                                          std::chrono::seconds(1));
    accept_web_socket(server);
    CHECK(closed.get_future().get() == "its host says nothing any more");
}
