// Fuzz target: messages of pages to /api. Each line of the input is a message of one of two
// sessions; an empty line switches between them. The server must answer every message, send only
// JSON objects that are answers or events, and keep running.
#include <array>
#include <cstdlib>
#include <string_view>

#include "support/game_server.hpp"

namespace {

using namespace kalah;

void require(bool holds) {
    if (!holds) std::abort();
}

/// Checks everything that the server sends, and counts answers.
class Listener final : public net::Outbox {
  public:
    [[nodiscard]] bool send(std::string_view message) override {
        const auto json = Json::parse(message);
        require(json && !json->keys().empty());
        const std::string first = json->keys().front();
        require(first == "re" || first == "event");
        if (first == "re") ++answers;
        return true;
    }
    void finish(net::CloseReason /*reason*/) override { closed = true; }

    int answers = 0;
    bool closed = false;
    server::SessionId session = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view input(reinterpret_cast<const char*>(data), size);  // NOLINT
    test::TestServer server({}, *store::Store::in_memory());
    std::array<Listener, 2> listeners;
    for (Listener& each : listeners)
        each.session = server.server->on_open(net::Protocol::api, each, "host", server.now);
    std::array<int, 2> said{};
    std::size_t speaker = 0;
    while (!input.empty()) {
        const std::size_t end = std::min(input.find('\n'), input.size());
        const std::string_view message = input.substr(0, end);
        input.remove_prefix(std::min(end + 1, input.size()));
        if (message.empty()) {
            speaker = 1 - speaker;
            continue;
        }
        server.server->on_message(listeners[speaker].session, message, server.now);
        server.settle();
        require(listeners[speaker].closed || listeners[speaker].answers == ++said[speaker]);
    }
    return 0;
}
