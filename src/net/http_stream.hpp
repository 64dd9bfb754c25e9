// The stream under every connection of the HTTP port, and the type of a request, shared by the
// files that speak HTTP and WebSocket. Includes Boost.Beast, which is slow to compile: include this
// file only where Beast is needed anyway. The network's thread only.
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

/// Counts the bytes read from a socket, because Beast swallows empty fragments, however many come.
class Meter {
  public:
    /// Called once for every kLine bytes of overhead beyond kMost. Overhead: the bytes read, less
    /// those that contained() has reported.
    std::function<void()> on_nothing;
    /// A frame contained this many bytes, which are counted elsewhere.
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

/// Opens a session by WebSocket, which lives as long as its connection. KGP: each outgoing line is
/// a message of its own, with its CRLF; incoming messages form one stream of bytes.
void open_web_socket(Loop& loop, Protocol protocol, HttpStream stream, ConnectionSlot slot,
                     const HttpRequest& request);

}  // namespace kalah::net
