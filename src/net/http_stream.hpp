// The stream under every connection of the HTTP port, and what a request is: shared by the files
// that speak HTTP and WebSocket. Brings Boost.Beast with it, which is slow to compile: include it
// where Beast is needed anyway. The network's thread only.
#pragma once

#include <algorithm>
#include <functional>
#include <limits>

#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/core/rate_policy.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>

#include "net/loop.hpp"

namespace kalah::net {

namespace beast = boost::beast;

/// Counts what comes out of a socket: Beast swallows empty fragments, however many there are.
class Meter {
  public:
    /// Called for every kLine bytes by which what came passes what was in it, and kMost.
    std::function<void()> on_nothing;
    /// So many bytes were in a frame, and are counted elsewhere.
    void contained(std::size_t bytes) { read_ -= std::min(read_, bytes + kMostFrameHeader); }

  private:
    static constexpr std::size_t kMost = 4'096;  // more than is read at once
    static constexpr std::size_t kLine = 64;
    static constexpr std::size_t kMostFrameHeader = 14;

    friend class beast::rate_policy_access;
    static constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
    [[nodiscard]] static std::size_t available_read_bytes() { return kAll; }
    [[nodiscard]] static std::size_t available_write_bytes() { return kAll; }
    void transfer_read_bytes(std::size_t count) {
        if (!on_nothing) return;
        for (read_ += count; read_ >= kMost + kLine; read_ -= kLine) on_nothing();
    }
    static void transfer_write_bytes(std::size_t /*count*/) {}
    static void on_timer() {}

    std::size_t read_ = 0;
};

using HttpStream = beast::basic_stream<tcp, asio::any_io_executor, Meter>;
using HttpRequest = beast::http::request<beast::http::string_body>;

/// A session by WebSocket. KGP: each line is a message of its own, with its CRLF, and what comes in
/// is a stream of bytes. It lives as long as its connection.
void open_web_socket(Loop& loop, Protocol protocol, HttpStream stream, ConnectionSlot slot,
                     const HttpRequest& request);

}  // namespace kalah::net
